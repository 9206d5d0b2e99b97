"""The ids of words are those that were added, in the order of the words that ask."""

import random

import numpy as np

from tokparity.reference_impl.batch.id_store import IdStore


def asked(store, numbers):
    ids, counts = store.ids(np.array(numbers, np.int64))
    ends = np.cumsum(counts).tolist()
    return [ids[a:b].tolist() for a, b in zip([0, *ends], ends, strict=False)]


def test_known_ones_and_others():
    rng, known = random.Random(0), list(range(1000, 1040))
    store = IdStore(np.array([*known, 0], np.int32))
    words = [[number] for number in known]
    assert asked(store, [3, 0, 3]) == [[1003], [1000], [1003]]
    for _ in range(20):
        new = [
            [rng.randrange(99) for _ in range(rng.randint(1, 9))] for _ in range(rng.randint(0, 9))
        ]
        flat = np.array([number for word in new for number in word], np.int64)
        numbers = store.add(flat, np.array([*map(len, new)], np.int64)).tolist()
        assert numbers == list(range(len(words), len(words) + len(new)))
        words += new
        some = [rng.randrange(len(words)) for _ in range(50)]
        assert asked(store, some) == [words[number] for number in some]
    assert store.used == sum(len(word) + 1 for word in words[40:])


def test_nothing_is_known_and_nothing_asked():
    store = IdStore(np.zeros(1, np.int32))
    assert asked(store, []) == []
    assert asked(store, store.add(np.array([5, 6]), np.array([2])).tolist()) == [[5, 6]]
