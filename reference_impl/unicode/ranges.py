"""Sets of code points as sorted ranges, and their compact text form.

The text form is for committed tables: hexadecimal, ends included, each number counted
from the end of the one before, so that neighbours stay short. Not a set algebra: the
`regex` package does that at match time.
"""

from collections.abc import Iterable, Iterator

Ranges = tuple[tuple[int, int], ...]
"""Sorted, disjoint, not adjacent; both ends belong to the range."""

SURROGATES = range(0xD800, 0xE000)
LAST = 0x10FFFF


def to_ranges(code_points: Iterable[int]) -> Ranges:
    """Code points in rising order as ranges.

    >>> to_ranges([65, 66, 67, 97])
    ((65, 67), (97, 97))
    """
    ranges: list[list[int]] = []
    for point in code_points:
        if ranges and ranges[-1][1] == point - 1:
            ranges[-1][1] = point
        else:
            ranges.append([point, point])
    return tuple((first, last) for first, last in ranges)


def members(ranges: Ranges) -> Iterator[int]:
    """Every code point of the ranges, in rising order."""
    for first, last in ranges:
        yield from range(first, last + 1)


def difference(left: Ranges, right: Ranges) -> Ranges:
    """The code points of `left` that are not in `right`.

    >>> difference(((65, 90),), ((70, 71), (90, 99)))
    ((65, 69), (72, 89))
    """
    kept: list[tuple[int, int]] = []
    cuts = iter((*right, (LAST + 2, LAST + 2)))
    cut = next(cuts)
    for first, last in left:
        while first <= last:
            while cut[1] < first:
                cut = next(cuts)
            if cut[0] > first:
                kept.append((first, min(last, cut[0] - 1)))
            first = max(first, min(cut[1], last) + 1) if cut[0] <= last else last + 1
    return tuple(kept)


def pack(ranges: Ranges) -> str:
    """The text form: gap from the last end, then "+length" where longer than one.

    >>> pack(((0x41, 0x5A), (0x61, 0x61)))
    '41+19 7'
    """
    words, at = [], 0
    for first, last in ranges:
        words.append(f"{first - at:x}+{last - first:x}" if last > first else f"{first - at:x}")
        at = last
    return " ".join(words)


def unpack(packed: str) -> Ranges:
    """The inverse of `pack`.

    >>> unpack("41+19 7")
    ((65, 90), (97, 97))
    """
    ranges, at = [], 0
    for word in packed.split():
        gap, _, length = word.partition("+")
        first = at + int(gap, 16)
        at = first + int(length or "0", 16)
        ranges.append((first, at))
    return tuple(ranges)


def in_class(ranges: Ranges) -> str:
    r"""The ranges as the inside of a bracketed character class of `re` and `regex`.

    >>> in_class(((0x41, 0x5A), (0x1F600, 0x1F600)))
    '\\U00000041-\\U0000005a\\U0001f600'
    """
    return "".join(
        f"\\U{first:08x}" if first == last else f"\\U{first:08x}-\\U{last:08x}"
        for first, last in ranges
    )
