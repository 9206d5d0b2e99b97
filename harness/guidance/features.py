"""What a batch reached, as numbers: so that new behaviour of a pipeline can be told from old.

A feature is a piece that came out of encoding, or a rule: a stage that made something of a
certain form out of something of a certain form, of single texts told in more detail by
`harness.guidance.rule_coverage`. Not a measure of correctness; two runs may only
be compared where they ran the same version.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from zlib import crc32

from tokparity.corpora.generators.classes import category
from tokparity.harness.compare.sides import Batch, CaseBatch
from tokparity.harness.compare.verdict import Results
from tokparity.reference_impl.batches import Answers, Encodings
from tokparity.reference_impl.contract import StageCase, StageOutput, case_texts

CLASSES_TOLD = 4
"""Of a text, the classes of its first so many runs of characters."""

MOST_PIECES = 1 << 22
"""Ids from here on are not told apart: a file may number its one token two billion, and a bit for
each id below takes 250 MB of every shard."""

ROWS_TOLD = 8
"""More rows of a stage's output than this are all the same."""


@dataclass(frozen=True, slots=True)
class Features:
    """What was reached, compactly: bit n of `pieces` is piece n; `rules` are sorted."""

    pieces: int = 0
    rules: array[int] = field(default_factory=lambda: array("I"))


@dataclass(slots=True)
class Reached:
    """Features added up, as of a cell or a vocabulary."""

    pieces: int = 0
    rules: set[int] = field(default_factory=set)

    def add(self, features: Features) -> int:
        """Take these in; how many of them are new.

        >>> reached = Reached()
        >>> reached.add(Features(0b101, array("I", [7]))), reached.add(Features(0b111))
        (3, 1)
        """
        before = len(self)
        self.pieces |= features.pieces
        self.rules.update(features.rules)
        return len(self) - before

    def note(self, batch: Batch, results: Results) -> None:
        """The pieces of `Encodings`, the rules of stage cases; nothing of what was refused."""
        if isinstance(results, Encodings):
            self.pieces |= bits(results.ids)
        elif isinstance(batch, CaseBatch) and isinstance(results, Answers):
            for case, answer in zip(batch.cases, results.found, strict=True):
                if isinstance(case, StageCase) and isinstance(answer, StageOutput):
                    self.rules.add(rule(case, answer))

    def compact(self) -> Features:
        """As a shard carries them."""
        return Features(self.pieces, array("I", sorted(self.rules)))

    def __len__(self) -> int:
        return self.pieces.bit_count() + len(self.rules)


def bits(ids: Iterable[int]) -> int:
    """A number in which bit n is set for each id n that is not negative, and below `MOST_PIECES`.

    >>> bin(bits([0, 3, 3]))
    '0b1001'
    """
    marks = [number for number in set(ids) if 0 <= number < MOST_PIECES]
    marked = bytearray(max(marks, default=0) // 8 + 1)
    for number in marks:
        marked[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(marked, "little")


def rule(case: StageCase, output: StageOutput) -> int:
    """A number for what a stage did: its name, the forms of what it got and of what it gave."""
    inputs = [form(text) for text in case_texts(case)[:2]]
    rows = output.rows
    outputs = [form(part) for row in rows[:2] for part in row if isinstance(part, str)]
    key = (case.stage, inputs, min(len(rows), ROWS_TOLD), outputs)
    return crc32(repr(key).encode())


def form(text: str) -> tuple[str, ...]:
    """The classes of a text's runs of characters, by general category.

    >>> form("Hello  1x")
    ('Lu', 'Ll', 'Zs', 'Nd')
    """
    return tuple(name for name, _ in groupby(map(category, text[:64])))[:CLASSES_TOLD]
