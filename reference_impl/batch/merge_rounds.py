"""`merge_all`: byte-pair merging of many words at once, in rounds.

Each round makes one merge in every word that has one left: that of the lowest rank, of equals the
leftmost, which is what `models.merging.merge_scan` makes of a word in one turn of its loop. Words
do not touch each other, so that their merges may be made side by side. What a round costs does not
depend on how many words have a merge left: when half of them are done, the others go on in arrays
of their own.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.pair_table import Ints, PairTable
from tokparity.reference_impl.models.merging import NO_RANK

GONE = -1
"""Stands where a symbol was that went into the one before it."""
_PLACE = (1 << 32) - 1


@dataclass(frozen=True)
class Merges:
    """`pairs`: ranks below 2³⁰; `products`, shape (ranks,): the symbol that each makes."""

    pairs: PairTable
    products: Ints


def merge_all(symbols: Ints, sizes: Ints, merges: Merges) -> Ints:
    """What is left of n symbols of m words, one behind the other; `sizes`, shape (m,), all above 0.

    A product stands where its left part stood, and GONE where the right one was.

    >>> pairs = PairTable(np.array([0 << 32 | 1, 1 << 32 | 1]), np.array([0, 1]))
    >>> merges = Merges(pairs, np.array([2, 3]))
    >>> merge_all(np.array([0, 1, 1, 1, 1]), np.array([3, 2]), merges)
    array([ 2, -1,  1,  3, -1])
    """
    left = np.full(len(symbols), GONE, np.int64)
    places = np.arange(len(symbols))
    while len(sizes):
        symbols, going = _rounds(symbols, sizes, merges)
        kept = symbols != GONE
        counts = np.add.reduceat(kept, np.cumsum(sizes) - sizes)
        stays = np.repeat(going, sizes) & kept
        done = kept & ~stays
        left[places[done]] = symbols[done]
        symbols, places, sizes = symbols[stays], places[stays], counts[going]
    return left


def _rounds(symbols: Ints, sizes: Ints, merges: Merges) -> tuple[Ints, NDArray[np.bool_]]:
    """Rounds until half of the words, or more, have no merge left; which of them have."""
    count = len(symbols)
    ends = np.cumsum(sizes)
    firsts = ends - sizes
    symbols = np.append(symbols, GONE)  # place `count` is behind every word, and before it
    after, before = np.arange(1, count + 2), np.arange(-1, count)
    after[ends - 1] = count
    before[firsts] = count
    keys = _keys(symbols, np.arange(count), after, merges.pairs)
    while True:
        best = np.minimum.reduceat(keys, firsts)
        going = best < NO_RANK
        best = best[going]
        if 2 * len(best) <= len(sizes):
            return symbols[:count], going
        at = best & _PLACE
        right = after[at]
        symbols[at] = merges.products[best >> 32]
        symbols[right] = GONE
        keys[right] = NO_RANK
        behind = after[right]
        after[at] = behind
        before[behind] = at
        left = before[at]
        changed = np.concatenate((at, left[left < count]))
        keys[changed] = _keys(symbols, changed, after, merges.pairs)


def _keys(symbols: Ints, places: Ints, after: Ints, table: PairTable) -> Ints:
    """(rank << 32 | place) of the pair that begins at each place; NO_RANK or more where none."""
    ranks = table.ranks(symbols[places], symbols[after[places]])
    return np.where(ranks == NO_RANK, NO_RANK, ranks << 32 | places)
