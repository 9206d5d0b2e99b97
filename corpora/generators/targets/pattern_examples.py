"""Short strings at the edges of a regular expression, made from its tree.

Of every branch the shortest match, and with one thing changed at a time: a repeat with one more or
less than its bounds, another member of a class or a character just outside, a literal in the other
case, an optional part. Not all of these match: that is what shows where a match ends.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

import regex

from tokparity.corpora.generators.targets.kind import sound
from tokparity.reference_impl.regexes.nodes import (
    Alternation,
    Capture,
    Characters,
    Class,
    Concatenation,
    Condition,
    Group,
    If,
    Node,
    Repeat,
)
from tokparity.reference_impl.unicode.oniguruma import folds

MOST = 400
"""Strings of one pattern."""
_OF_A_PART = 60
_COPIES = 12
_LONGEST = 256
_ENDS = 40
_RANGE = re.compile(r"\\U([0-9A-Fa-f]{8})(?:-\\U([0-9A-Fa-f]{8}))?")
_VERSIONED = re.compile(r"\[\[.*?\]--\[.*?\]\]")
"""A class of Unicode without what later versions put into it: no ranges of the pattern's own."""
POOL = (
    "aZ5 \n)\r\t'\"._-/\\<|#$+=~^({[&%@!?,:;éßžЖжΣςİıſK\u01c5\u02b0\u05d0\u4e16\u30ab\u3042\uac00"
    "\u0e01\u0301\u0903\u20dd\u0663\u2167\u00bd\u2070\u203f\u2014\u00ab\u00bb\u2026\u00a9\u20ac"
    "\u02c6\u2211\u00a0\u3000\u2028\u2029\u0085\x0b\x0c\x00\x1c\u00ad\u200b\u200c\u200d\ufeff"
    "\ue000\u0378\U0001f642\U0001e900\U0001d7ce\U00020000\U000e0001"
)
"""A character or more of every general category, in the order of preference."""


def examples(tree: Node) -> list[str]:
    """Up to `MOST` distinct strings, the shortest matches first.

    >>> from tokparity.reference_impl.regexes.parse import parse
    >>> examples(parse("ab?"))
    ['a', 'A', 'ab', 'abb', 'abbb', 'aB', 'abB']
    """
    return list(dict.fromkeys(_examples(tree)))[:MOST]


def branches(tree: Node) -> list[list[str]]:
    """The examples of each branch at the top of a pattern."""
    top = tree.branches if isinstance(tree, Alternation) else (tree,)
    return [examples(branch) for branch in top]


def _examples(node: Node) -> list[str]:
    """Examples of a node, the first of which matches wherever there is no look-around."""
    match node:
        case Characters(chars):
            return _unique((chars, *_other_cases(chars)))
        case Class():
            inside, outside = members(node)
            ends = _ends(node)
            return _unique((*inside[:1], *ends, *inside[1:12], *outside[:3])) or [""]
        case Concatenation(parts):
            return _in_a_row([_examples(part) for part in parts])
        case Alternation(several):
            return _unique(example for branch in several for example in _examples(branch))
        case Group(kind, body):
            return ["", *_examples(body)[:6]] if kind.startswith("no ") else _examples(body)
        case Capture(_, body):
            return _examples(body)
        case Repeat(body, low, high):
            return _repeated(_examples(body), low, high)
        case Condition(_, then, otherwise):
            return _unique((*_examples(then), *_examples(otherwise)))
        case If(test, then, otherwise):
            return _unique((*_in_a_row([_examples(test), _examples(then)]), *_examples(otherwise)))
    return [""]


def _in_a_row(parts: list[list[str]]) -> list[str]:
    """The first of each, and then each part in all its ways with the others at their first."""
    first = [ways[0] for ways in parts]
    rows = ["".join(first)]
    for at, ways in enumerate(parts):
        before, behind = "".join(first[:at]), "".join(first[at + 1 :])
        rows += [before + way + behind for way in ways[1:_OF_A_PART]]
    return _unique(rows)


def _repeated(ways: list[str], low: int, high: int | None) -> list[str]:
    """One less than the least, the least, one more; the most, one more; each way as the last."""
    once = ways[0]
    least = max(low, 1) if low or high != 1 else low
    counts = [least, low, low + 1, low + 2, low - 1]
    counts += [] if high is None else [high, high + 1, 2 * high, 2 * high + 1]
    copies = [once * count for count in dict.fromkeys(counts) if 0 <= count <= _COPIES]
    copies = copies or [once * least]  # of a fixed number that is larger
    others = [once * max(0, low - 1) + way for way in ways[1:_OF_A_PART]]
    others += [once * max(1, low) + way for way in ways[1:_OF_A_PART]]
    return _unique((*copies, *others))


def _other_cases(chars: str) -> Iterable[str]:
    """A literal in capitals and small letters, and with what else folds to the same."""
    equal = folds().single
    for at, char in enumerate(chars):
        for other in equal.get(char, char):
            yield chars[:at] + other + chars[at + 1 :]
    if chars.isascii():
        yield from (chars.upper(), chars.lower())  # ASCII: the same in every version


@lru_cache(maxsize=512)
def members(node: Class) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The characters of the pool that a class has, and those that it has not."""
    flags = "(?i)" if node.ignore_case else ""
    compiled = regex.compile(f"(?V1){flags}[{node.inside}]")
    inside = tuple(char for char in POOL if bool(compiled.match(char)) != node.negated)
    outside = tuple(char for char in POOL if char not in inside)
    return inside, outside


def _ends(node: Class) -> list[str]:
    """The first and the last character of each range that is written out, and the neighbours; the
    characters that stand alone."""
    chars: dict[str, None] = {}
    for match in _RANGE.finditer(_VERSIONED.sub("", node.inside)):
        low, high = (int(point, 16) for point in (match[1], match[2] or match[1]))
        points = (low, high, high + 1, low - 1) if match[2] else (low,)
        chars |= dict.fromkeys(chr(point) for point in points if 0 <= point <= 0x10FFFF)
    return [point for point in chars if sound(point)][:_ENDS]


def _unique(examples: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(example[:_LONGEST] for example in examples))
