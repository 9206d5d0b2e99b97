from itertools import accumulate, pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tokparity.reference_impl.batch.merge_rounds import GONE, Merges, merge_all
from tokparity.reference_impl.batch.pair_table import PairTable
from tokparity.reference_impl.models.merging import merge_scan, pair_key

SYMBOLS = st.integers(0, 5)
PAIRS = st.lists(st.tuples(SYMBOLS, SYMBOLS, st.integers(0, 9)), max_size=12)
WORDS = st.lists(st.lists(SYMBOLS, min_size=1, max_size=40), min_size=1, max_size=60)


def merged(words: list[list[int]], merges: Merges) -> list[list[int]]:
    left = merge_all(
        np.array([symbol for word in words for symbol in word]),
        np.array([len(word) for word in words]),
        merges,
    )
    bounds = list(accumulate(map(len, words), initial=0))
    parts = (left[a:b] for a, b in pairwise(bounds))
    return [part[part != GONE].tolist() for part in parts]


def check(words: list[list[int]], ranks: dict[int, int], products: list[int]) -> None:
    pairs = PairTable(np.array(list(ranks), np.int64), np.array(list(ranks.values()), np.int64))
    made = merged(words, Merges(pairs, np.array(products, np.int64)))
    for word in words:
        merge_scan(word, ranks, products)
    assert made == words


@settings(max_examples=300, deadline=None, derandomize=True)
@given(PAIRS, WORDS)
def test_what_a_scan_leaves_of_each_word(pairs, words):
    ranks = {pair_key(left, right): rank for rank, (left, right, _) in enumerate(pairs)}
    check(words, ranks, [made for _, _, made in pairs])


def test_runs_of_one_symbol():
    ranks = {pair_key(0, 0): 0, pair_key(1, 1): 1, pair_key(1, 0): 2}
    check([[0] * size for size in range(1, 65)], ranks, [1, 2, 3])
