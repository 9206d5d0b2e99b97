"""What a third engine says where two differ: a vote of engines, not of formats."""

from dataclasses import dataclass
from typing import Literal

from tokparity.reference_impl.contract import Natural, Observation

Odd = Literal["left", "right", "all", "silent"]
"""Which of two sides a third engine does not agree with; "all": with neither, all three differ;
"silent": it has no answer to such a case, or says nothing of what the two differ in."""


@dataclass(frozen=True, slots=True)
class Vote:
    """The answer of the engine `oracle` on its own file of the model, and who is odd by it."""

    artefact: str
    oracle: str
    answer: Observation
    odd: Odd


@dataclass(slots=True)
class VoteCounts:
    """How many diverging cases have which side odd."""

    left: Natural = 0
    right: Natural = 0
    all: Natural = 0
    silent: Natural = 0

    def add(self, odd: Odd, count: int = 1) -> None:
        """Count cases with this side odd."""
        setattr(self, odd, getattr(self, odd) + count)

    def join(self, others: "VoteCounts") -> None:
        """Count those of another shard too."""
        self.add("left", others.left)
        self.add("right", others.right)
        self.add("all", others.all)
        self.add("silent", others.silent)


@dataclass(frozen=True, slots=True)
class CellVotes:
    """Of a cell of a run: the third file and its engine, and how its diverging cases were voted."""

    cell: str
    artefact: str
    oracle: str
    counts: VoteCounts
