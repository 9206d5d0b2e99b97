"""With the normalizer it is tested in normalizers/test_bert_basic.py; here, what it does alone."""

import unicodedata

import pytest
from transformers.models.bert.tokenization_bert_legacy import BasicTokenizer

from tokparity.reference_impl.pre_tokenizers.bert_basic import BertBasicPreTokenizer
from tokparity.reference_impl.text.aligned import Aligned

HERE = unicodedata.unidata_version


def pieces(text, never_split=frozenset()):
    return [
        (piece.text, piece.span(0, len(piece)))
        for piece in BertBasicPreTokenizer(HERE, never_split).pre_tokenize([Aligned.of(text)])
    ]


def test_ranges():
    assert pieces(" a,b\u2028c") == [("a", (1, 2)), (",", (2, 3)), ("b", (3, 4)), ("c", (5, 6))]


@pytest.mark.parametrize("text", ["don't", "a--b", "$5+€5", "‘a’", "_", "", "[MASK]", "[MASK]]"])
def test_punctuation(text):
    never_split = frozenset({"[MASK]"})
    theirs = BasicTokenizer()._run_split_on_punc(text, never_split)
    assert [piece for piece, _ in pieces(text, never_split)] == theirs


def test_a_word_of_never_split_is_a_whole_word():
    found = [piece for piece, _ in pieces("[X] [X]y", frozenset({"[X]"}))]
    assert found == ["[X]", "[", "X", "]", "y"]
