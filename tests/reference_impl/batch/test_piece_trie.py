"""Every piece is found at every place, and none that ends behind its word."""

import random

import numpy as np
import pytest

from tokparity.reference_impl.batch import piece_trie as module
from tokparity.reference_impl.batch.piece_trie import UNKNOWN, PieceTrie


def found(trie, words):
    sizes = np.array([len(word) for word in words], np.int64)
    codes = np.array([ord(char) for word in words for char in word], np.int64)
    single, at = trie.single(codes), np.arange(len(codes))
    starts, lengths, nodes = trie.longer(codes, sizes)
    assert (nodes > 0).all()
    assert (lengths > 1).all()
    of_one = at[single > 0]
    starts, ends = np.append(of_one, starts), np.append(of_one + 1, starts + lengths)
    ids = trie.ids[np.append(single[of_one], nodes)]
    return sorted(zip(starts.tolist(), ends.tolist(), ids.tolist(), strict=True))


@pytest.mark.parametrize("slots", [module._SLOTS, 1], ids=["sparse", "crowded"])
def test_as_looked_up_one_by_one(monkeypatch, slots):
    monkeypatch.setattr(module, "_SLOTS", slots)
    rng = random.Random(slots)
    for _ in range(20):
        letters = "ab▁\U0010ffff\0"
        texts = {"".join(rng.choices(letters, k=rng.randint(0, 5))) for _ in range(60)}
        pieces = {text: at for at, text in enumerate(sorted(texts))}
        words = ["".join(rng.choices(f"{letters}c", k=rng.randint(1, 9))) for _ in range(20)]
        at, expected = 0, []
        for word in words:
            for a in range(len(word)):
                for b in range(a + 1, len(word) + 1):
                    if word[a:b] in pieces:
                        expected.append((at + a, at + b, pieces[word[a:b]]))
            at += len(word)
        assert found(PieceTrie.of(pieces), words) == sorted(expected)


@pytest.mark.parametrize("pieces", [{}, {"": 0}], ids=["none", "the empty one"])
def test_no_pieces(pieces):
    trie = PieceTrie.of(pieces)
    assert found(trie, ["ab"]) == []
    assert trie.ids.tolist() == [UNKNOWN]
