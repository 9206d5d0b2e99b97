"""`CodeTable`: what is known of single characters, looked up for many at once.

A character is judged when it comes for the first time: most of Unicode never does.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.uint32]
Marks = NDArray[np.uint8]
UNKNOWN = 255
CODES = 0x110000
"""All that a character may be."""


@dataclass
class CodeTable:
    """`judge` gives a number below 255 for each character of a text; it sees each character once.

    >>> table = CodeTable(lambda chars: [char.isalpha() for char in chars])
    >>> table.of(np.array([97, 46, 97], np.uint32)).tolist()
    [1, 0, 1]
    """

    judge: Callable[[str], Sequence[int]]
    _numbers: Marks = field(default_factory=lambda: np.full(CODES, UNKNOWN, np.uint8))

    @classmethod
    def of_all(cls, numbers: Marks) -> "CodeTable":
        """Of the number of each code point, none of them 255."""
        return cls(_none_is_new, numbers)

    @classmethod
    def of_ranges(cls, ranges: Iterable[tuple[int, int]]) -> "CodeTable":
        """1 for the characters from and to these code points, 0 for all others."""
        numbers = np.zeros(CODES, np.uint8)
        for first, last in ranges:
            numbers[first : last + 1] = 1
        return cls.of_all(numbers)

    @classmethod
    def of_some(cls, chars: Iterable[str], judge: Callable[[str], Sequence[int]]) -> "CodeTable":
        """Some characters are judged; all others are 0.

        >>> table = CodeTable.of_some("a", lambda chars: [7] * len(chars))
        >>> table.of(np.array([97, 98], np.uint32)).tolist()
        [7, 0]
        """
        numbers = np.zeros(CODES, np.uint8)
        numbers[np.fromiter(map(ord, chars), np.int64)] = UNKNOWN
        return cls(judge, numbers)

    def of(self, codes: Codes) -> Marks:
        """The number of each character."""
        found = self._numbers[codes]
        new = codes[found == UNKNOWN]
        if len(new):
            distinct = _distinct(new)
            chars = distinct.tobytes().decode("utf-32-le", "surrogatepass")
            self._numbers[distinct] = self.judge(chars)
            found = self._numbers[codes]
        return found


def _distinct(codes: Codes) -> Codes:
    """As `np.unique`, which writes to many more pages of memory where codes are few."""
    codes.sort()
    is_first = np.ones(len(codes), np.bool_)
    np.not_equal(codes[1:], codes[:-1], out=is_first[1:])
    return codes[is_first]


def _none_is_new(chars: str) -> Sequence[int]:
    raise AssertionError(chars)


def texts_with(texts: Sequence[str], table: CodeTable) -> list[int]:
    """Which texts have a character that is no 0 in a table.

    >>> table = CodeTable(lambda chars: [char == "." for char in chars])
    >>> texts_with(["a", "", "b.", "."], table)
    [2, 3]
    """
    codes = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
    marked = np.flatnonzero(table.of(codes))
    if not len(marked):
        return []
    ends = np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)))
    found: list[int] = np.unique(np.searchsorted(ends, marked, "right")).tolist()
    return found
