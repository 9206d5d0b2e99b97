"""Texts that may hold bytes that are no UTF-8, seen as llama.cpp sees them: as bytes.

It finds the length of a character in its first byte alone, so that in broken text a character may
begin with one and swallow the next. Such a text is worked on with one character a byte ("units");
any other as it is. Source: src/unicode.cpp `unicode_len_utf8`, llama.cpp b11549. Not here: what
stands for bytes that are no UTF-8 in a `str` (`byte_text`).
"""

from collections.abc import Iterator

from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.text.byte_text import from_bytes, to_bytes

_LENGTHS = (1,) * 12 + (2, 2, 3, 4)


class NoCodePoint(TokparityError):
    """Four bytes that would be a character behind U+10FFFF: the library ends its process."""

    def __init__(self, code_point: int) -> None:
        super().__init__(f"0x{code_point:X} is no code point")
        self.code_point = code_point


def is_whole(text: str) -> bool:
    """Whether a text stands for UTF-8.

    >>> is_whole("é"), is_whole("\\udcc3")
    (True, False)
    """
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def units(text: str) -> str:
    """One character for each byte of a text.

    >>> units("é")
    'Ã©'
    """
    return to_bytes(text).decode("latin-1")


def character_starts(units: str) -> list[int]:
    """Where llama.cpp lets characters begin, and the end of the text.

    >>> character_starts("aÃa")
    [0, 1, 3]
    """
    starts, at = [], 0
    while at < len(units):
        starts.append(at)
        at += _LENGTHS[ord(units[at]) >> 4]
    starts.append(len(units))
    return starts


def character_of_unit(text: str) -> list[int]:
    """The index of the character of each byte; one entry a byte.

    >>> character_of_unit("é!")
    [0, 0, 1]
    """
    return [at for at, char in enumerate(text) for _ in to_bytes(char)]


def code_points(text: str) -> Iterator[tuple[int, int]]:
    r"""Each code point as llama.cpp reads it, and the index of the character it begins in.

    It takes overlong forms, surrogates and numbers behind U+10FFFF for characters; a byte that can
    begin none is U+FFFD. Source: src/unicode.cpp `unicode_cpts_from_utf8`, llama.cpp b11549.

    >>> list(code_points("a\udcc1\udc81\udcff"))
    [(97, 0), (65, 1), (65533, 3)]
    """
    if is_whole(text):
        yield from ((ord(char), at) for at, char in enumerate(text))
        return
    data, chars = to_bytes(text), character_of_unit(text)
    at = 0
    while at < len(data):
        first = data[at]
        length = 1 if first < 0x80 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
        rest = data[at + 1 : at + length]
        broken = 0x80 <= first < 0xC0 or first >= 0xF8 or len(rest) < length - 1
        if broken or any(byte & 0xC0 != 0x80 for byte in rest):
            yield 0xFFFD, chars[at]
            at += 1
            continue
        code_point = first if length == 1 else first & (0x7F >> length)
        for byte in rest:
            code_point = code_point << 6 | byte & 0x3F
        yield code_point, chars[at]
        at += length


def character(code_point: int) -> str:
    r"""The text of a code point; a surrogate is three bytes that are no UTF-8.

    >>> character(0x41), character(0xD800)
    ('A', '\udced\udca0\udc80')

    Raises NoCodePoint.
    """
    if code_point > 0x10FFFF:
        raise NoCodePoint(code_point)
    return from_bytes(chr(code_point).encode("utf-8", "surrogatepass"))
