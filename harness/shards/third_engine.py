"""Asking a third engine about the cases in which a cell's two differ."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tokparity.harness.compare.cells import CellSpec, SideSpec
from tokparity.harness.compare.sides import Side, observe
from tokparity.harness.compare.voting import odd_one
from tokparity.harness.naming.investigation import DivergingCase
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shards.slot import Slot
from tokparity.reports.records.vote import Vote


@dataclass(frozen=True, slots=True)
class ThirdEngine:
    """A side that stands beside a cell's two, and what it holds."""

    spec: SideSpec
    side: Side

    @classmethod
    def of(cls, slot: Slot, cell: CellSpec) -> "ThirdEngine | None":
        """That of a cell, loaded; None where it has none. Errors: CannotLoad."""
        return None if cell.third is None else cls(cell.third, slot.side(cell.third))

    def vote(self, raws: Sequence[DivergingCase], result: ShardResult) -> None:
        """Count who is odd in each diverging case; of each finding its smallest gets the vote."""
        answers = observe(self.side, [raw.case for raw in raws])
        for raw, answer in zip(raws, answers, strict=True):
            result.votes.add(odd_one(raw.left, raw.right, answer))
        shown = observe(self.side, [found.sighting.case for found in result.found])
        for at, answer in enumerate(shown):
            sighting = result.found[at].sighting
            odd = odd_one(sighting.left, sighting.right, answer)
            vote = Vote(self.spec.artefact.name, self.spec.name, answer, odd)
            result.found[at] = replace(result.found[at], sighting=replace(sighting, vote=vote))
