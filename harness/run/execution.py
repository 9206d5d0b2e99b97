"""A plan, and running its units: in epochs, for a time, for a budget, or as another run did.

Not here: what becomes of the results (`harness.run.job`), or where a unit runs (`executors`).
"""

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.explanations.binding import digest_of_known, with_known
from tokparity.harness.naming.investigation import NamedSighting
from tokparity.harness.run.budget import Budgeted, RunBudget
from tokparity.harness.run.coverage import CoverageFile
from tokparity.harness.run.journal import Journal
from tokparity.harness.run.outcome import Outcome
from tokparity.harness.shards.executors import Executor
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shards.unit import Unit, UnitFailed, UnitResult
from tokparity.harness.shards.unit_queue import Feed, Listed, Queue, Timed
from tokparity.oracles.protocol import ORACLES
from tokparity.reports.records.engine import Golden
from tokparity.reports.records.ledger import Ledger
from tokparity.reports.records.run_info import FileDifference, Skipped

TEXTS_PER_SHARD = 512
DECODED_PART = 4
"""A shard decodes one id sequence for so many texts."""

Progress = Callable[[int, int | None, str], None]
"""(units done, units in all or None where a time bound decides, the cell just finished)."""
Announce = Callable[[NamedSighting], None]
"""Is given the first sighting of each signature that no ledger accounts for, as it comes."""


