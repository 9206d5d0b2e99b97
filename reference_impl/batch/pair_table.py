"""`PairTable`: the ranks of many pairs of symbols at once.

A hash table in two arrays: a pair stands in the slot that its key hashes to, or in the first free
one behind it. Proof that what is found is right: a slot holds the key itself, and is compared with
the one that is asked for; where a free slot comes first, the pair is nowhere behind it.
"""

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.models.merging import NO_RANK

Ints = NDArray[np.int64]

_SPREAD = np.uint64(0x9E3779B97F4A7C15)
"""An odd number whose bits have no pattern: 2⁶⁴ divided by the golden ratio."""
_FREE = -1
"""No key: a pair with no symbol, -1, is below it, and never found."""


class PairTable:
    """`keys`, shape (n,): `pair_key(left, right)` of ids below 2³¹, each once; `ranks`, shape (n,).

    >>> table = PairTable(np.array([1 << 32 | 2]), np.array([7]))
    >>> table.ranks(np.array([1, 2, -1]), np.array([2, 1, 2])) == [7, NO_RANK, NO_RANK]
    array([ True,  True,  True])
    """

    def __init__(self, keys: Ints, ranks: Ints) -> None:
        bits = max(4, (2 * len(keys)).bit_length())
        self._shift = np.uint64(64 - bits)
        self._last = (1 << bits) - 1
        self._keys = np.full(1 << bits, _FREE, np.int64)
        self._ranks = np.full(1 << bits, NO_RANK, np.int64)
        slots = self._slots(keys)
        while len(keys):
            free = self._keys[slots] == _FREE
            self._keys[slots[free]] = keys[free]  # of several the last one stays
            placed = self._keys[slots] == keys
            self._ranks[slots[placed]] = ranks[placed]
            keys, ranks = keys[~placed], ranks[~placed]
            slots = slots[~placed] + 1 & self._last

    def _slots(self, keys: Ints) -> Ints:
        return (keys.view(np.uint64) * _SPREAD >> self._shift).view(np.int64)

    def ranks(self, left: Ints, right: Ints) -> Ints:
        """The rank of each of n pairs, NO_RANK where none merges them; -1 is no symbol."""
        keys = left << 32 | right  # negative where one of them is no symbol: nowhere in the table
        slots = self._slots(keys)
        found = self._keys[slots]
        ranks = self._ranks[slots]
        miss = found != keys
        ask = (miss & (found != _FREE)).nonzero()[0]
        ranks[miss] = NO_RANK
        slots = slots[ask]
        while len(ask):
            slots = slots + 1 & self._last
            found = self._keys[slots]
            miss = found != keys[ask]
            hit = (~miss).nonzero()[0]
            ranks[ask[hit]] = self._ranks[slots[hit]]
            on = (miss & (found != _FREE)).nonzero()[0]
            ask, slots = ask[on], slots[on]
        return ranks
