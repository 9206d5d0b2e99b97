"""Merges that compete: for each of a list its nearest rival, so that one rank decides a text.

"ab" by rank 7 and "bc" by rank 9 make "ab" + "c" of "abc". A merge that is missing, or whose rank
is another, makes "a" + "bc". Models without a list of merges have their pieces to compete.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.targets.bytes_of_pieces import as_text, speller
from tokparity.corpora.generators.targets.kind import Kind, evenly, row, texts
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_APART = ("\n", "\n", " ", ".", "1")
_HALF = 0xFFFFFFFF
NONE = -1
"""No symbol."""


def listed(tokenizer: Tokenizer) -> tuple[Mapping[int, int], Callable[[int], bytes]] | None:
    """The rank of each pair of symbols and the bytes of a symbol, where there is such a list."""
    model, spell = tokenizer.model, speller(tokenizer)
    match model:
        case BPE(merges=merges) if merges:
            pieces = model.pieces
            return merges, lambda symbol: spell(pieces[symbol])
        case LlamaBPE(merges=lines) if lines:
            symbols, ranks = model.ranked
            return ranks, lambda symbol: spell(symbols[symbol])
    return None


def rivals(tokenizer: Tokenizer) -> Kind[str]:
    """Every merge with the nearest one behind it in the list that wants one of its symbols too.

    Only a line end stands between two: with most others a target's first symbol would be another,
    and one sweep has to be enough for so many."""
    if (listing := listed(tokenizer)) is None:
        return texts("rival merges", ())
    ranks, name = listing

    symbols_of = cache(lambda: _with_rivals(ranks))
    name = cache(name)

    def target(number: int) -> str:
        symbols = symbols_of()[number].tolist()
        return as_text(b"".join(name(symbol) for symbol in symbols if symbol != NONE))

    return Kind("rival merges", len(ranks), target, row(len(ranks)), ("\n",), share=2.5)


def _with_rivals(ranks: Mapping[int, int]) -> Any:
    """The two symbols of each of n pairs, and on one side of them that which the nearest later pair
    would join to them; else NONE: shape (n, 4).

    >>> _with_rivals({1 << 32 | 2: 0, 2 << 32 | 3: 1, 4 << 32 | 1: 2}).tolist()
    [[-1, 1, 2, 3], [-1, 2, 3, -1], [-1, 4, 1, -1]]
    """
    import numpy as np  # takes a tenth of a second

    size = len(ranks)
    keys: Any = np.fromiter(ranks, dtype=np.uint64, count=size)
    left = (keys >> np.uint64(32)).astype(np.int64)
    right = (keys & np.uint64(_HALF)).astype(np.int64)
    places = np.arange(size)

    def next_with(symbols: Any, sought: Any) -> Any:
        """The place of the first later pair that has a symbol on one side; `size` where none is."""
        ordered = np.sort(symbols * size + places)  # by symbol, then by place in the list
        found = np.append(ordered, -1)[ordered.searchsorted(sought * size + places + 1)]
        return np.where(found // size == sought, found % size, size)

    behind, before = next_with(left, right), next_with(right, left)
    last = np.append(right, NONE)[behind]
    first = np.append(left, NONE)[before]
    first[behind <= before] = NONE
    last[behind > before] = NONE
    return np.stack([first, left, right, last], axis=1)


def at_edges(tokenizer: Tokenizer) -> Kind[str]:
    """Merges of telling ranks, the first, the last, around powers of two, and evenly between: as
    they are, doubled, with a part twice, and cut by a space."""
    if (listing := listed(tokenizer)) is None:
        return texts("merges", ())
    ranks, name = listing
    keys = list(ranks)

    def forms(key: int) -> tuple[str, ...]:
        left, right = name(key >> 32), name(key & _HALF)
        ways = (
            left + right,
            (left + right) * 2,
            left + left + right,
            left + right + right,
            left + b" " + right,
            right + left,
        )
        return tuple(map(as_text, ways))

    places = evenly(len(keys), 200)
    return texts("merges", (form for at in places for form in forms(keys[at])), 16, _APART)


def overlaps(material: Material) -> Kind[str]:
    """Every piece with the next one in the vocabulary that begins where it ends: "ab" and "bc" as
    "abc", of which either may become a token."""

    @cache
    def begins() -> Mapping[str, list[int]]:
        places: dict[str, list[int]] = {}
        for at, piece in enumerate(material.surfaces):
            if len(piece) > 1:
                places.setdefault(piece[0], []).append(at)
        return places

    def target(number: int) -> str:
        piece = material.surfaces[number]
        others = begins().get(piece[-1])
        if not others:
            return piece
        other = others[bisect_right(others, number) % len(others)]
        return piece + material.surfaces[other][1:]

    size = len(material.surfaces)
    return Kind("overlapping pieces", size, target, row(size), _APART)
