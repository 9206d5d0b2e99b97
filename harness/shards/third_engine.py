"""Asking a third engine about the cases in which a cell's two differ."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tokparity.harness.compare.cells import (
    ENCODE_OPTIONS,
    SKIP_OPTIONS,
    CellSpec,
    SideSpec,
)
from tokparity.harness.compare.sides import Side, observe
from tokparity.harness.compare.voting import odd_one
from tokparity.harness.naming.diverging_case import DivergingCase
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import (
    Case,
    DecodeCase,
    EncodeCase,
    Observation,
    Refusal,
)
from tokparity.reports.records.vote import Vote

Sides = tuple[Side, Side]
Asked = tuple[Case, tuple[Observation, Observation]]
"""A case, and what the two sides answered it."""


@dataclass(frozen=True, slots=True)
class ThirdEngine:
    """A side that stands beside a cell's two, and what it holds."""

    spec: SideSpec
    side: Side

    @classmethod
    def of(cls, slot: Slot, cell: CellSpec) -> "ThirdEngine | None":
        """That of a cell, loaded; None where it has none. Errors: CannotLoad."""
        return None if cell.third is None else cls(cell.third, slot.side(cell.third))

    def vote(self, raws: Sequence[DivergingCase], result: ShardResult, sides: Sides) -> None:
        """Count who is odd in each diverging case; of each finding its smallest gets the vote.

        `sides`: the two that differ.
        """
        asked = [(raw.case, (raw.left, raw.right)) for raw in raws]
        for raw, answer in zip(raws, self._answers(asked, sides), strict=True):
            result.votes.add(odd_one(raw.left, raw.right, answer))
        smallest = [found.sighting for found in result.found]
        asked = [(each.case, (each.left, each.right)) for each in smallest]
        for at, answer in enumerate(self._answers(asked, sides)):
            sighting = result.found[at].sighting
            odd = odd_one(sighting.left, sighting.right, answer)
            vote = Vote(self.spec.artefact.name, self.spec.name, answer, odd)
            result.found[at] = replace(result.found[at], sighting=replace(sighting, vote=vote))

    def _answers(self, asked: Sequence[Asked], sides: Sides) -> list[Observation]:
        """What it answers. A case with options that it cannot express it is asked with others, if
        both sides answer that as they did: what they differ in does not hang on the options."""
        answers = list(observe(self.side, [case for case, _ in asked]))
        for turn in range(max(len(ENCODE_OPTIONS), len(SKIP_OPTIONS)) - 1):
            others = {
                at: rewordings[turn]
                for at, (case, _) in enumerate(asked)
                if _cannot(answers[at]) and turn < len(rewordings := _reworded(case))
            }
            cases = list(others.values())
            if not cases:
                continue
            said = observe(self.side, cases)
            again = zip(*(observe(side, cases) for side in sides), strict=True)
            for at, answer, both in zip(others, said, again, strict=True):
                if not _cannot(answer) and both == asked[at][1]:
                    answers[at] = answer
        return answers


def _cannot(answer: Observation) -> bool:
    return isinstance(answer, Refusal) and answer.kind == "unsupported"


def _reworded(case: Case) -> list[Case]:
    """The same text, or the same ids, with each other choice of options."""
    match case:
        case EncodeCase():
            choices = (options for options in ENCODE_OPTIONS if options != case.options)
            return [replace(case, options=options) for options in choices]
        case DecodeCase():
            skips = (options for options in SKIP_OPTIONS if options != case.options)
            return [replace(case, options=options) for options in skips]
    return []
