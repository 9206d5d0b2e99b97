r"""What llama.cpp knows about characters, and what its regular expressions see of them.

The tables of b11549 (src/unicode-data.cpp), as the shared object answered for every code point:
classes, lower case, first parts. A regular expression sees `collapsed` or `wide` instead of a text
(src/unicode.cpp `unicode_regex_split`). Not Unicode: `nfd` gives one character for each, and white
space is a set of 25.
"""

import json
from bisect import bisect_right
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from tokparity.reference_impl.unicode.ranges import members, unpack


@cache
def _tables() -> Mapping[str, Any]:
    return json.loads(files(__package__).joinpath("llama_cpp.json").read_text("ascii"))  # type: ignore[no-any-return]  # the file is ours


@cache
def made_from() -> str:
    """The distribution and the version that were asked."""
    return str(_tables()["made_from"])


@cache
def _borders(name: str) -> list[int]:
    """Where membership begins and ends, in turn: inside after an odd number of borders."""
    return [at for first, last in unpack(_tables()["classes"][name]) for at in (first, last + 1)]


def is_in(name: str, char: str) -> bool:
    """Whether a character is of a class: `undefined`, `number`, `letter`, `separator`, `mark`,
    `punctuation`, `symbol`, `control`, which are one a character, or `whitespace`, `han`.

    >>> is_in("symbol", "+"), is_in("punctuation", "+")
    (True, False)
    """
    return bool(bisect_right(_borders(name), ord(char)) % 2)


def is_letter(char: str) -> bool:
    """`is_letter` of unicode_cpt_flags."""
    return is_in("letter", char)


def is_number(char: str) -> bool:
    """`is_number` of unicode_cpt_flags.

    >>> is_number("½"), is_number("x")
    (True, False)
    """
    return is_in("number", char)


def is_punctuation(char: str) -> bool:
    """`is_punctuation` of unicode_cpt_flags: not "$", "+" or "<", which are symbols."""
    return is_in("punctuation", char)


def is_symbol(char: str) -> bool:
    """`is_symbol` of unicode_cpt_flags."""
    return is_in("symbol", char)


def is_mark(char: str) -> bool:
    """`is_accent_mark` of unicode_cpt_flags: every M of Unicode."""
    return is_in("mark", char)


def is_control(char: str) -> bool:
    """`is_control` of unicode_cpt_flags: Cc, Cf, Cs and Co."""
    return is_in("control", char)


def is_whitespace(char: str) -> bool:
    r"""`is_whitespace` of unicode_cpt_flags.

    >>> is_whitespace("\u3000"), is_whitespace("\x1c")
    (True, False)
    """
    return is_in("whitespace", char)


def is_han(char: str) -> bool:
    """`unicode_cpt_is_han`: by block, unassigned code points too."""
    return is_in("han", char)


@cache
def _lower_case() -> Mapping[str, str]:
    lowered: dict[str, str] = {}
    for run in _tables()["lower_case"].split(" "):
        steps, _, image = run.partition(":")
        first, length, step = (int(number, 16) for number in steps.split("+"))
        for at in range(0, length + 1, step):
            lowered[chr(first + at)] = chr(int(image, 16) + at)
    return lowered


def lower(char: str) -> str:
    """`unicode_tolower`: always one character.

    >>> lower("Σ"), lower("İ")
    ('σ', 'i')
    """
    return _lower_case().get(char, char)


@cache
def _first_parts() -> Mapping[int, str]:
    pairs = (pair.split(":") for pair in _tables()["nfd"].split(" "))
    return {int(point, 16): chr(int(part, 16)) for point, part in pairs}


def nfd(text: str) -> str:
    """`unicode_cpts_normalize_nfd`: each character's first part alone, the marks are gone.

    >>> nfd("é"), nfd("가")
    ('e', 'ᄀ')
    """
    return text if text.isascii() else text.translate(_first_parts())


NUMBER, LETTER, PUNCTUATION, MARK, SYMBOL, OTHER = "\xd1", "\xd2", "\xd3", "\xd4", "\xd5", "\xd0"
"""The bytes that stand for a character beyond ASCII of each class, `k_ucat_cpt`."""
WHITESPACE = "\x0b"
"""What stands for white space beyond ASCII: the vertical tab, which every `\\s` takes."""
HAN_LETTER, HAN_OTHER, JOINER, LONG_S = "\xd6", "\xd7", "\xd8", "\xd9"
"""Ours, for the splitters that ask for Han, or for U+200C, U+200D and U+017F."""


class _Seen(dict[int, str]):
    """For `str.translate`: what stands for each character, looked up when it is met."""

    def __init__(self, classes: tuple[tuple[str, str], ...], other: str | None) -> None:
        super().__init__((point, chr(point)) for point in range(128))
        self._classes, self._other = classes, other

    def __missing__(self, point: int) -> str:
        char = chr(point)
        other = char if self._other is None else self._other
        seen = next((seen for name, seen in self._classes if is_in(name, char)), other)
        if seen == HAN_LETTER and not is_letter(char):
            seen = HAN_OTHER
        self[point] = seen
        return seen


_CATEGORIES = (
    ("whitespace", WHITESPACE),
    ("letter", LETTER),
    ("number", NUMBER),
    ("punctuation", PUNCTUATION),
    ("mark", MARK),
    ("symbol", SYMBOL),
)
_COLLAPSED = _Seen(_CATEGORIES, OTHER)
_WITH_HAN = _Seen((("han", HAN_LETTER), *_CATEGORIES), OTHER)
_WITH_JOINERS = _Seen(_CATEGORIES, OTHER)
_WITH_JOINERS.update({0x200C: JOINER, 0x200D: JOINER, 0x17F: LONG_S})
_WIDE = _Seen((("whitespace", WHITESPACE),), None)


def collapsed(text: str) -> str:
    r"""What `std::regex` sees: one byte a character, as Latin-1.

    >>> collapsed("é½\u3000a")
    'ÒÑ\x0ba'
    """
    return text if text.isascii() else text.translate(_COLLAPSED)


def collapsed_with_han(text: str) -> str:
    """As `collapsed`, Han apart: for the splitter of kimi-k2, which collapses nothing itself."""
    return text if text.isascii() else text.translate(_WITH_HAN)


def collapsed_with_joiners(text: str) -> str:
    """As `collapsed`, U+200C, U+200D and U+017F apart: for the splitter of k2-horizon."""
    return text if text.isascii() else text.translate(_WITH_JOINERS)


def wide(text: str) -> str:
    r"""What `std::wregex` sees: every character but white space beyond ASCII as it is.

    >>> wide("é\u3000a")
    'é\x0ba'
    """
    return text if text.isascii() else text.translate(_WIDE)


def every(name: str) -> frozenset[str]:
    """All members of a class."""
    return frozenset(map(chr, members(unpack(_tables()["classes"][name]))))
