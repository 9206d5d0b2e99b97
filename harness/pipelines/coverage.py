"""What a set of generated tokenizers covers: options that have a say, pairs, combinations.

The counting only: which pipelines show a cell is asked in rounds, as few as it takes, in the
order of their numbers, so that the same pipelines give the same counts on any number of jobs.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, product
from typing import Any

from tokparity.corpora.generators.pipelines.options import INERT
from tokparity.corpora.generators.pipelines.pipeline import (
    COMBINATIONS,
    NORMALIZERS,
    PRE_TOKENIZERS,
)
from tokparity.corpora.generators.pipelines.stages import Document, chain
from tokparity.harness.pipelines.effects import OptionCell, all_cells, cells_of

CellsByPipeline = Mapping[int, list[OptionCell]]
"""Of each pipeline the cells to ask about."""
Ask = Callable[[CellsByPipeline], Iterable[tuple[int, OptionCell]]]
"""Says which of them have a say."""

NEEDED, OF = 50, 5000
"""In so many of so many distinct pipelines each value is to have a say …"""
ONE_OF = 250
"""… and of fewer in one of so many."""
PAIRS_FROM = 500
"""From so many pipelines on, each pair and each combination is to be there."""
_SPARE = 1.3
"""How many more than are missing are asked in one round: few have no say."""


@dataclass(slots=True)
class Coverage:
    """Filled by `meet`, document by document, then by `ask`."""

    needed: int
    pipelines: int = 0
    where: dict[OptionCell, list[int]] = field(default_factory=dict)
    effective: Counter[OptionCell] = field(default_factory=Counter)
    pairs: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    combinations: Counter[tuple[str | None, ...]] = field(default_factory=Counter)

    @classmethod
    def of(cls, pipelines: int) -> "Coverage":
        """With the counts that are due from so many pipelines."""
        return cls(NEEDED if pipelines >= OF else pipelines // ONE_OF)

    def meet(self, number: int, document: Document) -> None:
        """Count what a distinct document has, whatever say it has."""
        self.pipelines += 1
        for cell in cells_of(document):
            self.where.setdefault(cell, []).append(number)
        for section in ("normalizer", "pre_tokenizer"):
            neighbours = pairwise(chain(document, section))
            self.pairs.update({(section, *pair) for pair in neighbours})
        stages = (document[section] for section in ("model", "decoder", "post_processor"))
        self.combinations[tuple(stage and stage["type"] for stage in stages)] += 1

    def ask(self, has_a_say: Ask) -> None:
        """Ask of each cell as many pipelines as are needed, in rounds, until it is covered or
        there are no more."""
        questions: Counter[OptionCell] = Counter()
        while True:
            round_: dict[int, list[OptionCell]] = {}
            for cell, numbers in sorted(self.where.items()):
                start, missing = questions[cell], self.needed - self.effective[cell]
                if inert(cell):
                    missing = self.needed - start
                more = numbers[start : start + max(0, int(missing * _SPARE) + (missing > 0))]
                questions[cell] += len(more)
                for number in more:
                    round_.setdefault(number, []).append(cell)
            if not round_:
                return
            self.effective.update(cell for _, cell in has_a_say(round_))

    def short(self) -> list[str]:
        """A line for each cell below its count, or inert and yet with a say."""
        lines = []
        for cell in all_cells():
            count = self.effective[cell]
            if inert(cell) and count:
                lines.append(f"{describe_cell(cell)}: is said to have no say, has one in {count}")
            elif not inert(cell) and count < self.needed:
                lines.append(
                    f"{describe_cell(cell)}: has a say in {count} pipelines of {self.needed} due"
                )
        if self.pipelines >= PAIRS_FROM:
            for name, counts in self.tables().items():
                lines += [
                    f"{name}: no {' → '.join(map(str, k))}" for k, n in counts.items() if not n
                ]
        return lines

    def tables(self) -> dict[str, dict[tuple[Any, ...], int]]:
        """The counts of every pair and combination there may be."""
        sections = {"normalizer": NORMALIZERS, "pre_tokenizer": PRE_TOKENIZERS}
        tables: dict[str, dict[tuple[Any, ...], int]] = {
            f"ordered pairs of {section}s": {
                pair: self.pairs[(section, *pair)] for pair in product(kinds, kinds)
            }
            for section, kinds in sections.items()
        }
        tables["model × decoder × post-processor"] = {
            combination: self.combinations[combination] for combination in COMBINATIONS
        }
        return tables

    def rows(self) -> list[tuple[OptionCell, int, int]]:
        """Of every cell: in how many pipelines it is, in how many it was shown to have a say."""
        return [(cell, len(self.where.get(cell, ())), self.effective[cell]) for cell in all_cells()]


def inert(cell: OptionCell) -> bool:
    """Whether an option has no say by what the library says of it."""
    return (cell.component, cell.option) in INERT


def describe_cell(cell: OptionCell) -> str:
    """A cell in words: `normalizer Strip strip_left=true`."""
    return f"{cell.section} {cell.kind} {cell.option}={cell.value}"


def distinct(numbered: Sequence[tuple[int, str]]) -> list[int]:
    """The numbers whose sha256 no lower number has."""
    first: dict[str, int] = {}
    for number, sha256 in sorted(numbered):
        first.setdefault(sha256, number)
    return sorted(first.values())
