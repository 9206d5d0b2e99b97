"""`Strip` (decoder): take a character off both ends of each piece."""

from dataclasses import dataclass

from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.stage_types import Option, StageType


class NothingToStrip(TokparityError):
    """A piece is too short for what is to be taken off its two ends: the library panics.

    So it does on " " with one space to take off each end, and on an empty piece wherever
    anything is to be taken off the end.
    """

    def __init__(self, piece: str) -> None:
        super().__init__(f"the Strip decoder runs out of the piece {piece!r}")
        self.piece = piece


@dataclass(frozen=True, slots=True)
class StripDecoder:
    """Up to `start` times `content` off the start, up to `stop` times off the end.

    Source: tokenizers 0.23 decoders/strip.rs. Raises NothingToStrip.

    >>> StripDecoder(" ", 1, 0).decode(["  a ", "b"])
    [' a ', 'b']
    """

    content: str
    start: int
    stop: int

    def decode(self, pieces: list[str]) -> list[str]:
        return list(map(self._stripped, pieces))

    def _stripped(self, piece: str) -> str:
        leading = min(len(piece) - len(piece.lstrip(self.content)), self.start)
        trailing = min(len(piece) - len(piece.rstrip(self.content)), self.stop)
        runs_out = trailing == len(piece) < self.stop
        if runs_out or leading + trailing > len(piece):
            raise NothingToStrip(piece)
        return piece[leading : len(piece) - trailing]


TYPE = StageType(
    "Strip",
    StripDecoder,
    (
        Option("content", Node.char, (" ", "\u2581", "e")),
        Option("start", Node.size, (0, 1, 2)),
        Option("stop", Node.size, (0, 1, 2)),
    ),
    array=("content", "start", "stop"),
)
