"""What an Oniguruma pattern says, as a tree: made by `parse`, written out by `translate`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

AnchorKind = Literal[
    "line start", "line end", "text start", "text end", "text end or last line feed",
    "search start", "word boundary", "no word boundary", "segment boundary", "no segment boundary",
]  # fmt: skip
GroupKind = Literal[
    "options", "longest", "atomic", "look-ahead", "no look-ahead", "look-behind", "no look-behind"
]
Case = bool | Literal["ascii"]
"""Whether case is ignored: of all characters, or of ASCII alone."""


@dataclass(frozen=True, slots=True)
class Characters:
    """Characters that stand for themselves."""

    chars: str
    ignore_case: Case


@dataclass(frozen=True, slots=True)
class Class:
    """One character of a set. `inside` is a V1 expression for the inside of brackets."""

    inside: str
    negated: bool = False
    ignore_case: Case = False
    builtin: bool = False
    """Whether it is no `[…]` in Oniguruma, but `.`, `\\O`, `\\N` or `\\w`."""


@dataclass(frozen=True, slots=True)
class Concatenation:
    """One after the other."""

    parts: "tuple[Node, ...]"


@dataclass(frozen=True, slots=True)
class Alternation:
    """The first branch that leads to a match."""

    branches: "tuple[Node, ...]"
    lasting: bool = False
    """Whether the way back to the other branches outlives an atomic group around."""


@dataclass(frozen=True, slots=True)
class Group:
    """A bracket that is there at match time. (`(?:…)` is only its body.)"""

    kind: GroupKind
    body: "Node"


@dataclass(frozen=True, slots=True)
class Capture:
    """A numbered group."""

    number: int
    body: "Node"


@dataclass(frozen=True, slots=True)
class Repeat:
    """A quantifier; `high` None: without end."""

    body: "Node"
    low: int
    high: int | None
    greedy: bool


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place between characters. `word` is the class a word boundary is about, or whether a
    segment is a "grapheme" or a "word"."""

    kind: AnchorKind
    word: str = ""


@dataclass(frozen=True, slots=True)
class BackReference:
    """What a group matched, again: or where it did not, one of `others` of its name.

    `level`: of calls, counted from here; None: the last match at any level.
    """

    number: int
    ignore_case: Case = False
    others: tuple[int, ...] = ()
    level: int | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """If the group has matched, one body, else the other."""

    number: int
    then: "Node"
    otherwise: "Node"
    others: tuple[int, ...] = ()
    level: int | None = None
    lone: bool = False
    """Whether no other body is written at all, not even an empty one."""


@dataclass(frozen=True, slots=True)
class If:
    """If the test matches, as an atomic group, what comes behind it, else the other."""

    test: "Node"
    then: "Node"
    otherwise: "Node"
    lone: bool = False


@dataclass(frozen=True, slots=True)
class Keep:
    r"""`\K`: the match is said to begin here."""


@dataclass(frozen=True, slots=True)
class Call:
    """The pattern of a group, again; 0 is the whole pattern. A name is left till all are known."""

    group: int | str
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Mark:
    """Remembers the place, or the end up to which is matched."""

    what: Literal["place", "end"]
    slot: int


@dataclass(frozen=True, slots=True)
class Return:
    """The place, or the end, is set to what was remembered; or the end to that of the text.

    `lasting`: the end stays so behind the absent group, which no look-behind may hold.
    """

    what: Literal["place", "end", "end to place", "whole"]
    slot: int = 0
    lasting: bool = False


@dataclass(frozen=True, slots=True)
class Fail:
    """Nothing matches here."""


@dataclass(frozen=True, slots=True)
class Callout:
    """`(*COUNT[x]{X})`: something done on the way; `(?{…})` has no name, and does nothing."""

    number: int
    tag: str = ""
    name: str = ""
    arguments: tuple[int | str, ...] = ()


Node = (
    Characters | Class | Concatenation | Alternation | Group | Capture | Repeat | Anchor
    | BackReference | Condition | If | Keep | Call | Mark | Return | Fail | Callout
)  # fmt: skip

EMPTY = Concatenation(())
NEWLINE = If(Characters("\r\n", ignore_case=False), EMPTY, Class(r"\n-\r\x85\u2028\u2029"))
r"""`\R`."""


def children(node: Node) -> tuple[Node, ...]:
    """The nodes directly below."""
    match node:
        case Concatenation(parts):
            return parts
        case Alternation(branches):
            return branches
        case Group(_, body) | Capture(_, body) | Repeat(body):
            return (body,)
        case Condition(_, then, otherwise):
            return (then, otherwise)
        case If(test, then, otherwise):
            return (test, then, otherwise)
    return ()


def with_children(node: Node, below: Sequence[Node]) -> Node:
    """The node with others directly below, as many as it has."""
    match node:
        case Concatenation():
            return Concatenation(tuple(below))
        case Alternation():
            return replace(node, branches=tuple(below))
        case Group() | Capture() | Repeat():
            return replace(node, body=below[0])
        case Condition():
            return replace(node, then=below[0], otherwise=below[1])
        case If():
            return replace(node, test=below[0], then=below[1], otherwise=below[2])
    return node


def everything(node: Node) -> Iterator[Node]:
    """The node and all below."""
    yield node
    for below in children(node):
        yield from everything(below)


def in_a_row(node: Concatenation) -> list[Node]:
    """Its parts, with those of a group that only holds some together, unless that comes first.

    Source: Oniguruma 6.9.10 regparse.c, prs_branch.
    """
    parts = list(node.parts[:1])
    for part in node.parts[1:]:
        if isinstance(part, Concatenation) and part.parts:
            parts.extend(in_a_row(part))
        else:
            parts.append(part)
    return parts
