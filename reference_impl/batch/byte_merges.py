"""`ByteMerges`: what merging makes of many stretches of bytes at once.

Not here: pieces that are taken whole whatever merges make (`known_words`), and what the bytes of a
word are cut into first (`byte_joins`).

Proof that a stretch's tokens are the model's: its first symbols are the pieces of its bytes, merged
as `merge_rounds` shows. tiktoken merges whatever two tokens make a third, by its rank: each such
pair is listed. The ranks of two bytes are looked up once for all.
"""

from dataclasses import dataclass

import numpy as np

from tokparity.reference_impl.batch.merge_rounds import GONE, Merges, merge_all
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.stretches import Bytes
from tokparity.reference_impl.batch.word_scan import Scan
from tokparity.reference_impl.models.merging import NO_RANK

_BYTES = 256


@dataclass(frozen=True)
class ByteMerges:
    """`symbols`, shape (256,): the symbol of each byte, or -1; `merges`: of symbols; `pairs`, shape
    (65536,): the rank of a byte (times 256) and another, NO_RANK where they do not merge; `scan`:
    the same merges for a few words, if they are at hand."""

    symbols: Ints
    merges: Merges
    pairs: Ints
    scan: Scan | None = None

    @classmethod
    def of(cls, symbols: Ints, merges: Merges, scan: Scan | None = None) -> "ByteMerges":
        """By the symbols of bytes."""
        left, right = np.repeat(symbols, _BYTES), np.tile(symbols, _BYTES)
        pairs = merges.pairs.ranks(left, right)
        pairs[(left < 0) | (right < 0)] = NO_RANK
        return cls(symbols, merges, pairs, scan)

    def merged(self, data: Bytes, sizes: Ints) -> tuple[Ints, Ints]:
        """The symbols of n stretches of bytes, and how many each has; `sizes`, shape (n,), none of
        them 0, sum up to the bytes, each of which has a symbol.

        >>> from tokparity.reference_impl.models.merging import pair_key
        >>> ranks, products = {pair_key(97, 98): 0}, [300]
        >>> merges = Merges.of(np.array([*ranks]), np.array([0]), np.array(products))
        >>> some = ByteMerges.of(np.arange(256), merges, Scan(ranks, products))
        >>> ids, counts = some.merged(np.frombuffer(b"abcab", np.uint8), np.array([3, 2]))
        >>> ids.tolist(), counts.tolist()
        ([300, 99, 300], [2, 1])
        """
        if not len(sizes):
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        ranks = np.full(len(data), NO_RANK, np.int64)
        ranks[:-1] = self.pairs[data[:-1].astype(np.uint16) << 8 | data[1:]]
        left = merge_all(self.symbols[data], sizes, self.merges, ranks, self.scan)
        kept = left != GONE
        return left[kept], np.add.reduceat(kept, np.cumsum(sizes) - sizes)