@dataclass(frozen=True, slots=True)
class RunPlan:
    """What to run. `epochs` is how many; None: the shards that begin within `seconds`, epoch after
    epoch, or what a `budget` pays for. `shards`: instead, of each cell so many, as either once
    chose.
    """

    cells: tuple[CellSpec, ...]
    seed: int
    profile: str
    epochs: int | None
    seconds: float | None = None
    skipped: tuple[Skipped, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    unusable: tuple[UnitFailed, ...] = ()
    """Vocabularies that were asked for and are not what they should be."""
    texts: int = TEXTS_PER_SHARD
    derived_texts: int = 0
    """Texts of a shard that asks a file that nobody published, or a library's batch calls; 0: as
    many as of any other."""
    steered_length: int = 0
    """Characters of a steered text in the mean; 0: as many as its targets come to."""
    most: int | None = None
    """Cases of a shard, whatever they are; None: as its texts come to."""
    budget: RunBudget | None = None
    until: float | None = None
    """When the run is to have ended, by `time.monotonic`: what is in hand then is left."""
    required: tuple[str, ...] = ()
    """Vocabularies without which the run is incomplete."""
    allow_missing: bool = False
    lacking: tuple[Skipped, ...] = ()
    """What was asked for and is in no cell: the run is incomplete."""
    file_differences: tuple[FileDifference, ...] = ()
    """What the files of a pair say differently, and whether a case shows it."""
    shards: Mapping[str, int] | None = None
    laws: int = 0
    """Conversations on which the laws of chat templates are tried, of each model that has one."""
    subjects: Mapping[str, str] = field(default_factory=dict)
    """The versions of implementations under test, as they say."""
    derived: Mapping[str, str] = field(default_factory=dict)
    """Of each file that nobody published, what it was made of, and by whom."""

    def knowing(self, ledger: Ledger) -> "RunPlan":
        """With what the ledger knows of each pair."""
        versions = oracle_versions()
        cells = tuple(with_known(cell, ledger, versions) for cell in self.cells)
        return replace(self, cells=cells)

    def fingerprint(self) -> dict[str, Any]:
        """What must be equal for two journals to belong together."""
        return {
            "cells": [
                [cell.name, cell.left.artefact.identity, cell.right.artefact.identity]
                for cell in self.cells
            ],
            "seed": self.seed,
            "encode": self.texts,
            "decode": self.texts // DECODED_PART,
            **({"steered_length": self.steered_length} if self.steered_length else {}),
            "oracles": oracle_versions(),
            "known": digest_of_known(self.cells),
        }

    def epoch(self, number: int) -> list[Unit]:
        """The units of one epoch; recorded cases are all in the first."""
        return [self.unit(cell, number) for cell in self.cells if number < self._most(cell)]

    def shards_of(self, cell: CellSpec) -> int:
        """How many shards of a cell the plan has, where time does not decide."""
        if self.shards is not None:
            return self.shards[cell.name]
        return min(self.epochs or 0, self._most(cell))

    def _most(self, cell: CellSpec) -> int:
        return 1 if isinstance(cell.right.engine, Golden) else sys.maxsize

    @property
    def size(self) -> int:
        """How many units the plan has, where time does not decide."""
        return sum(map(self.shards_of, self.cells))

    def queues(self) -> dict[str, Queue]:
        """The units of each model, made when they are asked for, with their places in the plan:
        epoch by epoch; cell by cell where each has its own number of shards."""
        cells: dict[str, list[tuple[int, CellSpec]]] = {}
        before = 0
        for number, cell in enumerate(self.cells):
            place = number if self.shards is None else before
            cells.setdefault(cell.model, []).append((place, cell))
            before += self.shards_of(cell)
        made = self._by_epoch if self.shards is None else self._by_cell
        return {model: made(of_model) for model, of_model in cells.items()}

    def _by_epoch(self, cells: Sequence[tuple[int, CellSpec]]) -> Queue:
        for number in range(self.epochs or 0):
            for place, cell in cells:
                if number < self._most(cell):
                    yield number * len(self.cells) + place, self.unit(cell, number)

    def _by_cell(self, cells: Sequence[tuple[int, CellSpec]]) -> Queue:
        for place, cell in cells:
            for number in range(self.shards_of(cell)):
                yield place + number, self.unit(cell, number)

    @property
    def cases_per_shard(self) -> int:
        """Texts and id sequences together."""
        return self.texts + self.texts // DECODED_PART

    def unit(self, cell: CellSpec, number: int) -> Unit:
        """Shard `number` of a cell."""
        aside = cell.is_derived or cell.is_batch
        texts = self.derived_texts if aside and self.derived_texts else self.texts
        decoded = texts // DECODED_PART
        return Unit(cell, number, texts, decoded, self.seed, self.most, self.steered_length)


def oracle_versions() -> dict[str, str]:
    """Version of the library behind each oracle that is installed."""
    return {name: spec.installed_version() for name, spec in ORACLES.items() if spec.installed}


@dataclass(frozen=True, slots=True)
class Ran:
    """What ran: what it came to, how many epochs that is (of a budget: of the cell that ran most),
    and how many shards of each cell, where they differ."""

    outcome: Outcome
    epochs: int
    shards: Mapping[str, int] | None
    interrupted: bool = False

    @property
    def failed(self) -> list[UnitFailed]:
        """Of each cell the first unit that failed: the others say the same."""
        return [failure for _, failure in sorted(self.outcome.failed.items())]


def run_units(
    plan: RunPlan,
    executor: Executor,
    jobs: int,
    journal: Journal,
    coverage: CoverageFile,
    done: Iterable[ShardResult],
    progress: Progress,
    announce: Announce,
) -> Ran:
    """Run what the plan asks for. What failed before a kill runs again. An interrupt ends it with
    the shards that are done."""
    timed = plan.shards is None and plan.epochs is None
    most = None if timed else {cell.name: plan.shards_of(cell) for cell in plan.cells}
    outcome = Outcome.of(plan.cells, most)
    feed, total = _feed(plan, jobs, outcome, done)
    announced: set[str] = set()

    def deliver(result: UnitResult) -> None:
        if isinstance(result, ShardResult):
            coverage.add(result)
            for sighting in result.found:
                if not sighting.signature.cause and sighting.signature.key not in announced:
                    announced.add(sighting.signature.key)
                    announce(sighting)
        journal.append(result)
        outcome.add(result)
        progress(outcome.units, total, result.cell)

    try:
        executor.run(feed, deliver, plan.until)
    except KeyboardInterrupt:
        return _counted(outcome, outcome.shards, interrupted=True)
    whole = plan.shards is None and plan.budget is None and plan.until is None
    if plan.epochs is not None and whole:
        return Ran(outcome, plan.epochs, None)
    return _counted(outcome, plan.shards or outcome.shards)


def _feed(
    plan: RunPlan, jobs: int, outcome: Outcome, done: Iterable[ShardResult]
) -> tuple[Feed, int | None]:
    """What hands out the plan's units but for those that are done, which are added to the outcome;
    and how many they are in all, where time does not decide."""
    if plan.shards is None and plan.budget is not None:
        budgeted = Budgeted(plan.budget, plan.cells, plan.unit, slots=jobs)
        budgeted.resume(_added(outcome, done))
        return budgeted, None
    for _ in _added(outcome, done):
        pass
    if plan.shards is not None or plan.epochs is not None:
        listed = Listed()
        listed.fill(plan.queues(), outcome)
        return listed, plan.size
    until = time.monotonic() + (plan.seconds or 0)
    return Timed(plan.epoch, until, outcome), None


def _added(outcome: Outcome, done: Iterable[ShardResult]) -> Iterator[ShardResult]:
    """What an earlier part of the run has done, each shard once."""
    for result in done:
        if (result.cell, result.shard) not in outcome:
            outcome.add(result)
            yield result


def _counted(outcome: Outcome, counts: Mapping[str, int], *, interrupted: bool = False) -> Ran:
    return Ran(outcome, max(counts.values(), default=0), dict(counts), interrupted)
