"""A word is left as the scan leaves it, and as many places as it had."""

import random

import numpy as np

from tokparity.reference_impl.batch.word_scan import Scan
from tokparity.reference_impl.models.merging import merge_scan, pair_key


def test_each_word_by_itself():
    rng = random.Random(0)
    scan = Scan({pair_key(a, b): 2 * a + b for a in (0, 1) for b in (0, 1)}, [2, 3, 0, 1])
    words = [[rng.randrange(3) for _ in range(rng.randint(1, 9))] for _ in range(40)]
    symbols = np.array([symbol for word in words for symbol in word])
    left = scan.left(symbols, np.array([*map(len, words)]), -1)
    expected = []
    for word in words:
        size = len(word)
        merge_scan(word, scan.ranks, scan.products)
        expected += word + [-1] * (size - len(word))
    assert left == expected
    assert -1 in left
