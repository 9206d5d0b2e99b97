"""The main job: plan the units, run them, merge, judge by the ledger, write the run directory.

Work is counted in epochs: epoch e is shard e of every cell. A bound in seconds or a budget only
chooses how many shards of each cell run, and the numbers are recorded: the same numbers again give
the same findings, whatever the machine and the number of jobs.
"""

import platform
import time
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from tokparity.harness.findings.committed_cases import Replayed
from tokparity.harness.findings.joining import join_findings
from tokparity.harness.findings.judgement import Judged, judge
from tokparity.harness.findings.merge import (
    merge_cells,
    merge_findings,
    votes_of,
)
from tokparity.harness.naming.investigation import NamedSighting
from tokparity.harness.run.commit import commit_here
from tokparity.harness.run.coverage import CoverageFile
from tokparity.harness.run.directory import ENDED, JOURNAL, check_directory, check_unfinished
from tokparity.harness.run.execution import (
    Announce,
    Progress,
    Ran,
    RunPlan,
    oracle_versions,
    run_units,
)
from tokparity.harness.run.file_differences import shown_by_others
from tokparity.harness.run.journal import Journal, read_journal
from tokparity.harness.run.plan import recorded_shards
from tokparity.harness.run.usage import Usage
from tokparity.harness.shards.executors import Executor
from tokparity.harness.shards.result import Activity, ShardResult
from tokparity.harness.shards.unit import UnitFailed, UnitResult
from tokparity.reports.records.finding import (
    Cell,
    Finding,
)
from tokparity.reports.records.lines import write_lines
from tokparity.reports.records.run_info import (
    Coverage,
    LedgerState,
    Pair,
    RunArtefact,
    RunInfo,
    Skipped,
    read_run_info,
    write_run_info,
)
from tokparity.reports.records.tables import cases_without_finding, write_cells
from tokparity.reports.records.tables import cells as read_cells
from tokparity.reports.summary.omissions import NOT_COMPARED, NOT_REACHED


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """What a run came to: its info, its findings with their status, how many diverging cases have
    none (`reports.records.tables.cases_without_finding`), and what could not run."""

    directory: Path
    info: RunInfo
    findings: tuple[Finding, ...]
    without_finding: int
    failed: tuple[UnitFailed, ...]
    interrupted: bool = False

    @property
    def exit_code(self) -> int:
        """0: all agree or as the ledger says; 1: a new or stale divergence, or one that is in no
        finding, so that the ledger cannot speak of it; 2: could not run, or incomplete."""
        if any(finding.status in ("new", "stale") for finding in self.findings):
            return 1
        if self.info.ledger.stale or self.without_finding:
            return 1
        return 2 if self.incomplete else 0

    @property
    def incomplete(self) -> bool:
        """Whether something could not run, or was not reached."""
        missing = not (self.info.coverage.complete or self.info.coverage.allowed)
        return bool(self.failed) or missing or self.interrupted


def silent(_: NamedSighting) -> None:
    """Nobody waits for findings."""


