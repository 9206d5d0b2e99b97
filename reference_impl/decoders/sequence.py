"""`Sequence` (decoder): decoders one after the other."""

from dataclasses import dataclass
from typing import ClassVar, Protocol

from tokparity.reference_impl.text.growth import check_growth


class Decoder(Protocol):
    """Turns pieces into stretches of text; joined, they are the decoded text."""

    def decode(self, pieces: list[str]) -> list[str]: ...


@dataclass(frozen=True, slots=True)
class DecoderSequence:
    """Each decoder in turn, on the list the one before made.

    Source: tokenizers 0.23 decoders/sequence.rs. Raises TooLarge.
    """

    COMPONENT: ClassVar[str] = "Sequence"

    decoders: tuple[Decoder, ...]

    def decode(self, pieces: list[str]) -> list[str]:
        length = sum(map(len, pieces))
        for decoder in self.decoders:
            pieces = decoder.decode(pieces)
            check_growth(sum(map(len, pieces)) - length)
        return pieces
