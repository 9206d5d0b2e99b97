r"""What begins with a bracket in fancy-regex, and what refers to a group: `\1`, `\g<n>`.

Source: fancy-regex 0.19 src/parse.rs, `parse_group`, `parse_flags`, `parse_conditional`,
`parse_absent`, `parse_id`. Which group is meant is settled in `rust_facts`, when all are known.
"""

from functools import cache
from typing import Literal, Protocol

import regex

from tokparity.reference_impl.errors import BadPattern
from tokparity.reference_impl.regexes.rust_nodes import (
    EMPTY,
    Absent,
    Alternation,
    Atomic,
    Capture,
    Condition,
    Definitions,
    Fail,
    Look,
    Reference,
    RustNode,
    Target,
    children,
    with_children,
)
from tokparity.reference_impl.unicode.rust_classes import category
from tokparity.reference_impl.unicode.rust_properties import property_set

_LOOKS = ("?<=", "?<!", "?=", "?!")
_NAMES = {"?<": ">", "?'": "'", "?P<": ">"}


class Reader(Protocol):
    """What is needed of `rust_syntax.SyntaxReader`."""

    source: str
    at: int
    flags: frozenset[str]
    groups: int
    names: dict[str, tuple[int, int]]

    def bad(self, reason: str, at: int | None = None) -> BadPattern: ...
    def peek(self, text: str) -> bool: ...
    def take(self, text: str) -> bool: ...
    def next(self, inside: str) -> str: ...
    def skip(self) -> None: ...
    def digits(self) -> str: ...
    def alternatives(self, depth: int) -> RustNode: ...
    def branch(self, depth: int) -> RustNode: ...


def read_group(reader: Reader, depth: int) -> RustNode:
    """A group after its bracket, which is the next character."""
    start = reader.at
    reader.at += 1
    reader.skip()
    if look := next((sign for sign in _LOOKS if reader.take(sign)), None):
        return Look(look[1:], _closed(reader, depth, start), start)
    for opening, closing in _NAMES.items():
        if reader.take(opening):
            name = _unrestricted(reader, closing)
            if name is None:
                raise reader.bad("the group's name is not closed", start)
            return _capture(reader, depth, start, name)
    if reader.take("?>"):
        return Atomic(_closed(reader, depth, start))
    if reader.take("?P="):
        return _named(reader, "again", ")", start, relative=False)
    if reader.take("?P>"):
        return _called(reader, ")", start, relative=False)
    if reader.take("?~"):
        return _absent(reader, depth, start)
    if reader.take("?("):
        return _condition(reader, depth, start)
    if reader.peek("*"):
        return _verb(reader, start)
    if reader.take("?"):
        kept = reader.flags
        if _ends(reader, start):
            return EMPTY
        inner = _closed(reader, depth, start)
        reader.flags = kept
        return inner
    # A bare (?i) inside holds on after the group's end: fancy-regex restores flags only
    # after (?i:…) (0.19 parse.rs, parse_group against parse_flags).
    return _capture(reader, depth, start, None)


def read_reference(reader: Reader, start: int) -> RustNode:
    r"""What stands behind `\g`, `\k` or the first digit of `\12`, which was read."""
    letter = reader.source[start + 1]
    if letter in "0123456789":
        reader.at -= 1
        return _reference(reader, "again", Target(number=int(reader.digits())), start)
    if letter == "g" and (number := reader.digits()):
        return _reference(reader, "call", Target(number=int(number)), start)
    closing = "'" if reader.take("'") else ">"
    if closing == ">" and not reader.take("<"):
        raise reader.bad(rf"\{letter} names no group", start)
    if letter == "k":
        return _named(reader, "again", closing, start, relative=True)
    return _called(reader, closing, start, relative=True)


def _closed(reader: Reader, depth: int, start: int) -> RustNode:
    inner = reader.alternatives(depth + 1)
    reader.skip()
    if not reader.take(")"):
        raise reader.bad("( is not closed", start)
    return inner


def _capture(reader: Reader, depth: int, start: int, name: str | None) -> RustNode:
    reader.groups += 1
    number = reader.groups
    if name is not None:
        reader.names[name] = number, start
    return Capture(_closed(reader, depth, start), number)


def _unrestricted(reader: Reader, closing: str) -> str | None:
    """A name of any characters, and what closes it; None, and nothing read, where it is empty."""
    end = reader.source.find(closing, reader.at)
    if end <= reader.at:
        return None
    name, reader.at = reader.source[reader.at : end], end + 1
    return name


def _reference(
    reader: Reader, kind: Literal["again", "exists", "call"], target: Target, start: int
) -> Reference:
    return Reference(kind, target, kind == "again" and "i" in reader.flags, start)