def run(
    plan: RunPlan,
    executor: Executor,
    directory: Path,
    *,
    jobs: int,
    replayed: Replayed,
    progress: Progress,
    announce: Announce = silent,
    extra: Sequence[ShardResult] = (),
    resume: bool = False,
) -> RunOutcome:
    """Run the plan into `directory`, which then holds everything a view needs.

    `replayed` are the regression cases, `extra` further shards of the plan's cells, both
    already run. Whoever calls says when all is done (`directory.finish`). Errors: BadJournal when
    resuming what is not this plan's, RunHasEnded.
    """
    started = datetime.now(UTC).isoformat(timespec="seconds")
    clock = time.perf_counter()
    check_directory(directory)
    directory.mkdir(parents=True, exist_ok=True)
    plan, journal, coverage, done = _begin(plan, directory, resume=resume)
    before: list[float] = []  # seconds of the shards that an earlier part of the run did
    done = _noting(done, before)
    with Usage() as usage:
        with journal, coverage:
            ran = run_units(plan, executor, jobs, journal, coverage, done, progress, announce)
        used = usage.cpu_seconds()
    tally, seen = ran.outcome.tally, ran.outcome.observed
    for result in extra:
        tally.add(result)
        seen.add(result)
    for result in replayed.results:
        tally.add(result, replayed=True)
    failed = (*plan.unusable, *ran.failed, *replayed.failed)
    findings = join_findings(merge_findings(tally), plan.cells)
    judged = judge(
        findings,
        replayed.witnesses,
        oracle_versions(),
        ledger=replayed.ledger,
        idle=replayed.idle,
        artefacts=[side.artefact for cell in plan.cells for side in cell.sides],
    )
    cells = [*merge_cells(plan.cells, tally, judged.findings), *replayed.cells]
    earlier = sum(before) + sum(sum(result.spent.values()) for result in extra)
    shares = shares_of(tally.spent, earlier + used)
    costs = Costs(
        started=started,
        seconds=time.perf_counter() - clock + replayed.seconds,
        shares=shares,
        peak_memory=usage.peak_memory,
    )
    info = _info(plan, cells, judged, jobs, ran, costs, failed)
    write_lines(directory / "findings.jsonl", judged.findings)
    write_lines(directory / "refusals.jsonl", tally.refusals())
    write_cells(directory / "cells.parquet", cells)
    write_run_info(directory, info)
    lost = cases_without_finding(read_cells(directory), judged.findings)
    return RunOutcome(directory, info, judged.findings, lost, failed, ran.interrupted)


def _noting(done: Iterable[ShardResult], spent: list[float]) -> Iterator[ShardResult]:
    """The results, of which the CPU seconds are added to a list."""
    for result in done:
        spent.append(sum(result.spent.values()))
        yield result


def _begin(
    plan: RunPlan, directory: Path, *, resume: bool
) -> tuple[RunPlan, Journal, CoverageFile, Iterable[ShardResult]]:
    """The plan, where what is done is written, and what an earlier part of the run has done."""
    path = directory / JOURNAL
    if resume:
        check_unfinished(directory)
    if not (resume and path.is_file()):
        (directory / ENDED).unlink(missing_ok=True)  # of an earlier run: no longer true
        journal = Journal.begin(path, plan.fingerprint(), UnitResult)
        return plan, journal, CoverageFile.begin(directory), []
    journal, read = Journal.resume(path, plan.fingerprint(), UnitResult)
    coverage, done = CoverageFile.resume(
        directory, (result for result in read if isinstance(result, ShardResult))
    )
    timed = plan.epochs is None and plan.shards is None
    if timed and (directory / ENDED).is_file():
        info = read_run_info(directory)
        if "interrupted" in info.extra:
            return plan, journal, coverage, done
        # It has had its time: what failed is done again, and nothing more.
        counts = recorded_shards(info, plan.cells) or {}
        for result in read_journal(path, plan.fingerprint(), UnitResult):
            if isinstance(result, UnitFailed):
                counts[result.cell] = max(counts.get(result.cell, 0), result.shard + 1)
        plan = replace(plan, shards=counts)
    return plan, journal, coverage, done


@dataclass(frozen=True, slots=True)
class Costs:
    """Times and memory of a run. `shares` maps activity → CPU seconds."""

    started: str
    seconds: float
    shares: dict[str, float]
    peak_memory: int


def shares_of(spent: Mapping[Activity, float], used: float) -> dict[str, float]:
    """CPU seconds by activity; "harness" is all that no shard did: processes started, results
    carried and merged. `used` is what all processes used together while the units ran, and
    whatever shards that ran before used."""
    shares = {str(activity): seconds for activity, seconds in spent.items()}
    shares["harness"] = max(0.0, used - sum(shares.values()))
    return {activity: round(seconds, 3) for activity, seconds in shares.items()}


