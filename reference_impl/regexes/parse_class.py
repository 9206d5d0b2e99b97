"""`[...]`: ranges, POSIX brackets, classes in classes, `&&`.

Source: Oniguruma 6.9.10 regparse.c, prs_cc, cc_char_next, cc_cprop_next.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Literal

import regex

from tokparity.reference_impl.regexes.class_members import Members
from tokparity.reference_impl.regexes.cursor import Cursor, Options
from tokparity.reference_impl.regexes.escapes import (
    BEYOND,
    NO_CHARACTER,
    POSIX,
    braced,
    character_escape,
    class_in_brackets,
    class_named,
)
from tokparity.reference_impl.regexes.nodes import Class
from tokparity.reference_impl.unicode.complement import complement
from tokparity.reference_impl.unicode.oniguruma import classes

NOTHING = r"^\U00000000-\U0010ffff"
"""The inside of brackets that match no character."""

State = Literal["start", "value", "range", "complete"]
DEEPEST = 30
_LARGEST = 0x1FFFFF


@dataclass(slots=True)
class _Set:
    """One operand of `&&` in the making. `last` is a character that may begin a range."""

    written: list[str] = field(default_factory=list)
    state: State = "start"
    last: str | None = None
    from_zero: bool = False
    """Whether a range goes from U+0000 beyond ASCII, also in a class within."""
    exact: bool = False
    """Whether a class within has other members in Oniguruma than it says."""
    complements: int = 0
    """How many members are complements of classes."""
    others: int = 0
    """How many other members are not ASCII, or are classes."""
    steps: list[Callable[[Members], None]] = field(default_factory=list)
    """How the members come about in Oniguruma."""

    @property
    def negates_wrongly(self) -> bool:
        """Whether Oniguruma gets the negation of this set wrong inside another class."""
        return (
            self.exact
            or self.from_zero
            or (self.complements > 0 and self.complements + self.others > 1)
        )

    def add_class(self, expression: str) -> None:
        self.flush()
        self.steps.append(partial(Members.add_property, expression=expression))
        self.complements += expression.startswith("[^")
        self.others += not expression.startswith("[^")
        self.written.append(expression)
        self.state, self.last = "value", None

    def add_parts(self, parts: "_Parts") -> None:
        """A class in this one, already flushed."""
        self.steps.append(lambda members: members.add_class(parts.members()))
        self.exact |= parts.exact or any(operand.exact for operand in parts.operands)
        self.from_zero |= any(operand.from_zero for operand in parts.operands)
        inner = any(operand.complements for operand in parts.operands)
        self.complements += parts.negated or inner
        self.others += not parts.negated

    def flush(self) -> None:
        if self.state == "value" and self.last is not None:
            self.written.append(written(self.last))
            self.steps.append(partial(Members.add_char, char=self.last))
        self.last = None

    def add_char(self, cursor: Cursor, char: str) -> None:
        self.others += not char.isascii()
        if self.state == "range":
            assert self.last is not None
            if self.last > char:
                cursor.refuse(f"the range {self.last!a}-{char!a} is empty")
            self.written.append(f"{written(self.last)}-{written(char)}")
            self.steps.append(partial(Members.add_chars, first=self.last, last=char))
            self.from_zero |= self.last == "\0" and char > "\x7f"
            self.state, self.last = "complete", None
            return
        self.flush()
        self.state, self.last = "value", char


@dataclass(slots=True)
class _Parts:
    """A whole class in the making: the operands of its `&&`."""

    operands: list[_Set]
    negated: bool
    exact: bool = False

    def members(self) -> Members:
        whole: Members | None = None
        for operand in self.operands:
            members = Members()
            for step in operand.steps:
                step(members)
            if whole is None:
                whole = members
            else:
                whole.intersect(members)
        assert whole is not None
        whole.negated = self.negated
        return whole


def written(char: str) -> str:
    """A character as both `re` and `regex` read it, in brackets and outside."""
    return f"\\U{ord(char):08x}"


def bracketed(node: Class) -> str:
    r"""The class in its brackets, case left aside.

    >>> bracketed(Class("ab", negated=True)), bracketed(Class("ab"))
    ('[^ab]', '[ab]')
    """
    if not node.negated:
        return f"[{node.inside}]"
    if node.inside == NOTHING:
        return r"[\U00000000-\U0010ffff]"
    return complement(node.inside)


def parse_class(cursor: Cursor, options: Options) -> Class:
    r"""The class whose opening bracket has just been read.

    >>> parse_class(Cursor("a-z&&[^c]]"), Options()).inside
    '[\\U00000061-\\U0000007a]&&[[^\\U00000063\\U00000063]]'
    """
    return _parse(cursor, options, 0)[0]


def _parse(cursor: Cursor, options: Options, depth: int) -> tuple[Class, "_Parts"]:
    """The class, and what its members come from."""
    start = cursor.at
    if depth > DEEPEST:
        cursor.refuse("character classes nested too deep")
    negated = cursor.takes("^")
    operands, current = [], _Set()
    if cursor.sees("]"):
        if not _closing_bracket_follows(cursor):
            cursor.refuse("the character class is empty", start)
        cursor.at += 1
        current.add_char(cursor, "]")
    while True:
        if cursor.ended:
            cursor.refuse("the character class has no closing bracket", start)
        char = cursor.take("]")
        if char == "]":
            break
        if char == "[" and _posix_follows(cursor):
            _no_range_end(cursor, current)
            current.add_class(_posix(cursor, options))
        elif char == "[":
            current.flush()
            nested, inner = _parse(cursor, options, depth + 1)
            current.add_parts(inner)
            current.written.append(bracketed(nested))
            current.state, current.last = "complete", None
        elif char == "&" and cursor.takes("&"):
            current.flush()
            operands.append(current)
            current = _Set()
        elif char == "-":
            _dash(cursor, current)
        elif char == "\\":
            letter = cursor.take("an escape")
            expression = class_in_brackets(cursor, options, letter)
            if expression is None and letter in "xo" and cursor.sees("{"):
                _braced(cursor, current, letter)
            elif expression is None:
                current.add_char(cursor, character_escape(cursor, letter))
            else:
                _no_range_end(cursor, current)
                current.add_class(expression)
        else:
            current.add_char(cursor, char)
    current.flush()
    operands.append(current)
    parts = _Parts(operands, negated)
    if depth and negated and any(operand.negates_wrongly for operand in operands):
        parts.exact = True
        return Class(parts.members().within() or NOTHING, ignore_case=options.case), parts
    if depth == 0 and any(operand.exact for operand in operands):
        inside = parts.members().inside() or NOTHING
        return Class(inside, negated, options.case), parts
    insides = ["".join(operand.written) or NOTHING for operand in operands]
    inside = insides[0] if len(insides) == 1 else "&&".join(f"[{inner}]" for inner in insides)
    return Class(inside, negated, options.case), parts


def _braced(cursor: Cursor, current: _Set, letter: str) -> None:
    r"""`\x{61 62-64}`: characters and ranges. The end of a range may lie beyond Unicode."""
    start = cursor.at
    points = braced(cursor, letter, ends_range=current.state == "range")
    if not points:
        current.add_char(cursor, letter)
    for at, point in enumerate(points):
        if point is None:
            current.state = "range"
        elif point < BEYOND:
            current.add_char(cursor, chr(point))
        elif current.state == "range":
            current.add_char(cursor, "\U0010ffff")
        elif point > _LARGEST:
            cursor.refuse(f"{point:#x} is no code point", start)
        elif points[at + 1 : at + 2] == [None] or (cursor.sees("-") and not cursor.sees("-]")):
            cursor.refuse("a range that begins beyond Unicode is not translated", start)
        else:
            current.add_char(cursor, NO_CHARACTER)


def _dash(cursor: Cursor, current: _Set) -> None:
    """A dash is a range between two characters, and itself at either end."""
    closes = cursor.sees("]") or cursor.sees("&&")
    if current.state == "value" and not closes:
        if current.last is None:
            cursor.refuse("a class at the start of a range")
        current.state = "range"
    else:
        current.add_char(cursor, "-")


def _no_range_end(cursor: Cursor, current: _Set) -> None:
    if current.state == "range":
        cursor.refuse("a class at the end of a range")


def _closing_bracket_follows(cursor: Cursor) -> bool:
    at = cursor.at + 1
    while at < len(cursor.pattern):
        if cursor.pattern[at] == "]":
            return True
        at += 2 if cursor.pattern[at] == "\\" else 1
    return False


def _posix_follows(cursor: Cursor) -> bool:
    end = cursor.pattern.find(":]", cursor.at + 1)
    name = cursor.pattern[cursor.at + 1 : end]
    return cursor.sees(":") and end > 0 and bool(_posix_name().fullmatch(name))


@cache
def _posix_name() -> regex.Pattern[str]:
    """Letters of Oniguruma's own table: any are taken for a name, though few are one."""
    letter = f"[{classes()['[:alpha:]']}]"
    return regex.compile(rf"\^{letter}*|{letter}+", regex.V1)


def _posix(cursor: Cursor, options: Options) -> str:
    end = cursor.pattern.index(":]", cursor.at + 1)
    name = cursor.pattern[cursor.at + 1 : end]
    if name.removeprefix("^") not in POSIX:
        cursor.refuse(f"there is no POSIX bracket [:{name}:]")
    cursor.at = end + 2
    return class_named(f"[:{name.removeprefix('^')}:]", options, negated=name.startswith("^"))
