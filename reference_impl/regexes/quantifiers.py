"""Quantifiers, with what Oniguruma does to a quantifier of a quantifier.

Source: Oniguruma 6.9.10 regparse.c, fetch_interval, assign_quantifier_body,
onig_reduce_nested_quantifier, is_invalid_quantifier_target.
"""

from dataclasses import dataclass
from string import digits
from typing import Literal

from tokparity.reference_impl.regexes.cursor import Cursor
from tokparity.reference_impl.regexes.nodes import (
    Alternation,
    Anchor,
    Callout,
    Characters,
    Concatenation,
    Group,
    Keep,
    Node,
    Repeat,
)

MOST = 100_000


@dataclass(frozen=True, slots=True)
class Quantifier:
    """`*+?{n,m}` as written; `{n,m}` with n > m is possessive, and takes no sign behind it."""

    low: int
    high: int | None
    greedy: bool
    possessive: bool


def take_quantifier(cursor: Cursor) -> Quantifier | None:
    """The quantifier that comes next, if one does."""
    simple: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
    char = cursor.pattern[cursor.at : cursor.at + 1]
    if char in simple and char:
        cursor.at += 1
        greedy = not cursor.takes("?")
        return Quantifier(*simple[char], greedy, greedy and cursor.takes("+"))
    return _interval(cursor) if char == "{" else None


def _interval(cursor: Cursor) -> Quantifier | None:
    """`{n}`, `{n,}`, `{,m}`, `{n,m}`; anything else is a brace that stands for itself."""
    start = cursor.at
    cursor.at += 1
    low = cursor.take_digits(digits, len(cursor.pattern))
    comma = cursor.takes(",")
    high = cursor.take_digits(digits, len(cursor.pattern)) if comma else low
    if len(low) > 9 or len(high) > 9 or max(int(low or 0), int(high or 0)) > MOST:
        cursor.refuse("a repeat count above 100000", start)
    if not (low or high) or not cursor.takes("}"):
        cursor.at = start
        return None
    least, most = int(low or 0), int(high) if high else None
    if most is not None and least > most:
        return Quantifier(most, least, greedy=True, possessive=True)
    lazy = comma and cursor.takes("?")  # {n}? is (?:{n})?
    return Quantifier(least, most, not lazy, possessive=False)


def quantified(node: Node, quantifier: Quantifier) -> Node:
    """The node repeated."""
    low, high, greedy = quantifier.low, quantifier.high, quantifier.greedy
    repeat: Node = Repeat(node, low, high, greedy)
    if isinstance(node, Repeat):
        repeat = _nested(node, Repeat(node, low, high, greedy))
    return Group("atomic", repeat) if quantifier.possessive else repeat


def cannot_repeat(node: Node) -> bool:
    """Anchors, look-arounds, callouts, and alternations with one as a whole branch."""
    match node:
        case Anchor() | Keep() | Callout():
            return True
        case Group(kind):
            return "look" in kind
        case Alternation(branches):
            return any(map(cannot_repeat, branches))
    return False


Kind = Literal["?", "*", "+", "??", "*?", "+?"]
_KINDS: dict[tuple[int, int | None, bool], Kind] = {
    (0, 1, True): "?", (0, None, True): "*", (1, None, True): "+",
    (0, 1, False): "??", (0, None, False): "*?", (1, None, False): "+?",
}  # fmt: skip
_BOUNDS = {kind: bounds for bounds, kind in _KINDS.items()}

# inner kind -> outer kind -> result; "" keeps the inner one, "=" changes nothing, "+??" is both
_REDUCED: dict[Kind, dict[Kind, str]] = {
    "?": {"?": "", "*": "*", "+": "*", "??": "??", "*?": "*?", "+?": "="},
    "*": {"?": "", "*": "", "+": "", "??": "+??", "*?": "+??", "+?": ""},
    "+": {"?": "*", "*": "*", "+": "", "??": "=", "*?": "+??", "+?": ""},
    "??": {"?": "", "*": "*?", "+": "*?", "??": "", "*?": "*?", "+?": "*?"},
    "*?": {"?": "", "*": "", "+": "", "??": "", "*?": "", "+?": ""},
    "+?": {"?": "=", "*": "*", "+": "+", "??": "*?", "*?": "*?", "+?": ""},
}


def _nested(inner: Repeat, outer: Repeat) -> Repeat:
    """A repeat of a repeat as Oniguruma simplifies it: not always to the same language."""
    kind = _KINDS.get((inner.low, inner.high, inner.greedy))
    around = _KINDS.get((outer.low, outer.high, outer.greedy))
    if kind and not around:
        if kind in "*+" and outer.greedy and outer.high is not None and outer.high > 1:
            return Repeat(inner, outer.low, outer.low or 1, greedy=True)
        return outer
    if not kind or not around:
        if inner.low == inner.high and outer.low == outer.high:
            times = inner.low * outer.low
            return Repeat(inner.body, times, times, outer.greedy)
        return outer
    match _REDUCED[kind][around]:
        case "":
            return inner
        case "=":
            return outer
        case "+??":
            return Repeat(Repeat(inner.body, 1, None, greedy=True), 0, 1, greedy=False)
        case "*" | "+" | "?" | "*?" | "??" as result:
            low, high, greedy = _BOUNDS[result]
            return Repeat(inner.body, low, high, greedy)
    raise AssertionError(_REDUCED[kind][around])


def split_last(text: Characters) -> tuple[Characters, Characters]:
    """A quantifier after several characters is about the last."""
    return Characters(text.chars[:-1], text.ignore_case), Characters(
        text.chars[-1], text.ignore_case
    )


def joined(parts: list[Node]) -> Node:
    """A branch: texts side by side are one text, which matters where case is ignored."""
    merged: list[Node] = []
    for part in parts:
        last = merged[-1] if merged else None
        if (
            isinstance(part, Characters)
            and isinstance(last, Characters)
            and part.ignore_case == last.ignore_case
        ):
            merged[-1] = Characters(last.chars + part.chars, last.ignore_case)
        else:
            merged.append(part)
    return merged[0] if len(merged) == 1 else Concatenation(tuple(merged))
