"""What an Oniguruma pattern says, as a tree: made by `parse`, written out by `translate`."""

from dataclasses import dataclass
from typing import Literal

AnchorKind = Literal[
    "line start", "line end", "text start", "text end", "text end or last line feed",
    "search start", "word boundary", "no word boundary",
]  # fmt: skip
GroupKind = Literal[
    "options", "atomic", "look-ahead", "no look-ahead", "look-behind", "no look-behind"
]


@dataclass(frozen=True, slots=True)
class Characters:
    """Characters that stand for themselves."""

    chars: str
    ignore_case: bool


@dataclass(frozen=True, slots=True)
class Class:
    """One character of a set. `inside` is a V1 expression for the inside of brackets."""

    inside: str
    negated: bool = False
    ignore_case: bool = False


@dataclass(frozen=True, slots=True)
class Concatenation:
    """One after the other."""

    parts: "tuple[Node, ...]"


@dataclass(frozen=True, slots=True)
class Alternation:
    """The first branch that leads to a match."""

    branches: "tuple[Node, ...]"


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
    """A place between characters. `word` is the class a word boundary is about."""

    kind: AnchorKind
    word: str = ""


@dataclass(frozen=True, slots=True)
class BackReference:
    """What a group matched, again."""

    number: int
    ignore_case: bool = False


@dataclass(frozen=True, slots=True)
class Condition:
    """If the group has matched, one body, else the other."""

    number: int
    then: "Node"
    otherwise: "Node"


@dataclass(frozen=True, slots=True)
class Keep:
    r"""`\K`: the match is said to begin here."""


@dataclass(frozen=True, slots=True)
class Call:
    """The pattern of a group, again. None is left when `parse` is done."""

    group: int | str
    at: int


Node = (
    Characters | Class | Concatenation | Alternation | Group | Capture | Repeat | Anchor
    | BackReference | Condition | Keep | Call
)  # fmt: skip

EMPTY = Concatenation(())
NEWLINE = Group(
    "atomic",
    Alternation((Characters("\r\n", ignore_case=False), Class(r"\n-\r\x85\u2028\u2029"))),
)
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
        case Characters() | Class() | Anchor() | BackReference() | Keep() | Call():
            return ()
