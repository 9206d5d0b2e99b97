"""The ids of words are the model's, whenever they come."""

import random
from dataclasses import replace
from itertools import chain

import numpy as np
import pytest

from tokparity.reference_impl.batch import byte_ids
from tokparity.reference_impl.batch.byte_ids import ByteIds
from tokparity.reference_impl.batch.byte_words import byte_words
from tokparity.reference_impl.batch.known_words import LONGEST
from tokparity.reference_impl.batch.word_bytes import WordBytes
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.merging import pair_key
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR, spell, utf8

BYTES = {char: at for at, char in enumerate(BYTE_TO_CHAR.values())}
MERGES = [("b", "c"), ("a", "b"), ("ab", "c"), ("Ã", "©"), ("Ã©", "a"), ("x", "x"), ("bc", "b")]
VOCAB = BYTES | {left + right: 256 + rank for rank, (left, right) in enumerate(MERGES)}
VOCAB |= {"xyz": 300, "ab-": 301}
PAIRS = {pair_key(VOCAB[left], VOCAB[right]): rank for rank, (left, right) in enumerate(MERGES)}
MODEL = BPE(VOCAB, PAIRS, [VOCAB[left + right] for left, right in MERGES])
MODELS = [MODEL, replace(MODEL, ignore_merges=True), TiktokenBPE(VOCAB)]
LETTERS = ["a", "b", "c", "abc", "é", "x", "xyz", "-", "ab-", "日", "🦊", "x" * (LONGEST + 2)]


def ids_of(model, asked=None):
    words = byte_words(model)

    def one_by_one(some):
        texts = some.texts()
        if asked is not None:
            asked.extend(texts)
        found = [[each[0] for each in model.tokenize(spell(utf8(text)))] for text in texts]
        return np.array([*chain.from_iterable(found)]), np.array([*map(len, found)])

    return ByteIds(words.known, words.joins, words.merges, one_by_one)


def check(model, ids, texts):
    found, counts = ids.of(WordBytes.of(texts))
    ends = np.cumsum(counts).tolist()
    for text, a, b in zip(texts, [0, *ends], ends, strict=False):
        expected = [each[0] for each in model.tokenize(spell(utf8(text)))]
        assert found[a:b].tolist() == expected, text


def drawn(rng, count):
    return ["".join(rng.choices(LETTERS, k=rng.choice((1, 1, 2, 3, 9)))) for _ in range(count)]


@pytest.mark.parametrize("model", MODELS, ids=["merged", "whole", "tiktoken"])
@pytest.mark.parametrize("limits", [{}, {"IDS": 40}, {"BYTES": 300}], ids=str)
def test_as_the_model_has_them(model, limits, monkeypatch):
    """Also where the memory is full again and again."""
    for name, limit in limits.items():
        monkeypatch.setattr(byte_ids, name, limit)
    rng, ids = random.Random(0), ids_of(model)
    for count in (0, 1, 2, 30, 1, 300, 40, 7):
        texts = drawn(rng, count)
        check(model, ids, texts)
        check(model, ids, texts)


@pytest.mark.parametrize("model", MODELS, ids=["merged", "whole", "tiktoken"])
def test_words_whose_tags_are_one_are_themselves(model, monkeypatch):
    monkeypatch.setattr(WordBytes, "tags", lambda words: np.zeros(len(words), np.uint64))
    rng, ids = random.Random(1), ids_of(replace(model))
    for _ in range(4):
        check(model, ids, drawn(rng, 40))


def test_only_what_is_too_long_to_be_merged_is_left_to_the_model():
    asked = []
    ids = ids_of(MODEL, asked)
    words = ["x" * (LONGEST + 1), "é-" * LONGEST, "x" * LONGEST, "-" + "x" * (LONGEST + 1)]
    for _ in range(2):
        check(MODEL, ids, words)
    assert sorted(asked) == sorted([words[0], words[3]])


def test_what_was_met_is_not_made_again(monkeypatch):
    ids = ids_of(MODEL)
    texts = ["acb", "ca", "日日", "é日"]
    check(MODEL, ids, texts)
    monkeypatch.setattr(ByteIds, "_made", None)
    check(MODEL, ids, texts)


def test_a_part_that_was_met_is_not_merged_again(monkeypatch):
    ids = ids_of(MODEL)
    check(MODEL, ids, ["bcbc-", "日"])
    monkeypatch.setattr(ByteIds, "_merged", None)
    check(MODEL, ids, ["-bcbc", "日bcbc日"])
