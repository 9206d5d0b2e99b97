"""`joined`: the tokens of many texts, put together from those of their chunks at once.

Those of all chunks are joined like strings. A text's chunks lie one behind the other with a space
between: so what stands before a chunk is as long as the chunks before it, and a space for each.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.chunk import Chunk, chunk_of
from tokparity.reference_impl.batch.pair_table import Ints

Numbers = NDArray[np.int32]


@dataclass(frozen=True)
class Joined:
    """N tokens of n texts: `ids`, shape (N,); `offsets`, shape (2N,); `bounds`, n + 1 places: the
    tokens of text i are [bounds[i], bounds[i + 1])."""

    ids: Numbers
    offsets: Numbers
    bounds: Sequence[int]


def joined(
    rows: Sequence[Sequence[Chunk]], before: Sequence[int] = (), behind: Sequence[int] = ()
) -> Joined:
    """The tokens of each row of chunks, of which none is empty; `before` and `behind` each these
    ids, with the range (0, 0).

    >>> a, b = chunk_of([7], [0, 2], ["ab"], 2), chunk_of([8], [-1, 1], [" c"], 1)
    >>> found = joined([[a, b, b], [b]])
    >>> found.ids.tolist(), found.offsets.tolist(), found.bounds
    ([7, 8, 8, 8], [0, 2, 2, 4, 4, 6, -1, 1], [0, 3, 4])
    """
    if before or behind:
        around = [chunk_of(ids, [0, 0] * len(ids), (), -1) for ids in (before, behind)]
        rows = [[around[0], *row, around[1]] for row in rows]
    flat = list(chain.from_iterable(rows))
    ids = np.frombuffer(b"".join([chunk.ids for chunk in flat]), np.int32)
    positions = np.frombuffer(b"".join([chunk.positions for chunk in flat]), np.int32)
    tokens = np.fromiter([len(chunk.ids) for chunk in flat], np.int64, len(flat)) // ids.itemsize
    sizes = np.fromiter([chunk.size for chunk in flat], np.int64, len(flat))
    chunks = np.fromiter(map(len, rows), np.int64, len(rows))
    starts = _before(sizes, chunks)
    offsets = positions + np.repeat(starts, 2 * tokens).astype(np.int32)
    upto = np.append(0, np.cumsum(tokens))
    bounds: Ints = upto[np.append(0, np.cumsum(chunks))]
    last = (bounds[1:, np.newaxis] - np.arange(1, len(behind) + 1)).ravel()
    offsets.reshape(-1, 2)[last] = 0
    return Joined(ids, offsets, bounds.tolist())


def _before(sizes: Ints, chunks: Ints) -> Ints:
    """How many characters stand before each chunk in its row."""
    starts: Ints = np.cumsum(sizes) - sizes
    first: Ints = starts[np.cumsum(chunks) - chunks]
    before: Ints = starts - np.repeat(first, chunks)
    return before
