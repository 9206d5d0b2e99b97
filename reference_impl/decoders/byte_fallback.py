"""`ByteFallback`: pieces like `<0x61>` become the bytes that they name."""

from dataclasses import dataclass
from itertools import groupby

from tokparity.reference_impl.stage_types import StageType


@dataclass(frozen=True, slots=True)
class ByteFallback:
    """Each run of byte pieces is decoded as a whole.

    A run with one bad byte is lost as a whole too: as many U+FFFD as it has bytes, its good
    characters among them. Digits may be lower case, and the number may have a plus sign
    (`<0x+A>`). Source: tokenizers 0.23 decoders/byte_fallback.rs.

    >>> ByteFallback().decode(["<0xC3>", "<0xA9>", "a", "<0x41>", "<0xFF>"])
    ['é', 'a', '\\ufffd', '\\ufffd']
    """

    def decode(self, pieces: list[str]) -> list[str]:
        decoded: list[str] = []
        for is_bytes, run in groupby(pieces, lambda piece: byte_of(piece) is not None):
            if not is_bytes:
                decoded += run
                continue
            data = bytes(byte for piece in run if (byte := byte_of(piece)) is not None)
            try:
                decoded.append(data.decode())
            except UnicodeDecodeError:
                decoded += ["\ufffd"] * len(data)
        return decoded


_DIGITS = "0123456789abcdefABCDEF"
_NAMED = {
    f"<0x{first}{last}>": int(first + last, 16) for first in f"+{_DIGITS}" for last in _DIGITS
}


def byte_of(piece: str) -> int | None:
    """The byte that a piece names; None for any other piece."""
    return _NAMED.get(piece)


TYPE = StageType("ByteFallback", ByteFallback)
