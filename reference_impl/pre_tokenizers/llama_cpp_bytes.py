r"""How llama.cpp reads bytes as code points, where they are no UTF-8.

It knows only the shape of a sequence (src/unicode.cpp b11549 `unicode_cpt_from_utf8`): surrogates
and overlong forms are taken, a byte that begins none is U+FFFD, and so the bytes that are spelled
later are those of U+FFFD. Above U+10FFFF it decodes, and then ends its process when it writes the
code point again.
"""

import re

from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_text import to_bytes

_ESCAPED = re.compile("[\udc80-\udcff]+")
_LAST = 0x10FFFF


class BeyondUnicode(TokparityError):
    """Four bytes whose code point is above U+10FFFF: llama.cpp ends its process.

    `position` is in characters of the text.
    """

    def __init__(self, position: int) -> None:
        super().__init__(
            f"the bytes at character {position} are above U+10FFFF: llama.cpp ends its process"
        )
        self.position = position


def read(text: Aligned) -> Aligned:
    r"""The code points that llama.cpp sees; the same object where all bytes are UTF-8.

    What is read of several bytes came from the first of them. Raises BeyondUnicode.

    >>> read(Aligned.of("a\udcff\udced\udca0\udc80"))
    Aligned(text='a\ufffd\ud800', origin=(0, 1, 2))
    """
    content = text.text
    if content.isascii() or not _ESCAPED.search(content):
        return text
    chars: list[str] = []
    origin: list[int] = []
    done = 0
    for found in _ESCAPED.finditer(content):
        start, end = found.span()
        chars.append(content[done:start])
        origin.extend(text.origin[done:start])
        for at, point in _points(to_bytes(found[0])):
            if point > _LAST:
                raise BeyondUnicode(text.origin[start + at])
            chars.append(chr(point))
            origin.append(text.origin[start + at])
        done = end
    chars.append(content[done:])
    origin.extend(text.origin[done:])
    return Aligned("".join(chars), tuple(origin), text.begins)


def _points(data: bytes) -> list[tuple[int, int]]:
    """(index of the first byte, code point) of each, for bytes from 0x80 on."""
    found = []
    at = 0
    while at < len(data):
        lead = data[at]
        more = 1 if lead < 0xE0 else 2 if lead < 0xF0 else 3
        following = data[at + 1 : at + 1 + more]
        if 0xC0 <= lead < 0xF8 and len(following) == more and max(following) < 0xC0:
            point = lead & (0x3F >> more)
            for byte in following:
                point = point << 6 | byte & 0x3F
            found.append((at, point))
            at += 1 + more
        else:
            found.append((at, 0xFFFD))
            at += 1
    return found
