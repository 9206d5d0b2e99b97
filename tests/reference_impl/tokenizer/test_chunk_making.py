"""Chunks made together are those made alone; what cannot be told apart is made alone."""

import random

import pytest

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.pre_tokenizers.metaspace import MetaspacePreTokenizer
from tokparity.reference_impl.pre_tokenizers.whitespace_split import WhitespaceSplit
from tokparity.reference_impl.tokenizer.chunk_making import made_alone, made_together
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

WORDS = ["b", "cd", "\u00e9", "\u00ad", "x\ny", "zz", "\u3000q"]


def tokenizer_of(pre_tokenizer, *added):
    return Tokenizer(WordLevel({"?": 0, "a": 1, "b": 2}, "?"), added, pre_tokenizer=pre_tokenizer)


@pytest.mark.parametrize("pre_tokenizer", [WhitespaceSplit(), MetaspacePreTokenizer()])
def test_together_as_alone(pre_tokenizer):
    tokenizer = tokenizer_of(pre_tokenizer)
    chunks = random.Random(0).choices(WORDS, k=40)
    made = made_together(tokenizer, chunks, True)
    assert made == list(made_alone(tokenizer, chunks, True))
    assert not any(chunk.whole for chunk in made)


def test_an_added_token_is_looked_at_alone():
    tokenizer = tokenizer_of(WhitespaceSplit(), AddedToken(9, "cd"))
    assert made_together(tokenizer, WORDS, True) is None
    alone = list(made_alone(tokenizer, WORDS, True))
    assert [word for word, chunk in zip(WORDS, alone, strict=True) if chunk.whole] == ["cd"]


def test_what_is_no_text_is_whole():
    tokenizer = tokenizer_of(WhitespaceSplit())
    assert made_together(tokenizer, ["b", "\ud800"], True) is None
    first, second = made_alone(tokenizer, ["b", "\ud800"], True)
    assert (first.whole, second.whole) == (False, True)


def test_the_first_chunk_stands_behind_nothing():
    tokenizer = tokenizer_of(MetaspacePreTokenizer(prepend_scheme="first"))
    (first,) = made_alone(tokenizer, [" b"], True)
    (other,) = made_alone(tokenizer, ["b"], True)
    assert (first.texts, first.size) == (("?",), 2)
    assert other.size == 2
