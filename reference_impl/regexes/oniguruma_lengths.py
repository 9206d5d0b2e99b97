r"""How long the parts of an Oniguruma pattern are: in characters, and in instructions.

Source: Oniguruma 6.9.10 regcomp.c, `node_char_len1`, `compile_length_tree`.
"""

from tokparity.reference_impl.regexes.nodes import (
    Alternation,
    Anchor,
    BackReference,
    Capture,
    Characters,
    Class,
    Concatenation,
    Condition,
    Group,
    Keep,
    Node,
    Repeat,
    children,
)

MOST_COPIES = 10
"""Instructions that are written out again and again: QUANTIFIER_EXPAND_LIMIT_SIZE."""


def may_be_empty(node: Node) -> bool:
    """Whether the least length is nothing."""
    return lengths(node, in_look_behind=False)[0] == 0


def lengths(node: Node, *, in_look_behind: bool = True) -> tuple[int, int | None]:
    """The least and the most characters; None: without end."""
    below = [lengths(child, in_look_behind=in_look_behind) for child in children(node)]
    match node:
        case Characters(chars):
            return (len(chars) if in_look_behind else min(len(chars), 1)), len(chars)
        case Class():
            return 1, 1
        case Concatenation():
            return sum(low for low, _ in below), _total([high for _, high in below])
        case Alternation() | Condition():
            return min(low for low, _ in below), _most([high for _, high in below])
        case Group("options" | "atomic") | Capture():
            return below[0]
        case Repeat(_, low, high):
            most = below[0][1]
            times = None if high is None or most is None else high * most
            return low * below[0][0], 0 if most == 0 or high == 0 else times
        case BackReference():
            return 0, None
    return 0, 0


def _total(most: list[int | None]) -> int | None:
    known = [high for high in most if high is not None]
    return sum(known) if len(known) == len(most) else None


def _most(most: list[int | None]) -> int | None:
    known = [high for high in most if high is not None]
    return max(known) if len(known) == len(most) else None


def size_of(node: Node) -> int:
    """How many instructions Oniguruma makes of it."""
    below = list(map(size_of, children(node)))
    match node:
        case Characters(chars, False):
            sizes = [len(char.encode()) for char in chars]
            return sum(at == 0 or size != sizes[at - 1] for at, size in enumerate(sizes))
        case Characters(chars):
            return len(chars)
        case Alternation():
            return sum(below) + 2 * (len(below) - 1)
        case Group("options"):
            return below[0]
        case Group("atomic" | "look-ahead") | Capture():
            return below[0] + 2
        case Group():
            return below[0] + 4
        case Condition():
            return sum(below) + 6
        case Repeat(body, low, high, greedy):
            size = below[0]
            round_size = size + 2 * may_be_empty(body)
            if size == 0 or high == 0:
                return 0
            if high is None and (low <= 1 or size * low <= MOST_COPIES):
                return (1 if low == 1 and size > MOST_COPIES else size * low) + round_size + 2
            if high is not None and greedy and (high == 1 or (size + 1) * high <= MOST_COPIES):
                return size * low + (size + 1) * (high - low)
            return size + 2 if (low, high) == (0, 1) else round_size + 2
        case Class() | Anchor() | BackReference() | Keep():
            return 1
    return sum(below)
