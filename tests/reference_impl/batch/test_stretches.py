"""Stretches are those of the data, whatever stands beside them."""

import random

import numpy as np
import pytest

from tokparity.reference_impl.batch.stretches import PADDING, joined


@pytest.mark.parametrize("longest", [1, 7, 8, 9, 16, 17, 300])
def test_what_is_joined(longest):
    rng = random.Random(longest)
    raw = rng.randbytes(2000)
    data = np.frombuffer(raw + PADDING, np.uint8)
    for count in (0, 1, 2, 3, 40, 5000):
        sizes = [rng.choice((0, 1, rng.randint(0, longest), longest)) for _ in range(count)]
        starts = [rng.randint(0, len(raw) - size) for size in sizes]
        ends = np.cumsum(np.array(sizes, np.int64))
        made = joined(data, np.array(starts, np.int64), ends)
        expected = b"".join(raw[a : a + n] for a, n in zip(starts, sizes, strict=True))
        assert made.tobytes() == expected + PADDING
