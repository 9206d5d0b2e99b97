import random
import time

import pytest

from tokparity.reference_impl.models.hf.merging import merge_queue, merge_scan, pair_key


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
