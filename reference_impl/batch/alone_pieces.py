"""`alone_symbols`: the symbols that merging alone makes of their own bytes, told without merging.

Where merges were trained, a symbol's pairs are all of higher ranks than the merge that makes it
(`Merges.together`). Then ranks never fall from one turn to the next: a new pair has a product in
it. Of a symbol of which this is not so, or that no merge makes, or several, nothing is said, nor
of those that come of it.

Proof, of a symbol P that the merge of L and R makes, where merging alone makes L of its bytes, and
R. In P's bytes the two sides are merged as they are alone, up to the first merge over
the place between them. If there is none before both are done, P is made. At any turn the last
symbol E of the left side and the first one F of the right side stand beside each other: from when
the later of them is made until the sooner of them goes into the symbol that it is a part of. So
going back from L and R, the one that was made last is replaced by its part at the place, which
gives the pair before. Their merge is made only if its rank is not above that of the one that ends
them. A rank that is the same is taken for lower. L and R are looked at likewise, down to bytes.
"""

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.merge_rounds import Merges
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.word_bytes import Flags

_BYTE = -1
"""The rank of the merge that makes a byte's symbol: none does."""


def alone_symbols(
    pairs: tuple[Ints, Ints], merges: Merges, texts: NDArray[np.object_], of_bytes: Ints
) -> Flags:
    """Of each symbol whether merging its bytes certainly makes it.

    `pairs`: keys of pairs and their ranks, as in `merges`; `texts`, by symbol, in the byte-level
    alphabet; `of_bytes`, shape (256,): the symbol of each byte, or -1.

    >>> texts = np.array(["a", "b", "c", "ab", "bc", "abc"], object)
    >>> pairs = np.array([0 << 32 | 1, 1 << 32 | 2, 0 << 32 | 4]), np.array([0, 1, 2])
    >>> merges = Merges.of(*pairs, np.array([3, 4, 5]))
    >>> alone_symbols(pairs, merges, texts, np.arange(3)).tolist()
    [True, True, True, True, True, False]
    """
    keys, ranks = pairs
    alone = np.zeros(len(texts), np.bool_)
    products, left, right = merges.products[ranks], keys >> 32, keys & (1 << 32) - 1
    times = np.bincount(products, minlength=len(texts))
    some = np.flatnonzero((times[products] == 1) & merges.together[ranks])
    some = some[_joined(texts, products[some], left[some], right[some])]
    products, left, right = products[some], left[some], right[some]
    made = np.full(len(texts), _BYTE, np.int64)
    first, last = np.arange(len(texts)), np.arange(len(texts))
    made[products], first[products], last[products] = ranks[some], left, right
    known = of_bytes[of_bytes >= 0]
    alone[known[times[known] == 0]] = True
    alone[products] = ~_crossed(left, right, merges, made, (first, last))
    while True:
        stays = alone & alone[first] & alone[last]
        if (stays == alone).all():
            return alone
        alone = stays


def _joined(texts: NDArray[np.object_], products: Ints, left: Ints, right: Ints) -> Flags:
    """Whether each product's text is that of its two parts, none of which is empty."""
    some = zip(texts[products], texts[left], texts[right], strict=True)
    return np.fromiter((a != "" != b and text == a + b for text, a, b in some), np.bool_)


def _crossed(
    left: Ints, right: Ints, merges: Merges, made: Ints, parts: tuple[Ints, Ints]
) -> Flags:
    """Of two symbols side by side, whether a merge over the place between them comes first. `made`,
    by symbol: the rank that makes it; `parts`: the first and the last part of each."""
    first, last = parts
    crossed, which = np.zeros(len(left), np.bool_), np.arange(len(left))
    while len(which):
        end = np.maximum(made[left], made[right])
        of_left = made[left] == end
        left, right = np.where(of_left, last[left], left), np.where(of_left, right, first[right])
        on = end > _BYTE
        comes = on & (merges.pairs.ranks(left, right) <= end)
        crossed[which[comes]] = True
        on &= ~comes
        which, left, right = which[on], left[on], right[on]
    return crossed
