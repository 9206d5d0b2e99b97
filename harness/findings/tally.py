"""What many shards come to, added up as they end: a shard is not kept.

Held are, of each finding and artefact, the smallest case; of refusals of one kind some of the
smallest; of a cell its sums. So the memory of a run follows what it finds, not how long it is.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from heapq import heappush, heappushpop
from typing import Any

from tokparity.harness.compare.digests import add_digests
from tokparity.harness.naming.investigation import NamedSighting
from tokparity.harness.shards.result import ACTIVITIES, Activity, ShardResult
from tokparity.harness.shrinking.case import case_order
from tokparity.reference_impl.contract import OPS, Op
from tokparity.reports.records.counts import Counts
from tokparity.reports.records.finding import RefusalRecord
from tokparity.reports.records.vote import VoteCounts

NOTHING = (Counts(), 0.0, 0.0, (0, 0))
"""What a shard says of an op that it did not ask."""
MOST_REFUSALS = 1_000
"""Refusals of one side, op and kind in one cell that are kept, the smallest; all are counted."""

Place = tuple[str, str]
"""(artefact, the other file or "") of a sighting."""
Rank = tuple[bool, str, int]
"""(replayed, cell, shard): of two occurrences that are as small the first one counts."""


@dataclass(slots=True)
class CellTally:
    """Sums of a cell's shards."""

    counts: dict[Op, Counts] = field(default_factory=lambda: {op: Counts() for op in OPS})
    seconds: dict[Op, float] = field(default_factory=lambda: dict.fromkeys(OPS, 0.0))
    cpu_seconds: dict[Op, float] = field(default_factory=lambda: dict.fromkeys(OPS, 0.0))
    digests: dict[Op, tuple[int, int]] = field(default_factory=lambda: dict.fromkeys(OPS, (0, 0)))
    votes: VoteCounts = field(default_factory=VoteCounts)

    def add(self, result: ShardResult) -> None:
        """Sum up, op by op."""
        for op in OPS:
            mine = (result.counts[op], result.seconds[op], result.cpu_seconds[op])
            if (*mine, result.digests[op]) == NOTHING:
                continue
            self.counts[op].add(result.counts[op])
            self.seconds[op] += result.seconds[op]
            self.cpu_seconds[op] += result.cpu_seconds[op]
            pairs = zip(self.digests[op], result.digests[op], strict=True)
            cases, answers = (add_digests(*pair) for pair in pairs)
            self.digests[op] = cases, answers
        self.votes.join(result.votes)


@dataclass(frozen=True, slots=True)
class _Refused:
    """A refusal in a heap of which the first is the largest."""

    order: Any
    record: RefusalRecord

    def __lt__(self, other: "_Refused") -> bool:
        return bool(other.order < self.order)


@dataclass(slots=True)
class Tally:
    """Shards added up."""

    cells: dict[str, CellTally] = field(default_factory=dict)
    spent: dict[Activity, float] = field(default_factory=lambda: dict.fromkeys(ACTIVITIES, 0.0))
    _found: dict[str, dict[Place, tuple[Any, NamedSighting]]] = field(default_factory=dict)
    _counts: dict[tuple[str, Place], int] = field(default_factory=dict)
    _refusals: dict[Any, list[_Refused]] = field(default_factory=dict)

    @classmethod
    def of(cls, results: Iterable[ShardResult]) -> "Tally":
        """Of shards that are all there."""
        tally = cls()
        for result in results:
            tally.add(result)
        return tally

    def add(self, result: ShardResult, *, replayed: bool = False) -> None:
        """Take in one more shard, in any order; `replayed`: a regression case,
        whose findings and refusals alone count."""
        rank = replayed, result.cell, result.shard
        if not replayed:
            self.cells.setdefault(result.cell, CellTally()).add(result)
            for activity, seconds in result.spent.items():
                self.spent[activity] += seconds
        for occurrence in result.found:
            self._note(occurrence, rank)
        for at, record in enumerate(result.refusals):
            self._keep(_Refused((case_order(record.case), *rank, at), record))

    def _note(self, occurrence: NamedSighting, rank: Rank) -> None:
        sighting, key = occurrence.sighting, occurrence.signature.key
        where = sighting.artefact, sighting.against or ""
        self._counts[key, where] = self._counts.get((key, where), 0) + sighting.count
        order = case_order(sighting.case), case_order(sighting.found_as), rank
        places = self._found.setdefault(key, {})
        if where not in places or order < places[where][0]:
            places[where] = order, occurrence

    def _keep(self, entry: _Refused) -> None:
        record = entry.record
        group = (record.artefact, record.left, record.right, record.side, record.op)
        kept = self._refusals.setdefault((*group, record.refusal.kind), [])
        if len(kept) < MOST_REFUSALS:
            heappush(kept, entry)
        else:
            heappushpop(kept, entry)

    def found(self) -> list[list[NamedSighting]]:
        """Of each finding the smallest case of each of its artefacts, with the sum of its cases."""
        return [
            [self._summed(key, where, places[where][1]) for where in sorted(places)]
            for key, places in self._found.items()
        ]

    def _summed(self, key: str, where: Place, best: NamedSighting) -> NamedSighting:
        count = self._counts[key, where]
        return replace(best, sighting=replace(best.sighting, count=count))

    def refusals(self) -> list[RefusalRecord]:
        """Those that were kept, in a fixed order."""
        entries = [entry for kept in self._refusals.values() for entry in kept]
        return [entry.record for entry in sorted(entries, key=_refusal_order)]


def _refusal_order(entry: _Refused) -> tuple[Any, ...]:
    record = entry.record
    sides = record.artefact, record.left, record.right, record.side
    return *sides, record.refusal.kind, entry.order
