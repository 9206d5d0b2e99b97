"""`Fuse`: all pieces become one."""

from dataclasses import dataclass

from tokparity.reference_impl.stage_types import StageType


@dataclass(frozen=True, slots=True)
class Fuse:
    """Join the pieces, for a decoder after it that must see them together.

    Source: tokenizers 0.23 decoders/fuse.rs.
    """

    def decode(self, pieces: list[str]) -> list[str]:
        return ["".join(pieces)]


TYPE = StageType("Fuse", Fuse)
