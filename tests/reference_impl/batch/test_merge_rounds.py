from itertools import accumulate, pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tokparity.reference_impl.batch.merge_rounds import GONE, Merges, merge_all
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
    keys, values = (np.array(list(each), np.int64) for each in (ranks, ranks.values()))
    made = merged(words, Merges.of(keys, values, np.array(products, np.int64)))
    for word in words:
        merge_scan(word, ranks, products)
    assert made == words


@settings(max_examples=300, deadline=None, derandomize=True)
@given(PAIRS, WORDS)
def test_what_a_scan_leaves_of_each_word(pairs, words):
    ranks = {pair_key(left, right): rank for rank, (left, right, _) in enumerate(pairs)}
    check(words, ranks, [made for _, _, made in pairs])


@settings(max_examples=300, deadline=None, derandomize=True)
@given(PAIRS, WORDS)
def test_of_long_words_all_pairs_of_a_rank_go_in_one_round(pairs, words):
    """As merges are learned: what a pair makes is a new symbol, and comes to pairs behind it."""
    ranks, products = {}, []
    for left, right, _ in pairs:
        known = 6 + len(products)
        ranks.setdefault(pair_key(left * known // 6, right * known // 6), len(products))
        products.append(known)
    check([word * 4 for word in words], ranks, products)


def test_a_pair_of_a_product_may_be_of_a_lower_rank():
    """Then pairs are merged one by one: aab, aab makes ab first of the second."""
    ranks = {pair_key(1, 0): 0, pair_key(0, 0): 1}
    merges = Merges.of(np.array([*ranks]), np.array([*ranks.values()]), np.array([2, 1]))
    assert merges.together.tolist() == [True, False]
    check([[0] * 60, [0] * 61], ranks, [2, 1])


def test_runs_of_one_symbol():
    ranks = {pair_key(0, 0): 0, pair_key(1, 1): 1, pair_key(1, 0): 2}
    check([[0] * size for size in range(1, 65)], ranks, [1, 2, 3])
