"""The bytes of text that each token of a GGUF vocabulary stands for.

What `token_to_piece` gives where special tokens are shown: src/llama-vocab.cpp, llama.cpp b11549.
Not here: which of them are left out, and the spaces between (`decoders.llama_detokenizer`).
"""

import re

from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats.gguf.vocabulary import (
    BYTE,
    BYTE_PAIR,
    CONTROL,
    NORMAL,
    UNKNOWN,
    USER_DEFINED,
    GgufVocabulary,
)
from tokparity.reference_impl.text.byte_level import CHAR_TO_BYTE, unspell
from tokparity.reference_impl.text.byte_text import from_bytes, to_bytes
from tokparity.reference_impl.text.code_units import character, code_points

_VISIBLE = UNKNOWN | CONTROL | USER_DEFINED
_BYTE = re.compile(rb"<0x([0-9a-fA-F]{2})>")
_HEX = re.compile(rb"[ \t\n\v\f\r]*([+-]?)(?:0[xX](?=[0-9a-fA-F]))?([0-9a-fA-F]*)")


class ByteToken(TokparityError):
    """A token of the type "byte" that stands for none: the library ends its process or refuses."""

    def __init__(self, token_id: int, text: bytes) -> None:
        super().__init__(f"token {token_id}, {text!r}, is of the type byte")
        self.token_id = token_id


def surfaces(
    vocabulary: GgufVocabulary, attributes: tuple[int, ...], escapes: bool
) -> tuple[bytes, ...]:
    """By id. `escapes`: "▁" stands for a space. Raises ByteToken, NoCodePoint."""
    return tuple(
        [
            _surface(vocabulary, token_id, text, given, escapes)
            for token_id, (text, given) in enumerate(
                zip(vocabulary.tokens, attributes, strict=True)
            )
        ]
    )


def _surface(
    vocabulary: GgufVocabulary, token_id: int, text: bytes, given: int, escapes: bool
) -> bytes:
    model = vocabulary.model
    match model:
        case "rwkv":
            return unescape(text)
        case "test":
            return b"%x" % token_id
        case "plamo2":
            byte = byte_of(text) if given & BYTE else None
            return text if byte is None else bytes([byte])
    if given & _VISIBLE:
        return text
    if given & NORMAL:
        if model in BYTE_PAIR and not escapes:
            return _unspelled(text)
        return text.replace("▁".encode(), b" ")
    if given & BYTE:
        if model == "bert" or len(text) < 3:
            raise ByteToken(token_id, text)
        return _hexadecimal(text[3:5])
    return b""


def byte_of(text: bytes) -> int | None:
    """The byte that `<0x0A>` stands for, of a PLaMo-2 vocabulary.

    >>> byte_of(b"<0x0a>"), byte_of(b"0x0A")
    (10, None)
    """
    found = _BYTE.fullmatch(text)
    return None if found is None else int(found[1], 16)


def unescape(text: bytes) -> bytes:
    r"""The bytes of a token of an RWKV vocabulary: \t, \n, \r, \xhh, and \ before anything else.

    What is no hexadecimal digit is taken for one all the same, as by
    `llama_unescape_rwkv_token`; an escape that the token ends in counts for nothing.

    >>> unescape(rb"\x41\\\n"), unescape(rb"\xZZa\x1")
    (b'A\\\n', b'\xcaa')
    """
    out = bytearray()
    at = 0
    while at < len(text):
        byte = text[at]
        at += 1
        if byte != ord("\\"):
            out.append(byte)
            continue
        if at == len(text):
            break
        byte = text[at]
        at += 1
        if byte != ord("x"):
            out.append({ord("t"): 9, ord("n"): 10, ord("r"): 13}.get(byte, byte))
        elif at + 2 <= len(text):
            high, low = (_digit(digit) for digit in text[at : at + 2])
            out.append((high << 4) + low & 0xFF)
            at += 2
        else:
            at = len(text)
    return bytes(out)


def _digit(byte: int) -> int:
    return byte - ord("a") + 10 if ord("a") <= byte < 0x80 else byte - ord("0")


def _unspelled(text: bytes) -> bytes:
    """The bytes that a byte-level piece spells; any other character is told in its place."""
    piece = from_bytes(text)
    if (spelled := unspell(piece)) is not None:
        return spelled
    out = []
    for code_point, _ in code_points(piece):
        char = character(code_point)
        byte = CHAR_TO_BYTE.get(char)
        if byte is None:
            out.append(b"[UNK_BYTE_0x" + to_bytes(char).hex().encode() + text + b"]")
        else:
            out.append(bytes([byte]))
    return b"".join(out)


def _hexadecimal(digits: bytes) -> bytes:
    """`strtol` of up to two characters, of the result the lowest byte."""
    found = _HEX.match(digits)
    assert found is not None
    value = int(found[2] or b"0", 16)
    return bytes([(-value if found[1] == b"-" else value) & 0xFF])
