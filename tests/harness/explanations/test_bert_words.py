"""Each way of llama.cpp with BERT's words: the change takes it away, against both libraries."""

from dataclasses import replace

import pytest
from small_artefacts import BERT, encode, wordpiece

from tokparity.harness.explanations.bert_words import longest_word
from tokparity.reference_impl.models.llama.unknown import NoUnknownId
from tokparity.reference_impl.models.llama.wpm import LlamaWPM
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.records.explanation import Explanation

KEPT = {
    "llama-bert-whole-decomposition": ("가", {}),
    "llama-bert-spacing-marks": ("ना", {}),
    "llama-bert-mark-unread": ("a▁b", {}),
    "llama-bert-longest-word": ("a" * 5, {"by": "4"}),
    "llama-bert-tables": ("a\U0001e4eeb", {}),
    "llama-bert-punctuation": ("\U0001145aa", {}),
}
WORDS = ("a", "b", "가", "\u1100", "न", "na")
INSIDE = ("a", "b", "\u1161", "ा")


@pytest.fixture
def pair(maker):
    specials = ("[UNK]", "[CLS]", "[SEP]")
    left = maker.llama_bert(
        *((f"▁{word}", 0.0) for word in WORDS), *((part, 0.0) for part in INSIDE)
    )
    pieces = [*specials[1:], *WORDS, *(f"##{part}" for part in INSIDE)]
    right = maker.json(
        wordpiece(*pieces, limit=4), normalizer=BERT, pre_tokenizer={"type": "BertPreTokenizer"}
    )
    return left, right


@pytest.mark.parametrize("change", KEPT)
def test_a_way_is_taken_away(pair, explain, change):
    text, values = KEPT[change]
    others = [(name, True, KEPT[name][1]) for name in KEPT if name != change]
    assert explain(*pair, [encode(text)], (change, True, values)) == [(change,)]
    assert explain(*pair, [encode(text)], *others) == [()], "and by no other way"


def test_two_ways_together(pair, explain):
    case = encode("가 a▁b")
    both = ("llama-bert-whole-decomposition", "llama-bert-mark-unread")
    assert explain(*pair, [case], *((name, True, {}) for name in both)) == [both]


def longest(model):
    explanation = Explanation("an-entry", "model", "llama-bert-longest-word", "a.gguf", by="2")
    return longest_word(Tokenizer(model), explanation).model


def test_a_long_word_is_refused_where_there_is_no_unknown_token():
    """A file that is being made small may have lost it."""
    whole = LlamaWPM({"▁ab": 0, "[UNK]": 1}, 1)
    assert longest(whole).tokenize("abc") == longest(whole).tokenize("xyz") == ((1, 0, 3),)
    with pytest.raises(NoUnknownId):
        longest(replace(whole, unk=-1)).tokenize("abc")
