"""Words of characters are merged in parts as they are merged whole."""

import itertools
import random

import numpy as np

from tokparity.reference_impl.batch import character_joins as module
from tokparity.reference_impl.batch.character_joins import CharacterJoins
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.merging import pair_key


def drawn_model(rng):
    vocab = {char: at for at, char in enumerate("abcdé中▁")}
    ranks, products = {}, []
    for _ in range(rng.randint(0, 12)):
        left, right = rng.choices(list(vocab), k=2)
        key = pair_key(vocab[left], vocab[right])
        if key not in ranks:
            number = vocab.setdefault(left + right, len(vocab))
            ranks[key] = len(products)
            products.append(number)
    return BPE(vocab, ranks, products)


def joins_of(model):
    keys = np.array([*model.merges], np.int64)
    return CharacterJoins.of(model.pieces, keys >> 32, keys & (1 << 32) - 1)


def parts_of(joins, text):
    cut = (~joins.between(np.frombuffer(text.encode("utf-32-le"), np.uint32))).nonzero()[0] + 1
    bounds = [0, *cut.tolist(), len(text)]
    return [text[a:b] for a, b in itertools.pairwise(bounds)]


def test_a_word_is_its_parts():
    rng, cut = random.Random(0), 0
    for _ in range(200):
        model = drawn_model(rng)
        joins = joins_of(model)
        for _ in range(20):
            text = "".join(rng.choices("abcdé中▁", k=rng.randint(1, 12)))
            parts = parts_of(joins, text)
            found = [token[0] for part in parts for token in model.tokenize(part)]
            assert found == [token[0] for token in model.tokenize(text)], (text, parts)
            cut += len(parts) > 1
    assert cut > 1000


def test_a_place_is_cut_unless_some_merge_goes_across():
    model = BPE({"a": 0, "b": 1, "c": 2, "ab": 3, "abc": 4}, {1: 0, 3 << 32 | 2: 1}, [3, 4])
    assert parts_of(joins_of(model), "abcabacbca") == ["abc", "ab", "a", "c", "bc", "a"]


def test_two_pairs_of_one_hash_are_both_left_together(monkeypatch):
    monkeypatch.setattr(module, "_hashes", lambda left, right: np.zeros(len(left), np.int64))
    model = BPE({"a": 0, "b": 1, "ab": 2}, {1: 0}, [2])
    assert parts_of(joins_of(model), "bbab") == ["bbab"]


def test_a_model_without_merges_is_cut_everywhere():
    assert parts_of(joins_of(BPE({"a": 0}, {}, [])), "aa") == ["a", "a"]