def coverage_of(plan: RunPlan, rows: Iterable[Cell], failed: Container[str]) -> Coverage:
    """What the plan requires, and what of it was not compared: a vocabulary that is not here, any
    cell of one (of what was derived of it too) of which no case was, and what the plan lacks. What
    failed is told as such."""
    if not plan.required:
        return Coverage(missing=plan.lacking, allowed=plan.allow_missing)
    done = {
        (row.artefact, row.against, row.left, row.right)
        for row in rows
        if row.counts.compared or row.counts.unsupported
    }
    reasons = {skip.name: skip.reason for skip in plan.skipped}
    required = frozenset(plan.required)
    missing: list[Skipped] = [*plan.lacking]
    whole = set(required)
    here = set()
    for cell in plan.cells:
        names = {side.artefact.name for side in cell.sides if not side.artefact.source}
        here |= names
        key = (cell.left.artefact.name, cell.against, cell.left.name, cell.right.name)
        if names <= required and key not in done:
            whole -= names
            if cell.name not in failed:
                timed = plan.budget is not None or plan.seconds is not None
                reason = NOT_REACHED if timed else NOT_COMPARED
                missing.append(Skipped(cell.name, reason))
    absent = sorted(required - here)
    missing += [Skipped(name, reasons.get(name, NOT_COMPARED)) for name in absent]
    return Coverage(
        len(required), len(whole - set(absent)), tuple(missing), allowed=plan.allow_missing
    )


def _info(
    plan: RunPlan,
    cells: Sequence[Cell],
    judged: Judged,
    jobs: int,
    ran: Ran,
    costs: Costs,
    failed: Sequence[UnitFailed],
) -> RunInfo:
    artefacts: dict[str, RunArtefact] = {}
    for cell in plan.cells:
        for side in (cell.left, cell.right):
            artefact = side.artefact
            artefacts[artefact.name] = RunArtefact(
                artefact.name,
                cell.model,
                artefact.format,
                artefact.sha256,
                plan.derived.get(artefact.name, ""),
            )
    pairs = {
        (cell.question, cell.left.name, cell.right.name): Pair(
            cell.question, cell.left.name, cell.right.name
        )
        for cell in plan.cells
    }
    could_not = {failure.cell: Skipped(failure.cell, failure.reason) for failure in failed}
    begun = ran.shards or {}
    not_reached = [
        Skipped(cell.name, NOT_REACHED)
        for cell in plan.cells
        if ran.shards is not None and not begun.get(cell.name) and cell.name not in could_not
    ]
    return RunInfo(
        tokparity=version("tokparity"),
        commit=commit_here(),
        python=platform.python_version(),
        profile=plan.profile,
        seed=plan.seed,
        jobs=jobs,
        epochs=ran.epochs,
        cases_per_shard=plan.cases_per_shard,
        oracles={**oracle_versions(), **plan.subjects},
        tables={"regex": version("regex"), "unicode": "tokenizers 0.23.3"},
        artefacts=tuple(artefacts[name] for name in sorted(artefacts)),
        pairs=tuple(pairs[key] for key in sorted(pairs)),
        started=costs.started,
        seconds=round(costs.seconds, 3),
        cpu_seconds=round(sum(costs.shares.values()), 3),
        cases=sum(cell.counts.compared for cell in cells),
        options=plan.options | ({} if ran.shards is None else {"shards": dict(ran.shards)}),
        skipped=(*plan.skipped, *not_reached, *could_not.values()),
        extra={
            **({"could_not_run": sorted(could_not)} if could_not else {}),
            **({"interrupted": True} if ran.interrupted else {}),
        },
        ledger=LedgerState(
            judged.stale,
            judged.cannot_run,
            dict(judged.reasons),
            judged.elsewhere,
            dict(judged.changes),
            dict(judged.deviates),
            dict(judged.shown_by),
        ),
        coverage=coverage_of(plan, cells, could_not),
        file_differences=shown_by_others(plan.file_differences, judged.findings),
        votes=votes_of(plan.cells, ran.outcome.tally),
        observed=ran.outcome.observed.rows(),
        shares=costs.shares,
        peak_memory=costs.peak_memory,
    )
