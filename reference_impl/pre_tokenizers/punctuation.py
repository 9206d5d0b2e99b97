"""`Punctuation` of tokenizer.json: cut at punctuation."""

from dataclasses import dataclass

from tokparity.reference_impl.pre_tokenizers.splitting import (
    BEHAVIORS,
    Behavior,
    cut,
    isolate,
    read_behavior,
    removing,
    segments,
)
from tokparity.reference_impl.stage_types import Option, StageType
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.classes import characters


@dataclass(frozen=True, slots=True)
class Punctuation:
    """Cut at each punctuation character, with any of the five behaviours.

    Punctuation is `is_ascii_punctuation`, "$+<=>^`|~" among it, and the categories P of
    an old Unicode version. Source: tokenizers 0.23.3 pre_tokenizers/punctuation.rs.

    >>> [piece.text for piece in Punctuation("Contiguous").pre_tokenize([Aligned.of("a$!b")])]
    ['a', '$!', 'b']
    """

    behavior: Behavior = "Isolated"

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        return [part for piece in pieces for part in self._split(piece)]

    def _split(self, piece: Aligned) -> list[Aligned]:
        punctuation = characters("punctuation")
        found = [(at, at + 1) for at, char in enumerate(piece.text) if char in punctuation]
        if self.behavior == "Isolated":
            return isolate(piece, found)
        return cut(piece, segments(found, len(piece)), self.behavior)


TYPE = StageType(
    "Punctuation",
    Punctuation,
    (Option("behavior", read_behavior, BEHAVIORS, missing="Isolated"),),
    sweep={name: {"behavior": name} for name in ("Isolated", "Removed", "Contiguous")},
    loses=removing,
)
