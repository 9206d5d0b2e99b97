"""`BlackBoxInvestigator`: the findings of a side that shows no stages, and whose bugs nobody knows.

Naming by counterfactuals costs many questions, so not every case is named: the smallest is shrunk,
named, and with it go all cases that its likeliest bug explains; then the smallest of the rest.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from tokparity.harness.compare.verdict import ALWAYS_A_FINDING
from tokparity.harness.naming.first_stage import Diagnosis
from tokparity.harness.naming.investigation import (
    DivergingCase,
    Investigator,
    NamedSighting,
    Worth,
    batch_size,
    direction,
)
from tokparity.harness.shrinking.case import case_order
from tokparity.harness.shrinking.sequence import CandidateBudget
from tokparity.reference_impl.contract import Case, Op, Refusal
from tokparity.reports.records.finding import Field

BUGS = 8
"""Bugs looked for among the cases of one op and field; the rest are counted to the last of them."""


def _all(diagnosis: Diagnosis, cases: Sequence[Case]) -> list[bool]:
    """One bug explains all."""
    return [True] * len(cases)


@dataclass(frozen=True, slots=True)
class BlackBoxInvestigator(Investigator):
    """As `Investigator`. `explains` says of cases whether the bug that was named shows in them."""

    explains: Callable[[Diagnosis, Sequence[Case]], list[bool]] = _all

    def investigate(self, raws: Sequence[DivergingCase]) -> list[NamedSighting]:
        """The smallest sighting of each bug met, sorted by key."""
        groups: dict[tuple[Op, Field, str], list[DivergingCase]] = {}
        for raw in self._plainer(raws):
            kind = direction(raw.case), raw.divergence.field, _refused(raw)
            groups.setdefault(kind, []).append(raw)
        smallest: dict[str, NamedSighting] = {}
        for group in groups.values():
            for bug in self._bugs(group):
                key, best = bug.signature.key, bug
                if (before := smallest.get(key)) is not None:
                    best = min(before, bug, key=lambda either: case_order(either.sighting.case))
                    count = before.sighting.count + bug.sighting.count
                    best = replace(best, sighting=replace(best.sighting, count=count))
                smallest[key] = best
        return sorted(smallest.values(), key=lambda bug: bug.signature.key)

    def smallest(
        self, raw: DivergingCase, budget: CandidateBudget, worth: Worth = list
    ) -> DivergingCase:
        """The smallest case that parts in the same field: to name each candidate costs too much."""
        return self._smallest(raw, budget, batch_size(raw), self._same_field(raw), worth)

    def _bugs(self, raws: Sequence[DivergingCase]) -> Iterator[NamedSighting]:
        """The bugs that show in one field of one op, each with how many cases it explains."""
        rest = sorted(raws, key=lambda raw: case_order(raw.case))
        for number in range(BUGS):
            if not rest:
                return
            small = self._small(rest[0])
            bug = self._investigated(small, rest[0])
            explained = self.explains(self.name(small.case), [raw.case for raw in rest])
            left = [raw for raw, by_it in zip(rest[1:], explained[1:], strict=True) if not by_it]
            if number == BUGS - 1:
                left = []
            yield replace(bug, sighting=replace(bug.sighting, count=len(rest) - len(left)))
            rest = left


def _refused(raw: DivergingCase) -> str:
    kinds = [side.kind for side in (raw.left, raw.right) if isinstance(side, Refusal)]
    return next((kind for kind in kinds if kind in ALWAYS_A_FINDING), "")
