"""`PieceRows`: the tokens of many texts of a model that takes the longest piece first.

Nothing is kept of a text: to make its tokens anew costs no more than to look its words up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tokparity.reference_impl.batch.character_words import CharacterWords
from tokparity.reference_impl.batch.longest_pieces import LongestPieces
from tokparity.reference_impl.batch.token_rows import TokenRows


@dataclass(frozen=True)
class PieceRows:
    """`words` says where words are, `pieces` what becomes of them. `sought`: a text in which one of
    these stands, as the normalizer leaves it, is left."""

    words: CharacterWords
    pieces: LongestPieces
    sought: tuple[str, ...] = ()

    @property
    def how(self) -> str:
        """As `Joins.how`."""
        return "all words side by side, the longest pieces first"

    def joined(
        self, texts: Sequence[str], _: Mapping[int, Sequence[int]], *, ranges: bool = True
    ) -> tuple[TokenRows, list[int]]:
        """The tokens of n texts without surrogates, and those texts whose tokens are to be left."""
        codes, came, begins, ends, firsts = self.words.cut(texts)
        cut = self.pieces.cut(codes, begins, ends)
        starts = came[cut.starts]
        bounds = np.searchsorted(starts, firsts)
        moved = np.repeat(firsts[:-1], np.diff(bounds))
        offsets = np.empty((len(starts), 2), np.int32)
        offsets[:, 0] = starts - moved
        offsets[:, 1] = came[cut.stops - 1] + 1 - moved
        rows = TokenRows(cut.ids, offsets.ravel(), bounds.tolist())
        left = np.zeros(0, np.int64)
        if self.sought:
            places = came[self._places(codes.tobytes().decode("utf-32-le"))]
            left = np.unique(np.searchsorted(firsts, places, "right") - 1)
        return rows, left.tolist()

    def _places(self, text: str) -> list[int]:
        """Where those begin that are sought."""
        places: list[int] = []
        for some in self.sought:
            at = text.find(some)
            while at >= 0:
                places.append(at)
                at = text.find(some, at + 1)
        return places
