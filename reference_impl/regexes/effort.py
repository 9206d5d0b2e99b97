"""How bad backtracking can get: whether a match must be watched by a clock.

The clock of the `regex` package costs a microsecond a match, as much as the match itself, so
patterns that cannot run away do without. An upper bound, not an estimate.
"""

from tokparity.reference_impl.regexes.nodes import (
    Alternation,
    Characters,
    Class,
    Concatenation,
    Node,
    Repeat,
    children,
)

STEPS = 2e8
"""About two seconds."""

EXPONENTIAL = 1000.0
CHOICE = 0.25
"""What a repeat of few counts as: four of them are worth one without end."""


def degree(node: Node, *, last: bool = True) -> float:
    """How many repeats without end one attempt can pass: it costs at most length ** degree.

    `last`: nothing follows that could fail, so that no choice made here is made again.

    >>> from tokparity.reference_impl.regexes.parse import parse
    >>> degree(parse("a*b|c")), degree(parse("a*a*")), degree(parse("(?:a*c)*b")) >= EXPONENTIAL
    (1.0, 2.0, True)
    """
    match node:
        case Concatenation(parts) if parts:
            return sum(degree(part, last=False) for part in parts[:-1]) + degree(
                parts[-1], last=last
            )
        case Alternation(branches):
            return max(degree(branch, last=last) for branch in branches)
        case Repeat(body, _, high):
            if high in (0, 1):
                return CHOICE + degree(body, last=last)
            if not _is_fixed(body) and not (
                last and isinstance(body, Repeat) and _is_fixed(body.body)
            ):
                return EXPONENTIAL
            return 1.0 if high is None or high > 8 else CHOICE
    return sum(degree(child, last=False) for child in children(node))


def _is_fixed(node: Node) -> bool:
    """Whether there is only one way to match."""
    match node:
        case Characters(_, ignore_case):
            return not ignore_case or len(node.chars) == 1
        case Class():
            return True
        case Concatenation(parts):
            return all(map(_is_fixed, parts))
    return False


def harmless_length(degree: float) -> int:
    """Up to how many characters a search takes no more than `STEPS`; -1 where it may at any length.

    >>> harmless_length(1.0), harmless_length(2.0), harmless_length(EXPONENTIAL)
    (14141, 583, -1)
    """
    if degree >= EXPONENTIAL:
        return -1
    return int(STEPS ** (1 / (max(degree, 1.0) + 1.0)) - 1)
