r"""What Oniguruma takes for the members of a class in a class, where it loses some.

A class is a set of 256 bits, of which ASCII is asked, and a list of ranges for the rest. Ranges of
ASCII get into the list too, by `[\0-é]` and by the complement of a property, and are taken wrongly
when the class is negated; where a negated class has no list, the bits are asked for the first byte
of a character. So the two are kept as they are there.

Source: Oniguruma 6.9.10 regparse.c, `add_ctype_to_cc_by_range`, `add_code_range_to_buf`,
`not_code_range_buf`, `or_cclass`, `and_cclass`; regexec.c, OP_CCLASS_NOT. Not here: the syntax
(`parse_class`).
"""

from dataclasses import dataclass, field
from functools import cache

import regex

from tokparity.reference_impl.unicode.ranges import LAST, SURROGATES

_FIRST, _MOST = 0x80, 0xFFFFFFFF
_ASCII, _BITS = frozenset(range(_FIRST)), frozenset(range(0x100))
Ranges = list[tuple[int, int]]


@cache
def ranges_of(expression: str) -> tuple[tuple[int, int], ...]:
    """The ranges of a V1 class of the `regex` package.

    >>> ranges_of("[a-c1]")
    ((49, 49), (97, 99))
    """
    every = "".join(chr(point) for point in range(LAST + 1) if point not in SURROGATES)
    runs = regex.finditer(f"{expression}+", every, regex.V1)
    return tuple((ord(run[0][0]), ord(run[0][-1])) for run in runs)


@dataclass(slots=True)
class Members:
    """A class in the making; no ranges at all are None."""

    bits: set[int] = field(default_factory=set)
    ranges: Ranges | None = None
    negated: bool = False

    def add_char(self, char: str) -> None:
        if char.isascii():
            self.bits.add(ord(char))
        else:
            self.add_range(ord(char), ord(char))

    def add_chars(self, first: str, last: str) -> None:
        """From one character to another. What is ASCII of a longer range is in both."""
        low, high = ord(first), ord(last)
        if low < _FIRST:
            self.bits |= set(range(low, min(high, 0xFF) + 1))
        if high >= _FIRST:
            self.add_range(low, high)

    def add_property(self, expression: str) -> None:
        """A property, or its complement, which has ranges between those of ASCII too."""
        negated = expression.startswith("[^")
        runs = ranges_of(expression[2:-1] if negated else expression)
        inside = {point for low, high in runs for point in range(low, min(high, _FIRST - 1) + 1)}
        if not negated:
            self.bits |= inside
            for low, high in runs:
                if high >= _FIRST:
                    self.add_range(max(low, _FIRST), high)
            return
        self.bits |= _ASCII - inside
        before = _FIRST
        for low, high in runs:
            if before < low:
                self.add_range(before, low - 1)
            before = high + 1
        self.add_range(before, _MOST)

    def add_range(self, low: int, high: int) -> None:
        """What it touches becomes one with it; beside what it does not it is put in order."""
        ranges = self.ranges or []
        if low > high:
            low, high = high, low
        first = next((at for at, (_, end) in enumerate(ranges) if low <= end), len(ranges))
        last = first
        while last < len(ranges) and high + 1 >= ranges[last][0]:
            last += 1
        if last > first:
            low, high = min(low, ranges[first][0]), max(high, ranges[last - 1][1])
        self.ranges = [*ranges[:first], (low, high), *ranges[last:]]

    def add_class(self, other: "Members") -> None:
        self.bits |= _BITS - other.bits if other.negated else other.bits
        kept = self.ranges or []
        added = _complement(other.ranges) if other.negated else other.ranges
        self.ranges = added
        for low, high in kept:
            self.add_range(low, high)

    def intersect(self, other: "Members") -> None:
        self.bits &= other.bits
        mine, theirs = self.ranges or [], other.ranges or []
        self.ranges = None
        for low, high in mine:
            for start, end in theirs:
                if start <= high and end >= low:
                    self.add_range(max(low, start), min(high, end))

    def inside(self) -> str:
        """The inside of brackets of the class, whether it is negated left aside."""
        ranges = self.ranges
        if ranges is None:
            ranges = [_of_first_byte(byte) for byte in self.bits if self.negated and byte > 0xC1]
        points = [(point, point) for point in sorted(self.bits & _ASCII)]
        rest = [(max(low, _FIRST), min(high, LAST)) for low, high in ranges]
        return "".join(
            f"\\U{low:08x}-\\U{high:08x}" for low, high in [*points, *rest] if low <= high
        )

    def within(self) -> str:
        """The same of what another class has of this one."""
        whole = Members()
        whole.add_class(self)
        return whole.inside()


def _of_first_byte(byte: int) -> tuple[int, int]:
    """The code points whose UTF-8 begins with the byte."""
    length = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
    size = 6 * (length - 1)
    first = (byte & (0xFF >> (length + 1))) << size
    return max(first, (0, 0, 0x80, 0x800, 0x10000)[length]), first + (1 << size) - 1


def _complement(ranges: Ranges | None) -> Ranges | None:
    """A range from U+0000 on lets all before it be added: one less than zero is the most."""
    made = Members()
    before, high = _FIRST, 0
    for low, high in ranges or ():
        if before <= (low - 1) % (_MOST + 1):
            made.add_range(before, (low - 1) % (_MOST + 1))
        if high == _MOST:
            break
        before = high + 1
    if high < _MOST:
        made.add_range(high + 1 if ranges else _FIRST, _MOST)
    return made.ranges
