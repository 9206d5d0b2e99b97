"""`merge_all`: byte-pair merging of many words at once, in rounds.

Each round makes one merge in every word that has one left: that of the lowest rank, of equals the
leftmost, which is what `models.merging.merge_scan` makes of a word in one turn of its loop. Words
do not touch each other, so that their merges may be made side by side. What a round costs does not
depend on how many words have a merge left: when half of them are done, the others go on in arrays
of their own.

In a long word all pairs of the lowest rank are merged in one round, from the left, no symbol twice,
where every pair that has the product is of a higher rank: then the turns that follow make just
these, as none of them makes a pair of as low a rank.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.pair_table import Ints, PairTable
from tokparity.reference_impl.batch.steps import padded, places_of
from tokparity.reference_impl.batch.word_scan import FEW, Scan
from tokparity.reference_impl.models.merging import NO_RANK

GONE = -1
"""Stands where a symbol was that went into the one before it."""
_PLACE = (1 << 32) - 1
LONG = 24
"""Symbols of a word that is looked at as a whole in each round."""


@dataclass(frozen=True)
class Merges:
    """`pairs`: ranks below 2³⁰; `products`, shape (ranks,): the symbol that each makes; `together`,
    shape (ranks,): whether every pair that has that is of a higher rank."""

    pairs: PairTable
    products: Ints
    together: NDArray[np.bool_]

    @classmethod
    def of(cls, keys: Ints, ranks: Ints, products: Ints) -> "Merges":
        """Of pairs, each `pair_key(left, right)`, and their ranks."""
        last = max(int(products.max(initial=-1)), int((keys >> 32).max(initial=-1)))
        last = max(last, int((keys & _PLACE).max(initial=-1)))
        lowest = np.full(last + 1, NO_RANK, np.int64)
        for symbols in (keys >> 32, keys & _PLACE):
            np.minimum.at(lowest, symbols, ranks)
        together = lowest[products] > np.arange(len(products))
        return cls(PairTable(keys, ranks), products, together)


def merge_all(
    symbols: Ints,
    sizes: Ints,
    merges: Merges,
    ranks: Ints | None = None,
    scan: Scan | None = None,
) -> Ints:
    """What is left of n symbols of m words, one behind the other; `sizes`, shape (m,), all above 0.
    `ranks`, shape (n,): of each symbol and the next, where they are known; they are written to.

    A product stands where its left part stood, and GONE where the right one was; but for the few
    words that are left to a `scan`, whose symbols come first.

    >>> keys, ranks = np.array([0 << 32 | 1, 1 << 32 | 1]), np.array([0, 1])
    >>> merges = Merges.of(keys, ranks, np.array([2, 3]))
    >>> merge_all(np.array([0, 1, 1, 1, 1]), np.array([3, 2]), merges)
    array([ 2, -1,  1,  3, -1])
    """
    left = np.full(len(symbols), GONE, np.int64)
    places = np.arange(len(symbols))
    if ranks is None:
        ranks = merges.pairs.ranks(symbols, padded(symbols, GONE)[1:])
    ranks[np.cumsum(sizes) - 1] = NO_RANK
    going = np.ones(len(sizes), np.bool_)
    while True:
        kept = symbols != GONE
        firsts = np.cumsum(sizes) - sizes
        stays = np.repeat(going, sizes) & kept
        done = kept & ~stays
        left[places[done]] = symbols[done]
        if not going.any():
            return left
        sizes = np.add.reduceat(kept, firsts)[going]
        symbols, places, ranks = symbols[stays], places[stays], ranks[stays]
        if scan is not None and len(sizes) <= FEW:
            left[places] = scan.left(symbols, sizes, GONE)
            return left
        symbols, ranks, going = _rounds(symbols, sizes, ranks, merges)


def _rounds(
    symbols: Ints, sizes: Ints, ranks: Ints, merges: Merges
) -> tuple[Ints, Ints, NDArray[np.bool_]]:
    """Rounds until half of the words, or more, have no merge left; which of them have."""
    count = len(symbols)
    ends = np.cumsum(sizes)
    firsts = ends - sizes
    symbols = padded(symbols, GONE)  # place `count` is behind every word, and before it
    after, before = np.arange(1, count + 2), np.arange(-1, count)
    after[ends - 1] = count
    before[firsts] = count
    numbers = np.arange(count)
    keys = np.where(ranks == NO_RANK, NO_RANK, ranks << 32 | numbers)
    long = places_of(sizes > LONG)
    places = places_of(np.repeat(sizes > LONG, sizes)) if len(long) else long
    while True:
        best = np.minimum.reduceat(keys, firsts)
        going = best < NO_RANK
        if 2 * np.count_nonzero(going) <= len(sizes):
            return symbols[:count], np.where(keys == NO_RANK, NO_RANK, keys >> 32), going
        if len(long):
            lowest = best[long] >> 32
            alone = going.copy()
            together = going[long] & merges.together[np.where(going[long], lowest, 0)]
            alone[long[together]] = False
            of_places = np.repeat(np.where(together, lowest, -1), sizes[long])
            at = _apart(places[keys[places] >> 32 == of_places], after)
            at = np.concatenate((best[alone] & _PLACE, at))
        else:
            at = best[going] & _PLACE
        right = after[at]
        symbols[at] = merges.products[keys[at] >> 32]
        symbols[right] = GONE
        keys[right] = NO_RANK
        behind = after[right]
        after[at] = behind
        before[behind] = at
        left = before[at]
        changed = np.concatenate((at, left[left < count]))
        found = merges.pairs.ranks(symbols[changed], symbols[after[changed]])
        keys[changed] = np.where(found == NO_RANK, NO_RANK, found << 32 | changed)


def _apart(places: Ints, after: Ints) -> Ints:
    """Of places at which equal pairs begin, in order, those from the left that share no symbol."""
    follows = np.append(False, after[places[:-1]] == places[1:])
    numbers = np.arange(len(places))
    heads = np.maximum.accumulate(np.where(follows, 0, numbers))
    apart: Ints = places[(numbers - heads) % 2 == 0]
    return apart
