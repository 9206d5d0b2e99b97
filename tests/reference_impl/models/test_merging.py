import random
import time

import pytest

from tokparity.reference_impl.models.merging import (
    merge_queue,
    merge_scan,
    merged_bounds,
    pair_key,
    product_merges,
    product_scan,
)


def random_merges(generator):
    """Merges over four symbols whose products are strings of them, each made in several ways."""
    names = ["a", "b", "c", "d"]
    ranks, products = {}, []
    for _ in range(generator.randrange(1, 30)):
        left, right = generator.choice(names), generator.choice(names)
        if len(left + right) > 6 or pair_key(names.index(left), names.index(right)) in ranks:
            continue
        if left + right not in names:
            names.append(left + right)
        ranks[pair_key(names.index(left), names.index(right))] = len(products)
        products.append(names.index(left + right))
    return ranks, products, names


@pytest.mark.parametrize("seed", range(40))
def test_queue_and_scan_make_the_same_merges(seed):
    generator = random.Random(seed)
    ranks, products, names = random_merges(generator)
    for _ in range(50):
        word = [generator.randrange(4) for _ in range(generator.randrange(30))]
        scanned = word.copy()
        merge_scan(scanned, ranks, products)
        queued, lengths = merge_queue(word, [1] * len(word), ranks, products)
        assert queued == scanned
        assert lengths == [len(names[symbol]) for symbol in queued]


def test_of_two_pairs_with_one_rank_the_left_one_is_first():
    word = [0, 0, 0]
    merge_scan(word, {pair_key(0, 0): 0}, [1])
    assert word == [1, 0]


def test_the_queue_is_not_quadratic():
    def seconds(length):
        start = time.process_time()
        symbols, _ = merge_queue([0] * length, [1] * length, {pair_key(0, 0): 0}, [1])
        assert symbols == [1] * (length // 2)
        return time.process_time() - start

    assert seconds(80_000) < 40 * max(seconds(8_000), 0.002)


def test_a_merge_that_is_out_of_date_is_made_if_it_makes_the_same_symbol(agree):
    """Two merges of "a" with a byte are proposed, the second once that byte grew. The first is
    made; the second comes up when "a" stands before another byte, whose merge has a higher rank."""
    prefix = "@@@@@@"  # as long as the name of a byte, so that nothing is left of one
    pieces = ["<0x40>", "<0x58>", "a", f"{prefix}c", "<0x58>c"]
    merges = [["<0x40>", "<0x40>"], ["a", "<0x40>"], ["<0x58>", f"{prefix}c"], ["a", "<0x58>"]]
    model = {
        "type": "BPE",
        "byte_fallback": True,
        "continuing_subword_prefix": prefix,
        "vocab": {piece: index for index, piece in enumerate(pieces)},
        "merges": merges,
    }
    assert agree({"version": "1.0", "model": model}, ["aXc", "aXcX", "aXX", "XcaX"]) == 0


def test_products_of_symbols_that_are_longer_than_a_character():
    order = {"abc": 1, "ca": 0, "abca": 2}
    assert list(product_merges("abca", [0, 2, 3, 4], order.get)) == [(2, 3, 4), (0, 2, 4)]
    assert merged_bounds("abca", [0, 2, 4], order.get) == [0, 4]
    assert merged_bounds("", [0], order.get) == [0]


def test_what_is_proposed_left_of_a_merge_is_seen_before_what_is_right_of_it():
    seen = []
    order = {"aa": 0, "xaa": 2, "aay": 1}
    merges = product_merges("xaay", range(5), order.get, lambda *places: seen.append(places))
    assert list(merges) == [(1, 2, 3), (1, 3, 4)]
    assert seen == [(1, 2, 3), (0, 1, 3), (1, 3, 4)]


@pytest.mark.parametrize("seed", range(20))
def test_the_queue_of_products_makes_the_merges_of_the_scan(seed):
    """Of equal orders too, as scores may be."""
    generator = random.Random(seed)
    texts = {"".join(generator.choices("abc", k=generator.randrange(2, 6))) for _ in range(25)}
    order = {text: generator.randrange(8) for text in sorted(texts)}
    for _ in range(100):
        text = "".join(generator.choices("abc", k=generator.randrange(40)))
        ends = merged_bounds(text, range(len(text) + 1), order.get)[1:]
        assert product_scan(text, order) == ends
