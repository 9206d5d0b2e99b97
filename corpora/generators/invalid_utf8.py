"""Bytes that are no UTF-8, among text: for libraries that take bytes.

Cut sequences, stray continuations, overlong forms, encoded surrogates, bytes that never occur.
Written as `byte_text.from_bytes` writes them. Never a whole sequence for a number above U+10FFFF
(F4 90 80 80 …): llama.cpp ends its process on those, which one test says once.
"""

import re

from tokparity.corpora.generators.generator import Generator
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng
from tokparity.reference_impl.text.byte_text import from_bytes, to_bytes

_TOO_HIGH = re.compile(rb"(\xf4[\x90-\xbf]|[\xf5-\xf7][\x80-\xbf])[\x80-\xbf]{2}")
_BYTE = re.compile("[\udc80-\udcff]")
BROKEN = (
    *(b"\x80", b"\xbf", b"\xc0", b"\xc1", b"\xf8", b"\xfe", b"\xff"),
    *(b"\xc3", b"\xe2\x82", b"\xe2", b"\xf0\x9f\x98", b"\xf0\x9f", b"\xf0", b"\xed", b"\xef\xbb"),
    *(b"\xc0\x80", b"\xc1\xbf", b"\xe0\x80\xaf", b"\xf0\x80\x80\xaf"),
    *(b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xed\xa0\xbd\xed\xb8\x80"),
    *(b"\xe2\x96", b"\x96\x81", b"\xe2\x96\x81\x81", b"\xc3\x28", b"\xe2\x28\xa1", b"\xc3\xc3\xa9"),
)


def without_too_high(text: str) -> str:
    r"""A text without such a whole sequence, as one may come about where texts are put together.

    >>> ascii(without_too_high("a\udcf4\udc90\udc80" + "\udc80b"))
    "'a\\udcf4b'"
    """
    if text.isascii() or _BYTE.search(text) is None:
        return text
    return from_bytes(_TOO_HIGH.sub(b"\xf4", to_bytes(text)))


def make(rng: Rng, material: Material) -> str:
    """1 to 6 parts: broken bytes, characters cut anywhere, and whole text between."""
    parts = []
    for _ in range(rng.between(1, 6)):
        match rng.below(4):
            case 0 | 1:
                parts.append(rng.choice(BROKEN))
            case 2 if material.surfaces:
                data = rng.choice(material.surfaces).encode()[:24]
                parts.append(data[: rng.below(len(data) + 1)])
            case _:
                parts.append(rng.choice((b" ", b"a", b"\n", b"1", "\u00e9".encode())))
    return from_bytes(_TOO_HIGH.sub(b"\xf4", b"".join(parts)))


INVALID_UTF8 = Generator("invalid-utf8", make)
