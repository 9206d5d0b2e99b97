"""Words as stretches of bytes: compared as the bytes are."""

import random

import numpy as np
import pytest

from tokparity.reference_impl.batch import word_bytes as module
from tokparity.reference_impl.batch.stretches import eights
from tokparity.reference_impl.batch.word_bytes import WordBytes, are_same

WORDS = ["", "a", "\0", "\0\0", "ab", "abcdefgh", "abcdefghi", "abcdefgh" * 3, "é\u4e2d", "\ud800"]


def test_words_come_back():
    words = WordBytes.of(WORDS)
    assert words.texts() == WORDS
    assert words.characters().tolist() == [*map(len, WORDS)]
    assert words.picked(np.array([4, 0, 8])).texts() == ["ab", "", "é\u4e2d"]


def test_no_words():
    words = WordBytes.of([])
    assert (len(words), words.texts(), words.tags().tolist()) == (0, [], [])
    assert len(words.picked(np.zeros(0, np.int64))) == 0


def test_a_tag_is_of_the_word():
    rng = random.Random(0)
    texts = [*WORDS, *("".join(rng.choices("ab\0", k=rng.randint(0, 30))) for _ in range(3000))]
    by_tag = {}
    for text, tag in zip(texts, WordBytes.of(texts).tags().tolist(), strict=True):
        assert by_tag.setdefault(tag, text) == text
    assert len(by_tag) == len({*texts})


@pytest.mark.parametrize("one_tag", [False, True])
def test_what_is_distinct(monkeypatch, one_tag):
    """Where a tag stands for two words, each word is one of its own."""
    words = WordBytes.of(["ab", "c", "ab", "abcdefghij", "abcdefghij"])
    tags = np.zeros(5, np.uint64) if one_tag else words.tags()
    once, which = words.distinct(tags)
    texts = words.picked(once).texts()
    assert [texts[at] for at in which.tolist()] == words.texts()
    assert len(texts) == (5 if one_tag else 3)


@pytest.mark.parametrize("size", [0, 1, 7, 8, 9, 16, 17, 600])
def test_stretches_are_compared_to_their_last_byte(size):
    one = np.frombuffer(b"x" * size + b"12345678", np.uint8)
    other = one.copy()
    other[size:] = 0
    zero, sizes = np.zeros(1, np.int64), np.array([size])
    assert are_same(eights(one), zero, eights(other), zero, sizes).all()
    if size:
        other[size - 1] = 1
        assert not are_same(eights(one), zero, eights(other), zero, sizes).any()


def test_a_long_word_has_a_tag_of_its_beginning(monkeypatch):
    monkeypatch.setattr(module, "LONGEST", 16)
    one, other = WordBytes.of(["x" * 16 + "a", "x" * 16 + "b"]).tags().tolist()
    assert one == other
