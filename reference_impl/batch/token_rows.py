"""`TokenRows`: the tokens of many texts in arrays, and what stands around each."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.post_processors.tokens import Tokens

Numbers = NDArray[np.int32]


@dataclass(frozen=True)
class TokenRows:
    """N tokens of n texts: `ids`, shape (N,); `offsets`, shape (2N,); `bounds`, n + 1 places: the
    tokens of text i are [bounds[i], bounds[i + 1])."""

    ids: Numbers
    offsets: Numbers
    bounds: Sequence[int]

    def tokens(self, row: int, pieces: list[str]) -> Tokens:
        """Those of one text, with their pieces."""
        start, stop = self.bounds[row : row + 2]
        offsets = self.offsets[2 * start : 2 * stop].tolist()
        return Tokens(self.ids[start:stop].tolist(), offsets, pieces)

    def framed(self, before: Sequence[int], behind: Sequence[int]) -> "TokenRows":
        """With these ids around each text, of the range (0, 0).

        >>> offsets = np.array([0, 1, 0, 1], np.int32)
        >>> rows = TokenRows(np.array([5, 6], np.int32), offsets, [0, 1, 1, 2])
        >>> made = rows.framed([1], [2])
        >>> made.ids.tolist(), made.bounds, made.offsets.tolist()[:6]
        ([1, 5, 2, 1, 2, 1, 6, 2], [0, 3, 5, 8], [0, 0, 0, 1, 0, 0])
        """
        more = len(before) + len(behind)
        if not more:
            return self
        bounds = np.array(self.bounds)
        count = len(bounds) - 1
        places = np.empty((count, more), np.int64)
        places[:, : len(before)] = bounds[:-1, np.newaxis]
        places[:, len(before) :] = bounds[1:, np.newaxis]
        ids = np.insert(self.ids, places.ravel(), np.tile([*before, *behind], count))
        offsets = np.insert(self.offsets.reshape(-1, 2), places.ravel(), 0, axis=0)
        return TokenRows(ids, offsets.ravel(), (bounds + more * np.arange(count + 1)).tolist())


def bounds_of(sizes: Ints) -> Ints:
    """Where each part begins, and the last one ends.

    >>> bounds_of(np.array([2, 1])).tolist()
    [0, 2, 3]
    """
    return np.append(0, np.cumsum(sizes))
