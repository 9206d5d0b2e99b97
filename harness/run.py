"""The main job: plan the units, run them, merge, judge by the ledger, write the run directory.

Work is counted in epochs: epoch e is shard e of every cell. A bound in seconds only
chooses how many whole epochs run, and the number is recorded: the same number again
gives the same findings, whatever the machine and the number of jobs.
"""

import platform
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from harness.cells import GOLDEN, CellSpec
from harness.executors import Executor, plan_units
from harness.gate import Replayed
from harness.journal import Journal, by_key
from harness.judge import Judged, judge
from harness.merge import merge_cells, merge_findings, merge_refusals
from harness.shard import ShardResult
from harness.units import Unit, UnitFailed, UnitResult
from oracles.protocol import ORACLES
from reference_impl.errors import TokparityError
from reports.records import (
    Cell,
    Finding,
    finding_to_json,
    refusal_to_json,
    write_jsonl,
)
from reports.run_info import LedgerState, Pair, RunArtefact, RunInfo, Skipped, write_run_info
from reports.tables import write_cells

ENCODE_PER_SHARD = 512
DECODE_PER_SHARD = 128

Progress = Callable[[int, int | None, str], None]
"""(units done, units in all or None where a time bound decides, the cell just finished)."""


@dataclass(frozen=True, slots=True)
class RunPlan:
    """What to run. `epochs` is how many; None: as many whole ones as begin within `seconds`."""

    cells: tuple[CellSpec, ...]
    seed: int
    profile: str
    epochs: int | None
    seconds: float | None = None
    skipped: tuple[Skipped, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    unusable: tuple[UnitFailed, ...] = ()
    """Vocabularies that were asked for and are not what they should be."""

    def fingerprint(self) -> dict[str, Any]:
        """What must be equal for two journals to belong together."""
        return {
            "cells": [
                [cell.name, cell.left.artefact.sha256, cell.right.artefact.sha256]
                for cell in self.cells
            ],
            "seed": self.seed,
            "encode": ENCODE_PER_SHARD,
            "decode": DECODE_PER_SHARD,
            "oracles": oracle_versions(),
        }

    def epoch(self, number: int) -> list[Unit]:
        """The units of one epoch; recorded cases are all in the first."""
        return [
            Unit(cell, number, ENCODE_PER_SHARD, DECODE_PER_SHARD, self.seed)
            for cell in self.cells
            if number == 0 or not cell.right.engine.startswith(GOLDEN)
        ]


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """What a run came to: its info, its findings with their status, and what could not run."""

    directory: Path
    info: RunInfo
    findings: tuple[Finding, ...]
    failed: tuple[UnitFailed, ...]

    @property
    def exit_code(self) -> int:
        """0: all agree or as the ledger says; 1: a new or stale divergence; 2: could not run."""
        if any(finding.status in ("new", "stale") for finding in self.findings):
            return 1
        if self.info.ledger.stale:
            return 1
        return 2 if self.failed else 0


class NotARunDirectory(TokparityError):
    """A folder that holds something else: a run would overwrite it."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"--out {path}: is not empty and holds no run; name a new folder")
        self.path = path


def check_directory(directory: Path) -> None:
    """Refuse a folder that a run has not written. Errors: NotARunDirectory."""
    if directory.is_dir() and not (directory / "journal.jsonl").is_file():
        if any(directory.iterdir()):
            raise NotARunDirectory(directory)
    elif directory.exists() and not directory.is_dir():
        raise NotARunDirectory(directory)


def oracle_versions() -> dict[str, str]:
    """Version of the library behind each oracle, as installed."""
    return {name: spec.installed_version() for name, spec in sorted(ORACLES.items())}


def run(
    plan: RunPlan,
    executor: Executor,
    directory: Path,
    *,
    jobs: int,
    replayed: Replayed,
    progress: Progress,
    extra: Sequence[ShardResult] = (),
    resume: bool = False,
) -> RunOutcome:
    """Run the plan into `directory`, which then holds everything a view needs.

    `replayed` are the regression cases, `extra` further shards of the plan's cells, both
    already run. Errors: BadJournal when resuming what is not this plan's.
    """
    started = datetime.now(UTC).isoformat(timespec="seconds")
    clock = time.perf_counter()
    check_directory(directory)
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / "journal.jsonl"
    done: list[UnitResult] = []
    if resume and path.is_file():
        journal, done = Journal.resume(path, plan.fingerprint())
    else:
        (directory / "run.json").unlink(missing_ok=True)  # of an earlier run: no longer true
        journal = Journal.begin(path, plan.fingerprint())
    with journal:
        results, epochs = _run_epochs(plan, executor, journal, done, progress)
    finished = [*extra, *(one for one in results.values() if isinstance(one, ShardResult))]
    failed = (*plan.unusable, *_once_a_cell(results.values()), *replayed.failed)
    finished.sort(key=lambda one: (one.cell, one.shard))
    findings = merge_findings([*finished, *replayed.results])
    judged = judge(findings, replayed.witnesses, oracle_versions())
    cells = [*merge_cells(plan.cells, finished, judged.findings), *replayed.cells]
    seconds = time.perf_counter() - clock + replayed.seconds
    cpu = sum(cell.cpu_seconds for cell in cells) + sum(one.loading for one in finished)
    info = _info(plan, cells, judged, jobs, epochs, started, seconds, cpu, failed)
    write_jsonl(directory / "findings.jsonl", map(finding_to_json, judged.findings))
    refusals = merge_refusals([*finished, *replayed.results])
    write_jsonl(directory / "refusals.jsonl", map(refusal_to_json, refusals))
    write_cells(directory / "cells.parquet", cells)
    write_run_info(directory, info)
    return RunOutcome(directory, info, judged.findings, failed)


def _run_epochs(
    plan: RunPlan,
    executor: Executor,
    journal: Journal,
    done: Sequence[UnitResult],
    progress: Progress,
) -> tuple[dict[tuple[str, int], UnitResult], int]:
    """Results of whole epochs only, and how many those are. What failed before runs again."""
    results = by_key(one for one in done if isinstance(one, ShardResult))
    total = None
    if plan.epochs is not None:
        total = sum(len(plan.epoch(number)) for number in range(plan.epochs))

    def deliver(result: UnitResult) -> None:
        journal.append(result)
        results[result.cell, result.shard] = result
        progress(len(results), total, result.cell)

    if plan.epochs is not None:
        units = [unit for number in range(plan.epochs) for unit in plan.epoch(number)]
        executor.run(plan_units(units, set(results)), deliver)
        return _within(results, plan.epochs), plan.epochs
    epochs = 0
    until = time.monotonic() + (plan.seconds or 0)
    while epochs == 0 or time.monotonic() < until:
        failed = {one.cell for one in _once_a_cell(results.values())}
        units = [unit for unit in plan.epoch(epochs) if unit.cell.name not in failed]
        if not units:
            break
        executor.run(plan_units(units, set(results)), deliver)
        epochs += 1
    return _within(results, epochs), epochs


def _once_a_cell(results: Iterable[UnitResult]) -> list[UnitFailed]:
    """Of each cell the first unit that failed: the others say the same."""
    failed = [one for one in results if isinstance(one, UnitFailed)]
    failed.sort(key=lambda one: (one.cell, -one.shard))
    return list({one.cell: one for one in failed}.values())


def _within(
    results: dict[tuple[str, int], UnitResult], epochs: int
) -> dict[tuple[str, int], UnitResult]:
    """A resumed journal may hold units of later epochs: they are left out."""
    return {key: result for key, result in results.items() if key[1] < epochs}


def _info(
    plan: RunPlan,
    cells: Sequence[Cell],
    judged: Judged,
    jobs: int,
    epochs: int,
    started: str,
    seconds: float,
    cpu: float,
    failed: Sequence[UnitFailed],
) -> RunInfo:
    artefacts: dict[str, RunArtefact] = {}
    for cell in plan.cells:
        for side in (cell.left, cell.right):
            held = side.artefact
            artefacts[held.name] = RunArtefact(held.name, cell.model, held.format, held.sha256)
    pairs = {
        (cell.question, cell.left.engine, cell.right.engine): Pair(
            cell.question, cell.left.engine, cell.right.engine
        )
        for cell in plan.cells
    }
    could_not = {one.cell: Skipped(one.cell, one.reason) for one in failed}
    return RunInfo(
        tokparity=version("tokparity"),
        python=platform.python_version(),
        profile=plan.profile,
        seed=plan.seed,
        jobs=jobs,
        epochs=epochs,
        cases_per_shard=ENCODE_PER_SHARD + DECODE_PER_SHARD,
        oracles=oracle_versions(),
        tables={"regex": version("regex"), "unicode": "tokenizers 0.23.3"},
        artefacts=tuple(artefacts[name] for name in sorted(artefacts)),
        pairs=tuple(pairs[key] for key in sorted(pairs)),
        started=started,
        seconds=round(seconds, 3),
        cpu_seconds=round(cpu, 3),
        cases=sum(cell.compared for cell in cells),
        options=plan.options,
        skipped=(*plan.skipped, *could_not.values()),
        extra={"could_not_run": sorted(could_not)} if could_not else {},
        ledger=LedgerState(judged.stale, judged.cannot_run),
    )
