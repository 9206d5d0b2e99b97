"""Stretches of bytes are merged as a scan merges each."""

import random

import numpy as np
import pytest

from tokparity.reference_impl.batch.byte_merges import ByteMerges
from tokparity.reference_impl.batch.merge_rounds import Merges
from tokparity.reference_impl.batch.word_scan import Scan
from tokparity.reference_impl.models.merging import merge_scan, pair_key


def merges_of(rng, symbols, scans):
    ranks, products = {}, []
    for _ in range(30):
        known = [*symbols[symbols >= 0].tolist(), *products]
        ranks.setdefault(pair_key(rng.choice(known), rng.choice(known)), len(products))
        products.append(1000 + len(products))
    keys, values = (np.array([*some], np.int64) for some in (ranks, ranks.values()))
    merges = Merges.of(keys, values, np.array(products))
    return ranks, products, ByteMerges.of(symbols, merges, Scan(ranks, products) if scans else None)


@pytest.mark.parametrize("scans", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_as_a_scan_merges_each(seed, scans):
    rng = random.Random(seed)
    symbols = np.full(256, -1, np.int64)
    letters = rng.sample(range(256), 5)
    symbols[letters] = rng.sample(range(500), 5)
    ranks, products, merges = merges_of(rng, symbols, scans)
    words = [bytes(rng.choices(letters, k=rng.randint(1, 60))) for _ in range(seed * 9 + 1)]
    expected = [symbols[[*word]].tolist() for word in words]
    for word in expected:
        merge_scan(word, ranks, products)
    sizes = np.array([*map(len, words)])
    ids, counts = merges.merged(np.frombuffer(b"".join(words), np.uint8), sizes)
    assert counts.tolist() == [*map(len, expected)]
    assert ids.tolist() == [symbol for word in expected for symbol in word]


def test_a_byte_without_a_symbol_is_in_no_pair():
    symbols = np.full(256, -1, np.int64)
    symbols[97] = 0
    pairs = ByteMerges.of(symbols, Merges.of(*(np.array([0]),) * 2, np.array([1]))).pairs
    assert np.flatnonzero(pairs < 1 << 62).tolist() == [97 << 8 | 97]
