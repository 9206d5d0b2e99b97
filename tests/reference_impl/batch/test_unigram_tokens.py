"""Tokens of many words are the model's: unknown characters, bytes, and what no array tells."""

import random

import numpy as np
import pytest

from tokparity.reference_impl.batch.cached_word import cached_word
from tokparity.reference_impl.batch.unigram_tokens import UnigramTokens
from tokparity.reference_impl.models.hf.unigram import Unigram

BYTES = tuple((f"<0x{byte:02X}>", -20.0) for byte in range(256))
SOME = (("<unk>", 0.0), ("a", -1.0), ("b", -1.0), ("ab", -1.5), ("中", -2.0), ("", -1.0))


def assert_same(model, words):
    """How many words nothing is said of."""
    tokens = UnigramTokens.of(model)
    sizes = np.array([len(word) for word in words])
    codes = np.array([ord(char) for word in words for char in word])
    firsts = np.cumsum(sizes) - sizes
    starts, ends, ids, unsaid = tokens.tokens(codes, sizes)
    left_out = set(np.repeat(np.arange(len(words)), sizes)[unsaid].tolist())
    bounds = np.searchsorted(starts, np.append(firsts, len(codes))).tolist()
    where, _, alone, _ = tokens.tokens(codes, sizes, ranges=False)
    assert alone.tolist() == ids.tolist()
    assert np.searchsorted(where, np.append(firsts, len(codes))).tolist() == bounds
    for at, word in enumerate(words):
        mine = slice(bounds[at], bounds[at + 1])
        spans = [ids[mine], starts[mine] - firsts[at], ends[mine] - firsts[at]]
        got = tuple(zip(*(each.tolist() for each in spans), strict=True))
        assert at in left_out or got == model.tokenize(word), word
    return len(left_out)


@pytest.mark.parametrize("byte_fallback", [False, True])
def test_as_the_model(byte_fallback):
    model = Unigram(SOME + BYTES, unk_id=0, byte_fallback=byte_fallback)
    rng = random.Random(0)
    words = ["".join(rng.choices("aab中éxy\U0001f600\n", k=rng.randint(1, 9))) for _ in range(500)]
    assert assert_same(model, words) == 0


def test_the_text_of_the_unknown_piece():
    """What is unknown beside it may be a piece together with it: the model is asked."""
    scores = (("<unk>", 20.0), *SOME[1:], ("é<unk>", -100.0))
    model = Unigram(scores, unk_id=0)
    assert model.tokenize("é<unk>") == ((6, 0, 6),)
    assert assert_same(model, ["a<unk>b", "é<unk>", "ab"]) == 2


def test_tokenizers_of_one_model_share_one():
    model = Unigram(SOME, unk_id=0)
    assert UnigramTokens.of(model) is UnigramTokens.of(model)
    assert UnigramTokens.of(Unigram(SOME, unk_id=0)) is not UnigramTokens.of(model)


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (Unigram(SOME), "its Unigram refuses unknown characters"),
        (Unigram((), unk_id=0), "its Unigram's scores are no logarithms"),
        (Unigram((("?", 1.0), ("a", 2.0)), unk_id=0), "its Unigram's scores are no logarithms"),
        (Unigram((("?", float("-inf")),), unk_id=0), "its Unigram's scores are no logarithms"),
        (Unigram(SOME, unk_id=0, byte_fallback=True), "its Unigram has not all bytes"),
    ],
)
def test_why_not(model, reason):
    assert UnigramTokens.of(model) == reason


@pytest.mark.parametrize("byte_fallback", [False, True])
def test_words_as_they_are_kept(byte_fallback):
    model = Unigram(SOME + BYTES, unk_id=0, byte_fallback=byte_fallback)
    rng = random.Random(1)
    words = {"".join(rng.choices("aab中éxy\U0001f600", k=rng.randint(1, 9))) for _ in range(200)}
    found = UnigramTokens.of(model).words((*words, "a<unk>"))
    assert found == {word: cached_word(model, word, spells=False) for word in words}


def test_nothing_is_said_beside_a_lone_surrogate():
    assert UnigramTokens.of(Unigram(SOME, unk_id=0)).words(("a", "\ud800")) == {}
