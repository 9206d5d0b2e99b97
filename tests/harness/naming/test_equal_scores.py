"""A tie is one by the exact sums of the scores in the file."""

import pytest

from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.naming.equal_scores import exact_tie
from tokparity.harness.naming.passage import Passage, first_that_matters
from tokparity.reference_impl.contract import EncodeCase
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

PIECES = ("a", "b", "c", "ab", "bc")
LATER = FAULT_MODELS["later-of-equal-sums"]


def tokenizer(*scores):
    pairs = (("<unk>", 0.0), *zip(PIECES, scores, strict=True))
    return Tokenizer(Unigram(pairs, unk_id=0))


def passages(left, right, text="abc"):
    return [Passage(side, EncodeCase(text)) for side in (left, right)]


@pytest.mark.parametrize("text", ["abc", "xabc"])
def test_another_of_two_ways_that_score_the_same_is_a_tie(text):
    plain = tokenizer(-1.5, -2.5, -1.25, -2.0, -2.25)  # ab+c and a+bc are -3.25 and -3.75
    even = tokenizer(-1.5, -2.5, -1.25, -2.0, -1.75)
    pair = passages(even, LATER.apply(even), text)
    assert first_that_matters(*pair) == "model"
    assert exact_tie(*pair)
    assert not exact_tie(*passages(plain, even, text))
    assert not exact_tie(*passages(plain, plain, text))


def test_sums_that_only_rounding_makes_equal_are_none():
    near = tokenizer(-0.1, -9.0, -0.3, -0.2, -0.4)  # -0.5 either way, but not in binary fractions
    rounded = LATER.apply(near), near
    assert first_that_matters(*passages(*rounded)) == "model"
    assert not exact_tie(*passages(*rounded))


def test_other_models_have_no_such_scores():
    words = Tokenizer(WordPiece({"[UNK]": 0, "ab": 1}))
    pieces = Tokenizer(WordPiece({"[UNK]": 0, "a": 1, "##b": 2}))
    assert first_that_matters(*passages(words, pieces, "ab")) == "model"
    assert not exact_tie(*passages(words, pieces, "ab"))
