"""What numpy has too is what numpy has."""

import random

import numpy as np

from tokparity.reference_impl.batch.steps import padded, places_of, sizes_of


def test_as_numpy_has_them():
    rng = random.Random(0)
    for size in range(12):
        flags = np.array([rng.random() < 0.5 for _ in range(size)], np.bool_)
        assert places_of(flags).tolist() == np.flatnonzero(flags).tolist()
        numbers = np.cumsum(np.array([rng.randrange(9) for _ in range(size)], np.int64))
        before = numbers.tolist()
        assert sizes_of(numbers).tolist() == np.diff(numbers, prepend=0).tolist()
        assert padded(numbers, -1).tolist() == [*before, -1]
        assert numbers.tolist() == before