def _named(
    reader: Reader, kind: Literal["again", "exists"], closing: str, start: int, *, relative: bool
) -> RustNode:
    """A name, a number or, where allowed, `-1` and `+1`: parse.rs, `parse_id`."""
    end = reader.source.find(closing, reader.at)
    written = reader.source[reader.at : end] if end >= 0 else ""
    if relative and written[:1] in ("+", "-") and _is_number(written[1:]) and int(written[1:]):
        target = _relative(reader, written)
    elif _name().fullmatch(written):
        target = Target(number=int(written)) if _is_number(written) else Target(written)
    else:
        raise reader.bad("names no group", start)
    reader.at = end + 1
    return _reference(reader, kind, target, start)


@cache
def _name() -> regex.Pattern[str]:
    """parse.rs, `is_id_char`."""
    return regex.compile(f"[{property_set('Alphabetic')}{category('N')}_]+", regex.V1)


def _called(reader: Reader, closing: str, start: int, *, relative: bool) -> RustNode:
    name = _unrestricted(reader, closing)
    if name is None:
        raise reader.bad(r"\g names no group", start)
    if relative and name[0] in "+-" and (len(name) == 1 or _is_number(name[1:])):
        if len(name) == 1 or not int(name[1:]):
            raise reader.bad(r"\g names no group", start)
        return _reference(reader, "call", _relative(reader, name), start)
    target = Target(number=int(name)) if _is_number(name) else Target(name)
    return _reference(reader, "call", target, start)


def _relative(reader: Reader, written: str) -> Target:
    """-1 is the group opened last, +1 the next: parse.rs, `resolve_target`."""
    return Target(number=reader.groups + int(written) + (written[0] == "-"))


def _is_number(text: str) -> bool:
    return bool(text) and not text.strip("0123456789")


def _condition(reader: Reader, depth: int, start: int) -> RustNode:
    """`(?(1)then|else)`, after the second bracket was read."""
    if reader.take("DEFINE)"):
        return Definitions(_closed(reader, depth, start))
    test: RustNode
    quote = next((sign for sign in "'<" if reader.take(sign)), "")
    if quote or reader.source[reader.at : reader.at + 1] in tuple("+-0123456789"):
        closing = {"<": ">", "'": "'", "": ")"}[quote]
        test = _named(reader, "exists", closing, start, relative=True)
        if quote and not reader.take(")"):
            raise reader.bad("a condition is not closed", start)
    elif reader.peek("*"):
        test = _verb(reader, start)
    else:
        test = _closed(reader, depth, start)
    before = reader.at
    body = reader.alternatives(depth + 1)
    if reader.at == before:
        if not isinstance(test, Reference) or not reader.take(")"):
            raise reader.bad("a condition has no branches", start)
        return test
    if not reader.take(")"):
        raise reader.bad("( is not closed", start)
    then, *rest = body.branches if isinstance(body, Alternation) else (body,)
    otherwise = Alternation(tuple(rest)) if len(rest) > 1 else rest[0] if rest else EMPTY
    return test if then == otherwise == EMPTY else Condition(test, then, otherwise)


def _absent(reader: Reader, depth: int, start: int) -> RustNode:
    if reader.peek("|"):
        raise reader.bad("fancy-regex matches no (?~|…)", start)
    return Absent(_closed(reader, depth, start))


def _verb(reader: Reader, start: int) -> RustNode:
    """compile.rs takes no verb but this."""
    if reader.take("*FAIL)") or reader.take("*F)"):
        return Fail()
    raise reader.bad("verbs other than (*FAIL) are none of fancy-regex's", start)


def _ends(reader: Reader, start: int) -> bool:
    """Read the flags after "(?"; whether they end with ")" and hold from here on."""
    on, first = True, reader.at
    while True:
        reader.skip()
        at = reader.at
        char = reader.next("(?")
        match char:
            case "i" | "m" | "s" | "x" | "R" | "U":
                reader.flags = reader.flags | {char} if on else reader.flags - {char}
            case "u" if on:
                pass
            case "-" if on:
                on = False
            case ")" if at > first + (not on):
                return True
            case ":" if on or at > first + 1:
                return False
            case _:
                raise reader.bad(f"{reader.source[start : reader.at]} … is not translated", start)


def settled(reader: Reader, node: RustNode) -> RustNode:
    """The tree with the number of its group in each reference. Errors: BadPattern for no group.

    A name may be called before its group opens, and `(?(<name>)…)` may ask of it, but not
    referred back to: parse.rs, `resolve_target`.
    """
    if not isinstance(node, Reference):
        below = tuple(settled(reader, child) for child in children(node))
        return with_children(node, below)
    number = node.target.number
    if number is None:
        number, opened = reader.names.get(node.target.name, (-1, 0))
        if node.kind == "again" and opened >= node.at:
            number = -1
    if node.kind == "exists" and number >= 0:  # of a group that is not there, too: vm.rs
        return Reference(node.kind, Target(number=number), ignore_case=False, at=node.at)
    if not (0 if node.kind == "call" else 1) <= number <= reader.groups:
        raise reader.bad("refers to no group that there is", node.at)
    return Reference(node.kind, Target(number=number), node.ignore_case, node.at)
