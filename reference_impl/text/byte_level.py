"""The byte-level alphabet of GPT-2: one printable character for each of the 256 bytes.

Printable Latin-1 bytes stand for themselves; the 68 others are numbered upwards
from U+0100, in byte order, so that a space is "Ġ" (U+0120) and a newline "Ċ".
Not a stage: the pre-tokenizer, the decoder and the post-processor of the same name
are in their own packages.
"""

from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.transform import begins_with_nothing, transform

_PRINTABLE = (*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100))
_HIDDEN = tuple(byte for byte in range(256) if byte not in frozenset(_PRINTABLE))

BYTE_TO_CHAR: dict[int, str] = {byte: chr(byte) for byte in _PRINTABLE} | {
    byte: chr(0x100 + rank) for rank, byte in enumerate(_HIDDEN)
}
"""tokenizers 0.23 pre_tokenizers/byte_level.rs bytes_char; openai/gpt-2 src/encoder.py."""

CHAR_TO_BYTE: dict[str, int] = {char: byte for byte, char in BYTE_TO_CHAR.items()}

SPACE = BYTE_TO_CHAR[0x20]
_FROM_LATIN_1 = {byte: char for byte, char in BYTE_TO_CHAR.items() if chr(byte) != char}
_TO_LATIN_1 = {ord(char): chr(byte) for char, byte in CHAR_TO_BYTE.items()}


def spell(data: bytes) -> str:
    """Bytes in the byte-level alphabet.

    >>> spell(" é".encode())
    'ĠÃ©'
    """
    return data.decode("latin-1").translate(_FROM_LATIN_1)


def utf8(text: str) -> bytes:
    r"""The bytes of a text; llama.cpp reads encoded surrogates as characters, and writes them so.

    >>> utf8("\ud800").hex()
    'eda080'
    """
    return text.encode("utf-8", "surrogatepass")


def unspell(piece: str) -> bytes | None:
    """The bytes that a piece spells, or None where a character is outside the alphabet.

    >>> unspell("Ġworld"), unspell("€")
    (b' world', None)
    """
    # A Latin-1 character outside the alphabet (a space, say) would pass through `translate`.
    if not _ALPHABET.issuperset(piece):
        return None
    return piece.translate(_TO_LATIN_1).encode("latin-1")


_ALPHABET = frozenset(CHAR_TO_BYTE)


def spelled(piece: Aligned) -> Aligned:
    """The piece in the byte-level alphabet; every byte has its character's origin.

    >>> spelled(Aligned.of(" é"))
    Aligned(text='ĠÃ©', origin=[0, 1, 1])

    Raises LostAlignment.
    """
    text = piece.text
    if begins_with_nothing(piece):
        changes = [(c, min(n, 1)) for char in text for n, c in enumerate(spell(utf8(char)))]
        return transform(piece, changes)
    if text.isascii():
        return Aligned(spell(utf8(text)), piece.origin, piece.begins)
    origin = [
        at
        for at, char in zip(piece.origin, text, strict=True)
        for _ in range(
            1 if char < "\x80" else 2 if char < "\u0800" else 3 if char < "\U00010000" else 4
        )
    ]
    return Aligned(spell(utf8(text)), origin, piece.begins)
