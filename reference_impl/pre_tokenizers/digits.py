"""`Digits`: cut numbers from what surrounds them."""

from dataclasses import dataclass

from tokparity.reference_impl.pre_tokenizers.splitting import cut, isolate, segments
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import FLAG, Option, StageType, nothing
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.classes import is_numeric


@dataclass(frozen=True, slots=True)
class Digits:
    """Cut at numeric characters: each alone, or runs of them together.

    Numeric is Rust's `char::is_numeric` (Nd, Nl, No), so "½" and "Ⅷ" are digits.
    Source: tokenizers 0.23 pre_tokenizers/digits.rs.
    """

    individual_digits: bool

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        return [part for piece in pieces for part in self._split(piece)]

    def _split(self, piece: Aligned) -> list[Aligned]:
        digits = [(at, at + 1) for at, char in enumerate(piece.text) if is_numeric(char)]
        if self.individual_digits:
            return isolate(piece, digits)
        return cut(piece, segments(digits, len(piece)), "Contiguous")


TYPE = StageType(
    "Digits",
    Digits,
    (Option("individual_digits", Node.boolean, FLAG),),
    sweep={"": {}, "individual": {"individual_digits": True}},
    loses=nothing,
)
