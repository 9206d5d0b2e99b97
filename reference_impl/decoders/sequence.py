"""`Sequence` (decoder): decoders one after the other."""

from dataclasses import dataclass
from typing import Protocol


class Decoder(Protocol):
    """Turns pieces into stretches of text; joined, they are the decoded text."""

    def decode(self, pieces: list[str]) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class Sequence:
    """Each decoder in turn, on the list the one before made.

    Source: tokenizers 0.23 decoders/sequence.rs.
    """

    decoders: tuple[Decoder, ...]

    def decode(self, pieces: list[str]) -> list[str]:
        for decoder in self.decoders:
            pieces = decoder.decode(pieces)
        return pieces
