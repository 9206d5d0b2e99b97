"""Since which Unicode version a character is assigned.

Not a source of what any library makes of it: each has tables of its own (`rust_classes`,
`oniguruma`, …), and this tells how old those are.
"""

import json
from bisect import bisect_right
from functools import cache
from importlib.resources import files

from tokparity.reference_impl.unicode.ranges import unpack

UNASSIGNED = "unassigned"


@cache
def versions() -> tuple[str, ...]:
    """All versions, the oldest first; the last are "newer" and "unassigned"."""
    return (*(name for name in _table() if name != "made_from"), UNASSIGNED)


def age(char: str) -> int:
    r"""How old a character is, as its place in `versions`.

    >>> versions()[age("a")], versions()[age("\u20ac")], versions()[age("\U0009fffd")]
    ('1.1', '2.1', 'unassigned')
    """
    lows, spans = _spans()
    at = bisect_right(lows, ord(char)) - 1
    if at >= 0 and ord(char) <= spans[at][1]:
        return spans[at][2]
    return len(versions()) - 1


@cache
def _table() -> dict[str, str]:
    table: dict[str, str] = json.loads(files(__package__).joinpath("ages.json").read_text("ascii"))
    return table


@cache
def _spans() -> tuple[list[int], list[tuple[int, int, int]]]:
    table = _table()
    spans = sorted(
        (first, last, place)
        for place, version in enumerate(versions()[:-1])
        for first, last in unpack(table[version])
    )
    return [first for first, _, _ in spans], spans
