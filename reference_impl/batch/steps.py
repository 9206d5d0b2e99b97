"""Small things that numpy has too, and that take it several times as long for short arrays.

A batch of few texts is a thousand calls on short arrays: what checks its arguments for each is most
of the time.
"""

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.pair_table import Ints


def places_of(flags: NDArray[np.bool_ | np.uint8]) -> Ints:
    """Where something is set.

    >>> places_of(np.array([False, True, True])).tolist()
    [1, 2]
    """
    return flags.nonzero()[0]


def sizes_of(ends: Ints) -> Ints:
    """How large parts are that end there, the first of which begins at 0.

    >>> sizes_of(np.array([2, 5, 5])).tolist()
    [2, 3, 0]
    """
    sizes = ends.copy()
    sizes[1:] -= ends[:-1]
    return sizes


def padded(numbers: Ints, behind: int) -> Ints:
    """With one more number behind them.

    >>> padded(np.array([2, 5]), -1).tolist()
    [2, 5, -1]
    """
    more = np.empty(len(numbers) + 1, numbers.dtype)
    more[:-1], more[-1] = numbers, behind
    return more
