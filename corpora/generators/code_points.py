"""Classes of code points to draw characters from, pinned so that a seed means the same everywhere.

Read from code_points.json, which tools/make_code_points.py wrote with the pinned `regex` package.
Not a source of semantics: the tables that decide what a tokenizer does are in
`reference_impl.unicode`.
"""

import json
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import accumulate

from tokparity.corpora.generators.rng import Rng


@dataclass(frozen=True, slots=True)
class CodePoints:
    """A set of code points: `ranges` inclusive and ascending, `ends` their running total."""

    ranges: tuple[tuple[int, int], ...]
    ends: tuple[int, ...]

    @classmethod
    def of(cls, ranges: tuple[tuple[int, int], ...]) -> "CodePoints":
        return cls(ranges, tuple(accumulate(high - low + 1 for low, high in ranges)))

    def __len__(self) -> int:
        return self.ends[-1] if self.ends else 0

    def __getitem__(self, index: int) -> str:
        """The index-th character in ascending order."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        at = bisect_right(self.ends, index)
        return chr(self.ranges[at][1] - (self.ends[at] - 1 - index))

    def characters(self) -> Iterator[str]:
        """All of them, in ascending order."""
        return (chr(code) for low, high in self.ranges for code in range(low, high + 1))

    def draw(self, rng: Rng) -> str:
        """A character, each range as likely as any other: else Han would be half of all letters."""
        low, high = self.ranges[int(rng.random() * len(self.ranges))]
        return chr(low + int(rng.random() * (high - low + 1)))


@cache
def code_points(name: str) -> CodePoints:
    """A class by name: a general category ("Lu", "Cn"), "ccc=230", or "canonical", "compatibility",
    "composes", "case", "ignorable". KeyError for any other.

    >>> code_points("Lu")[0]
    'A'
    """
    spans = (span.partition("-") for span in _data()["ranges"][name].split(","))
    return CodePoints.of(tuple((int(low, 16), int(high or low, 16)) for low, _, high in spans))


@cache
def combining_classes() -> tuple[str, ...]:
    """Names of every non-zero canonical combining class, "ccc=1" …"""
    return tuple(name for name in _data()["ranges"] if name.startswith("ccc="))


@cache
def categories() -> tuple[str, ...]:
    """Every general category but Cs: lone surrogates are no text."""
    return tuple(name for name in _data()["ranges"] if len(name) == 2)


@cache
def assigned() -> CodePoints:
    """Every assigned character: all categories but Cn, Cs, and Co, which names no character."""
    names = [name for name in categories() if name not in ("Cn", "Co")]
    return CodePoints.of(tuple(sorted(span for name in names for span in code_points(name).ranges)))


@cache
def _data() -> dict[str, dict[str, str]]:
    text = files("tokparity.corpora.generators").joinpath("code_points.json").read_text("ascii")
    data: dict[str, dict[str, str]] = json.loads(text)
    return data
