"""Hostile text made visible: what a page, a terminal and an XML file can show without harm.

Spaces become "·"; everything that is invisible, reorders its neighbours or cannot be
stored as UTF-8 (controls, format and bidi characters, lone surrogates, private and
unassigned code points) becomes an escape. For display only: the escapes follow the
running Python's Unicode table, and nothing is ever read back from them.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Literal

import regex

from tokparity.reference_impl.unicode.ages import age, versions

_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0"}
_ESCAPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"})
_BAD_BYTES = re.compile("([\udc80-\udcff]+)")
_CONTROLS = {0x00: "NUL", 0x09: "TAB", 0x0A: "LINE FEED", 0x0D: "CARRIAGE RETURN", 0x7F: "DELETE"}
_KINDS = {"L": "letter", "M": "mark", "N": "number", "P": "punctuation", "S": "symbol"}

Kind = Literal["text", "space", "escape"]


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch to be shown in one way; `shown` holds no character that needs escaping."""

    kind: Kind
    visible: str


def segments(text: str) -> Iterator[Segment]:
    """Split text into what is shown as it is, as a visible space, and as an escape.

    >>> [segment.visible for segment in segments("a b\\u202e")]
    ['a', '·', 'b', '\\\\u202e']
    """
    for kind, run in groupby(_kinds(text), key=lambda pair: pair[0]):
        yield Segment(kind, "".join(visible for _, visible in run))


def _kinds(text: str) -> Iterator[tuple[Kind, str]]:
    before: Kind | None = None
    for char in text:
        kind, visible = _visible_character(char, at_start=before != "text")
        yield kind, visible
        before = kind


@lru_cache(4096)
def _visible_character(char: str, *, at_start: bool) -> tuple[Kind, str]:
    if char == " ":
        return "space", "·"
    if char in _NAMED:
        return "escape", _NAMED[char]
    if char == "·" or unicodedata.category(char) in _ESCAPED:
        return "escape", escape(char)
    if at_start and unicodedata.category(char).startswith("M"):
        return "text", "◌" + char  # a mark without a base would sit on the page's own characters
    return "text", char


def escape(char: str) -> str:
    """The Python escape of one character: \\\\x07, \\\\u200b or \\\\U000e0001.

    >>> escape("\\u200b")
    '\\\\u200b'
    """
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def visible(text: str) -> str:
    """One line of harmless text, unambiguous: a backslash of the text is doubled.

    >>> visible("a b\\n\\\\")
    'a·b\\\\n\\\\\\\\'
    """
    parts = segments(text)
    return "".join(
        part.visible.replace("\\", "\\\\") if part.kind == "text" else part.visible
        for part in parts
    )


def harmless(text: str) -> str:
    """Text for a label: spaces stay, what is invisible or reorders becomes an escape.

    >>> harmless("a b\u202e")
    'a b\\\\u202e'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        char if char in " ·" else _visible_character(char, at_start=False)[1] for char in text
    )


def message_line(text: str, limit: int = 500) -> str:
    """An error or a warning for a terminal: one harmless line of at most `limit` characters.

    The middle goes, since the file stands in front and the reason at the end.

    >>> message_line("a.json: \\x1b[2J: no such key")
    'a.json: \\\\x1b[2J: no such key'
    >>> message_line("a" * 40 + "z" * 40, 20)
    'aaaaaaaaa … zzzzzzzz'
    """
    line = harmless(text.strip())
    if len(line) <= limit:
        return line
    kept = limit - len(" … ")
    front = kept - kept // 2
    return f"{line[:front]} … {line[len(line) - kept // 2 :]}"


def clip(text: str, limit: int) -> tuple[str, int]:
    """The first `limit` characters, and how many are left out.

    >>> clip("abcdef", 4)
    ('abcd', 2)
    """
    return text[:limit], max(0, len(text) - limit)


def visible_clipped(text: str, limit: int = 120) -> str:
    """`visible`, of at most `limit` characters of the text, saying how many more there are.

    >>> visible_clipped("a" * 100_000, 3)
    'aaa… (99,997 more characters)'
    """
    start, more = clip(text, limit)
    return visible(start) + (f"… ({more:,} more characters)" if more else "")


def bytes_as_text(value: bytes) -> str:
    """Bytes as text for display: what is not UTF-8 becomes \\\\xNN escapes of its bytes.

    >>> bytes_as_text(b"a\\xff")
    'a\\\\xff'
    """
    return value.decode("utf-8", "backslashreplace")


def visible_bytes(value: bytes, limit: int = 120) -> str:
    """`visible_clipped` of bytes: what is not UTF-8 becomes \\xNN, which is no text's backslash.

    >>> visible_bytes(b"a \\xff"), visible_bytes(b"a\\\\xff")
    ('a·\\\\xff', 'a\\\\\\\\xff')
    """
    start, more = clip(value.decode("utf-8", "surrogateescape"), limit)
    parts = _BAD_BYTES.split(start)  # every second one
    shown = [
        "".join(f"\\x{ord(char) - 0xDC00:02x}" for char in part) if at % 2 else visible(part)
        for at, part in enumerate(parts)
    ]
    return "".join(shown) + (f"… ({more:,} more characters)" if more else "")


def code_point_name(char: str) -> str:
    """The Unicode name for display, or what kind of code point it is.

    >>> code_point_name("a"), code_point_name("\\0"), code_point_name("\\udcff")
    ('LATIN SMALL LETTER A', 'NUL', 'byte FF, no UTF-8')
    >>> code_point_name("\\U0010fffe")
    'unassigned'
    """
    if 0xDC80 <= ord(char) <= 0xDCFF:  # reference_impl/text/byte_text.py
        return f"byte {ord(char) - 0xDC00:02X}, no UTF-8"
    kinds = {"Cs": "lone surrogate", "Co": "private use", "Cn": _newer(char), "Cc": "control"}
    fallback = _CONTROLS.get(ord(char)) or kinds.get(unicodedata.category(char), "unnamed")
    return unicodedata.name(char, fallback)


def _newer(char: str) -> str:
    """What a character is that this Python has no name for, by the table of `regex`, which is
    newer, and since which version of Unicode it is."""
    kind = next((it for name, it in _KINDS.items() if regex.match(rf"\p{{{name}}}", char)), None)
    return f"{kind} {_since(char)}" if kind else "unassigned"


def _since(char: str) -> str:
    version = versions()[age(char)]
    return (
        f"of Unicode {version}" if version[0].isdigit() else f"newer than Unicode {versions()[-3]}"
    )
