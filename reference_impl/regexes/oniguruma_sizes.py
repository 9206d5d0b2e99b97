"""How many instructions Oniguruma makes of a part: by that it chooses how a repeat goes.

Source: Oniguruma 6.9.10 regcomp.c, `compile_length_tree`, `compile_length_quantifier_node`,
`compile_length_bag_node`, `compile_length_anchor_node`.
"""

from typing import Literal

from tokparity.reference_impl.regexes.nodes import (
    Alternation,
    Anchor,
    BackReference,
    Call,
    Callout,
    Capture,
    Characters,
    Class,
    Concatenation,
    Condition,
    Fail,
    Group,
    If,
    Keep,
    Mark,
    Node,
    Repeat,
    Return,
    children,
    everything,
)
from tokparity.reference_impl.regexes.oniguruma_tuned import Tuned, is_any

MOST_COPIES = 10
"""Instructions that are written out again and again: QUANTIFIER_EXPAND_LIMIT_SIZE."""

Form = Literal["nothing", "skipped", "loop", "loop from inside", "copies", "lazy option", "counted"]


def has_stopper(tree: Node) -> bool:
    """Whether an absent stopper or a range clear is anywhere."""
    return any(isinstance(node, Return) and node.lasting for node in everything(tree))


def form_of(node: Repeat, tuned: Tuned) -> Form:
    """How a repeat goes."""
    low, high, greedy = node.low, node.high, node.greedy
    size = size_of(node.body, tuned)
    if size == 0:
        return "nothing"
    if high is None and (low <= 1 or size * low <= MOST_COPIES):
        from_inside = low == 1 and size > MOST_COPIES and not (greedy and is_any(node.body))
        return "loop from inside" if from_inside else "loop"
    if high == 0:
        return "skipped" if _has_called(node.body, tuned) else "nothing"
    if high is not None and greedy and (high == 1 or (size + 1) * high <= MOST_COPIES):
        return "copies"
    return "lazy option" if (low, high, greedy) == (0, 1, False) else "counted"


def _has_called(node: Node, tuned: Tuned) -> bool:
    return any(
        isinstance(part, Capture) and part.number in tuned.groups.called
        for part in everything(node)
    )


def size_of(node: Node, tuned: Tuned) -> int:
    """How many instructions Oniguruma makes of it."""
    match node:
        case Characters(chars):
            sizes = [len(char.encode()) for char in chars]
            return sum(at == 0 or size != sizes[at - 1] for at, size in enumerate(sizes))
        case Repeat():
            return _repeat(node, tuned)
        case Group("look-behind" | "no look-behind"):
            return _look_behind(node, tuned)
        case (
            Class() | Anchor() | BackReference() | Keep() | Call() | Mark() | Return() | Fail()
            | Callout()
        ):  # fmt: skip
            return 1
    below = sum(size_of(part, tuned) for part in children(node))
    match node:
        case Alternation(branches):
            return below + 2 * (len(branches) - 1)
        case Capture(0):
            return below + 3
        case Capture(number):
            return below + (5 if number in tuned.groups.called else 2)
        case Group("atomic", body):
            return below + (2 if not is_simple_loop(body) else 1)
        case Group("look-ahead"):
            return below + 2
        case Group("no look-ahead"):
            return below + 5
        case Condition(_, then, otherwise):
            return 1 if (then, otherwise) == (Concatenation(()), Fail()) else below + 6
        case If():
            return below + 5
    return below


def is_simple_loop(node: Node) -> bool:
    """`(?>a*)`: what it has chosen is dropped at once."""
    simple = isinstance(node, Repeat) and node.high is None and node.low <= 1 and node.greedy
    return simple and isinstance(node, Repeat) and isinstance(node.body, Class | Characters)


def _repeat(node: Repeat, tuned: Tuned) -> int:
    size = size_of(node.body, tuned)
    round_size = size + 2 * bool(tuned.emptiness[id(node)])
    match form_of(node, tuned):
        case "nothing":
            return 0
        case "loop" if node.greedy and is_any(node.body):
            return 1 + size * node.low
        case "loop":
            return size * node.low + round_size + 2
        case "loop from inside":
            return 1 + round_size + 2
        case "skipped":
            return 1 + size
        case "copies":
            assert node.high is not None
            return size * node.low + (size + 1) * (node.high - node.low)
        case "lazy option":
            return size + 2
    return round_size + 2


def _look_behind(node: Node, tuned: Tuned) -> int:
    behind = tuned.behinds[id(node)]
    size = size_of(behind.body, tuned)
    if behind.length.fixed:
        return size + (6 if behind.negative else 3)
    lead = 0 if behind.lead is None else 1 + size_of(behind.lead, tuned)
    stopper = 2 * has_stopper(tuned.groups.tree)
    return size + (14 if behind.negative else 12) + lead + stopper
