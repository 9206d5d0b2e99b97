r"""Groups by number and by name: `\1`, `\k<name>`, `\k<-1>`, `(?(1)…)`.

Source: Oniguruma 6.9.10 regparse.c, fetch_name, fetch_name_with_level, fetch_token; doc/RE 8.
"""

from dataclasses import dataclass
from functools import cache
from string import digits

import regex

from tokparity.reference_impl.regexes.cursor import Cursor
from tokparity.reference_impl.regexes.nodes import (
    BackReference,
    Capture,
    Condition,
    Node,
    everything,
)
from tokparity.reference_impl.unicode.oniguruma import classes

_WORD = r"\w"
"""The key of the class; below U+0100 it has "½" and its like."""


def group_name(cursor: Cursor, closing: str) -> str:
    """A name up to the closing sign, which is read as well."""
    start = cursor.at
    end = cursor.pattern.find(closing, start)
    name = cursor.pattern[start:end]
    if end < 0 or not _given().fullmatch(name):
        cursor.refuse("the name of a group does not begin with a word character", start)
    cursor.at = end + 1
    return name


@cache
def _given() -> regex.Pattern[str]:
    return regex.compile(f"(?s)(?![0-9])[{classes()[_WORD]}][^)]*", regex.V1)


@cache
def _referred() -> regex.Pattern[str]:
    """Only a name of word characters alone can be referred to."""
    return regex.compile(f"[{classes()[_WORD]}]+", regex.V1)


def is_name(name: str) -> bool:
    """Whether a group of this name can be referred to."""
    return _referred().fullmatch(name) is not None


@dataclass(frozen=True, slots=True)
class Reference:
    """The groups of a number or name, the last first; `level`: of calls, counted from here."""

    number: int
    others: tuple[int, ...] = ()
    level: int | None = None


def take_reference(cursor: Cursor, closing: str) -> Reference | None:
    """The groups of what is written up to the closing sign, which is read; None: there are none."""
    start = cursor.at
    if cursor.sees("<") or cursor.sees("'"):
        inner = ">" if cursor.take("a name") == "<" else "'"
        inside = take_reference(cursor, inner)
        return inside if cursor.takes(closing) else None
    sign = cursor.take_digits("+-", 1)
    number = cursor.take_digits(digits, 9)
    if number:
        value = int(number)
        level, whole = _level(cursor)
        if not whole:
            return None
        if not cursor.takes(closing):
            cursor.refuse("a reference to no known group", start)
        cursor.numbered_reference = start
        value = {"-": cursor.groups + 1 - value, "+": cursor.groups + value}.get(sign, value)
        return Reference(value, (), level) if value > 0 else None
    name = cursor.take_name("+-)" + closing)
    groups = cursor.names.get(name, [])
    level, whole = _level(cursor)
    known = bool(groups) and whole and not sign and _referred().fullmatch(name)
    if not known or not cursor.takes(closing):
        return None
    return Reference(groups[-1], tuple(reversed(groups[:-1])), level)


def _level(cursor: Cursor) -> tuple[int | None, bool]:
    """`+1` or `-1` behind the number or the name of a group; whether a sign has its digits."""
    sign = cursor.take_digits("+-", 1)
    depth = cursor.take_digits(digits, 9)
    return (int(sign + depth) if sign and depth else None), bool(depth) or not sign


def referenced(node: Node) -> frozenset[int]:
    """The numbers of the groups that the pattern refers to."""
    numbers: set[int] = set()
    for part in everything(node):
        if isinstance(part, BackReference | Condition):
            numbers |= {part.number, *part.others}
    return frozenset(numbers)


def captured(node: Node) -> frozenset[int]:
    """The numbers of the groups in the pattern."""
    return frozenset(part.number for part in everything(node) if isinstance(part, Capture))


def check_references(cursor: Cursor, tree: Node) -> None:
    """BadPattern for a reference by number beside named groups, or to no group."""
    at = cursor.numbered_reference
    if at is not None and cursor.names:
        cursor.refuse("a reference by number in a pattern with named groups", at)
    if missing := referenced(tree) - captured(tree):
        cursor.refuse(f"there is no group {min(missing)}", at or 0)
