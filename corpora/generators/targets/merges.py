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

    @cache
    def pairs() -> "_Pairs":
        return _Pairs(ranks)

    def target(number: int) -> str:
        return as_text(b"".join(name(symbol) for symbol in pairs().with_rival(number)))

    return Kind("rival merges", len(ranks), target, row(len(ranks)), ("\n",), share=2.5)


class _Pairs:
    """Pairs in the order of the list, and by their left and their right symbols."""

    def __init__(self, ranks: Mapping[int, int]) -> None:
        import numpy as np  # takes a tenth of a second

        keys: Any = np.fromiter(ranks, dtype=np.uint64, count=len(ranks))
        self.left = (keys >> np.uint64(32)).astype(np.int64)
        self.right = (keys & np.uint64(_HALF)).astype(np.int64)
        size = len(ranks)
        # In the order of (symbol, place in the list): a search for both finds the nearest.
        self.size, places = size, np.arange(size)
        self.by_left = np.sort(self.left * size + places)
        self.by_right = np.sort(self.right * size + places)

    def with_rival(self, at: int) -> list[int]:
        """The symbols of pair `at` in a row with one that a later pair would join to them; the
        pair alone where there is none."""
        left, right = int(self.left[at]), int(self.right[at])
        behind = self._next(self.by_left, right, at)
        before = self._next(self.by_right, left, at)
        if behind is not None and (before is None or behind <= before):
            return [left, right, int(self.right[behind])]
        return [left, right] if before is None else [int(self.left[before]), left, right]

    def _next(self, ordered: Any, symbol: int, at: int) -> int | None:
        size = self.size
        near = int(ordered.searchsorted(symbol * size + at + 1))
        if near < size and int(ordered[near]) // size == symbol:
            return int(ordered[near]) % size
        return None


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
