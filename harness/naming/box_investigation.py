"""`BoxInvestigator`: the findings of a side that shows no stages, and whose bugs nobody knows.

Naming by counterfactuals costs many questions, so not every case is named: the smallest is shrunk,
named, and with it go all cases that its likeliest bug explains; then the smallest of the rest.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from tokparity.harness.compare.verdict import ALWAYS_A_FINDING
from tokparity.harness.naming.first_stage import Named
from tokparity.harness.naming.investigation import (
    Investigated,
    Investigator,
    Raw,
    Worth,
    direction,
    is_costly,
)
from tokparity.harness.shrinking.case import case_order
from tokparity.harness.shrinking.sequence import Budget
from tokparity.reference_impl.contract import Case, Op, Refusal
from tokparity.reports.records.finding import Field

BUGS = 8
"""Bugs looked for among the cases of one op and field; the rest are counted to the last of them."""


def _all(named: Named, cases: Sequence[Case]) -> list[bool]:
    """One bug explains all."""
    return [True] * len(cases)


@dataclass(frozen=True, slots=True)
class BoxInvestigator(Investigator):
    """As `Investigator`. `explains` says of cases whether the bug that was named shows in them."""

    explains: Callable[[Named, Sequence[Case]], list[bool]] = _all

    def investigate(self, raws: Sequence[Raw]) -> list[Investigated]:
        """The smallest sighting of each bug met, sorted by key."""
        groups: dict[tuple[Op, Field, str], list[Raw]] = {}
        for raw in self._plainer(raws):
            kind = direction(raw.case), raw.divergence.field, _refused(raw)
            groups.setdefault(kind, []).append(raw)
        found: dict[str, Investigated] = {}
        for group in groups.values():
            for one in self._bugs(group):
                key, best = one.signature.key, one
                if (before := found.get(key)) is not None:
                    best = min(before, one, key=lambda met: case_order(met.sighting.case))
                    count = before.sighting.count + one.sighting.count
                    best = replace(best, sighting=replace(best.sighting, count=count))
                found[key] = best
        return sorted(found.values(), key=lambda one: one.signature.key)

    def smallest(self, raw: Raw, budget: Budget, worth: Worth = list) -> Raw:
        """The smallest case that parts in the same field: to name each candidate costs too much."""
        batch = 1 if is_costly(raw) else 64
        return self._smallest(raw, budget, batch, self._same_field(raw), worth)

    def _bugs(self, raws: Sequence[Raw]) -> Iterator[Investigated]:
        """The bugs that show in one field of one op, each with how many cases it explains."""
        rest = sorted(raws, key=lambda raw: case_order(raw.case))
        for number in range(BUGS):
            if not rest:
                return
            small = self._small(rest[0])
            one = self._investigated(small, rest[0])
            told = self.explains(self.name(small.case), [raw.case for raw in rest])
            left = [raw for raw, explained in zip(rest[1:], told[1:], strict=True) if not explained]
            if number == BUGS - 1:
                left = []
            yield replace(one, sighting=replace(one.sighting, count=len(rest) - len(left)))
            rest = left


def _refused(raw: Raw) -> str:
    kinds = [side.kind for side in (raw.left, raw.right) if isinstance(side, Refusal)]
    return next((kind for kind in kinds if kind in ALWAYS_A_FINDING), "")
