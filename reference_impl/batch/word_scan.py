"""`Scan`: merges a few words one by one, where a round of all costs more than they do.

What is left of a word is what `merge_scan` leaves of its symbols, whatever rounds came before: the
turn that follows hangs on what stands there, and on nothing else.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.models.merging import merge_scan

FEW = 8
"""Words of which a scan takes less than a round of all."""


class Scan(NamedTuple):
    """What `merge_scan` is given."""

    ranks: Mapping[int, int]
    products: Sequence[int]

    def left(self, symbols: Ints, sizes: Ints, gone: int) -> list[int]:
        """What is left of each word, filled up with `gone`. `sizes`: symbols of each.

        >>> Scan({1 << 32 | 2: 0}, [3]).left(np.array([1, 2, 2, 1]), np.array([3, 1]), -1)
        [3, 2, -1, 1]
        """
        found: list[int] = []
        every = symbols.tolist()
        for end, size in zip(np.cumsum(sizes).tolist(), sizes.tolist(), strict=True):
            word = every[end - size : end]
            merge_scan(word, self.ranks, self.products)
            found += word
            found += [gone] * (size - len(word))
        return found
