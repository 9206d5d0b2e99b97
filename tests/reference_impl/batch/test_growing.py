import numpy as np

from tokparity.reference_impl.batch.growing import Growing


def test_an_array_grows():
    growing = Growing(np.int32)
    for at in range(3000):
        growing.extend(np.array([at]))
    assert growing.values[: growing.used].tolist() == list(range(3000))


def test_zeros_stay_behind():
    growing = Growing(np.uint8, padding=8)
    for at in range(1, 200):
        growing.extend(np.full(at, 7, np.uint8))
        assert growing.padded[growing.used :].tolist() == [0] * 8
