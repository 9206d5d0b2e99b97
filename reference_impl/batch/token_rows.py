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
    """N tokens of n texts: `ids`, shape (N,); `offsets`, shape (2N,), if they were asked for;
    `bounds`, n + 1 places: the tokens of text i are [bounds[i], bounds[i + 1])."""

    ids: Numbers
    offsets: Numbers | None
    bounds: Sequence[int]

    def tokens(self, row: int, pieces: list[str]) -> Tokens:
        """Those of one text, with their pieces."""
        assert self.offsets is not None
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
        upto = (bounds + more * np.arange(count + 1)).tolist()
        if self.offsets is None:
            return TokenRows(ids, None, upto)
        offsets = np.insert(self.offsets.reshape(-1, 2), places.ravel(), 0, axis=0)
        return TokenRows(ids, offsets.ravel(), upto)

    def cut_off(self, most: int) -> "TokenRows":
        """The first tokens of each text.

        >>> rows = TokenRows(np.array([5, 6, 7], np.int32), np.zeros(6, np.int32), [0, 2, 3])
        >>> rows.cut_off(1).ids.tolist(), rows.cut_off(1).bounds
        ([5, 7], [0, 1, 2])
        """
        bounds = np.array(self.bounds)
        counts = np.diff(bounds)
        if not len(counts) or counts.max() <= most:
            return self
        within = np.arange(bounds[-1]) - np.repeat(bounds[:-1], counts)
        stays = within < most
        upto = bounds_of(np.minimum(counts, most)).tolist()
        offsets = None if self.offsets is None else self.offsets[np.repeat(stays, 2)]
        return TokenRows(self.ids[stays], offsets, upto)

    def padded(self, length: int | None, multiple_of: int, pad_id: int) -> "TokenRows":
        """Filled up behind each text to a length, then to a multiple, by an id of the range (0, 0).

        >>> rows = TokenRows(np.array([5, 6, 7], np.int32), np.ones(6, np.int32), [0, 2, 3])
        >>> made = rows.padded(2, 0, 9)
        >>> made.ids.tolist(), made.offsets.tolist(), made.bounds
        ([5, 6, 7, 9], [1, 1, 1, 1, 1, 1, 0, 0], [0, 2, 4])
        """
        bounds = np.array(self.bounds)
        counts = np.diff(bounds)
        lengths = counts if length is None else np.full(len(counts), length)
        if multiple_of:
            lengths = lengths + -lengths % multiple_of
        upto = bounds_of(np.maximum(lengths, counts))
        places = np.arange(bounds[-1]) + np.repeat(upto[:-1] - bounds[:-1], counts)
        ids = np.full(upto[-1], pad_id, np.int32)
        ids[places] = self.ids
        if self.offsets is None:
            return TokenRows(ids, None, upto.tolist())
        offsets = np.zeros((upto[-1], 2), np.int32)
        offsets[places] = self.offsets.reshape(-1, 2)
        return TokenRows(ids, offsets.ravel(), upto.tolist())


def bounds_of(sizes: Ints) -> Ints:
    """Where each part begins, and the last one ends.

    >>> bounds_of(np.array([2, 1])).tolist()
    [0, 2, 3]
    """
    bounds = np.zeros(len(sizes) + 1, np.int64)
    sizes.cumsum(out=bounds[1:])
    return bounds
