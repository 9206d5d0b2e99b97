"""What a character is like: its general category, others of the same kind, and others of none.

By the pinned table of `corpora.generators.code_points`: the same on every Python. Not a source of
semantics: what a tokenizer takes for a letter is its own affair.
"""

from bisect import bisect_right
from functools import cache

from tokparity.corpora.generators.code_points import categories, code_points

NEAR = 48
"""How far from a character another of its kind is looked for: it is of the same script then."""

FOREIGNERS = 6
FAR = 0x1000
"""Code points between characters whose first bytes are others."""

STRANGERS = ("a", "0", " ", ".", "é", "A")
"""One of each kind that tokenizers tell apart most often."""


SPACES = " \t\n\r\f\v", "\u00a0\u2003\u3000\u2028\u0085\u2009\u205f"
"""White space within ASCII and outside: most of it has no other near it."""


@cache
def _borders() -> tuple[list[int], list[str]]:
    spans = sorted((span, name) for name in categories() for span in code_points(name).ranges)
    return [low for (low, _), _ in spans], [name for _, name in spans]


@cache
def category(char: str) -> str:
    """The general category of a character; "Cs" of a lone surrogate.

    >>> category("a"), category("٣"), category(chr(0xD800))
    ('Ll', 'Nd', 'Cs')
    """
    if 0xD800 <= ord(char) < 0xE000:
        return "Cs"
    lows, names = _borders()
    return names[bisect_right(lows, ord(char)) - 1]


def kind(char: str) -> str:
    r"""The category; but line ends and tabs are spaces, not controls.

    >>> kind("\n"), kind("\x01"), kind(" ")
    ('Zs', 'Cc', 'Zs')
    """
    return "Zs" if char in "\t\n\v\f\r\x85\u2028\u2029" else category(char)


@cache
def relatives(char: str, count: int) -> tuple[str, ...]:
    """Up to `count` other characters of a character's kind, the nearest first, then any; within
    ASCII, or outside, as it is. Of a lone surrogate none.

    >>> relatives("b", 3), relatives("9", 2)
    (('c', 'a', 'd'), ('8', '7'))
    """
    at = ord(char)
    found: list[str] = []
    if kind(char) == "Cs":
        return ()
    if kind(char) == "Zs":
        return tuple(other for other in SPACES[not char.isascii()] if other != char)[:count]
    for distance in range(1, NEAR):
        for other in (at + distance, at - distance):
            if not 0 <= other < 0x110000 or 0xD800 <= other < 0xE000:
                continue
            near = chr(other)
            if near.isascii() == char.isascii() and kind(near) == kind(char):
                found.append(near)
    of_kind = code_points(kind(char))
    for index in range(min(len(of_kind), NEAR)):
        far = of_kind[index]
        if far.isascii() == char.isascii() and far != char and far not in found:
            found.append(far)
    return tuple(found[:count])


@cache
def foreigners(char: str) -> tuple[str, ...]:
    """Others of a character's kind, beyond ASCII as it is, of other scripts: their bytes have
    nothing in common. None where there are none.

    >>> foreigners("b"), foreigners("ল")[0]
    ((), '裻')
    """
    if char.isascii() or kind(char) in ("Zs", "Cs"):
        return ()
    of_kind = code_points(kind(char))
    step = max(1, len(of_kind) // FOREIGNERS)
    others = (of_kind[index] for index in range(0, len(of_kind), step))
    return tuple(it for it in others if not it.isascii() and abs(ord(it) - ord(char)) > FAR)


def strangers(char: str) -> tuple[str, ...]:
    """Characters of other kinds.

    >>> strangers("b")
    ('0', ' ', '.', 'A')
    """
    return tuple(other for other in STRANGERS if kind(other) != kind(char))
