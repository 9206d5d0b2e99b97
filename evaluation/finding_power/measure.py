"""The whole measurement: every arm searches every vocabulary for its mutants, seed after seed.

A unit is one search. Units run in job processes and are written down as they end, so that a
measurement that is killed goes on where it was.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluation.finding_power.arms import ARMS, OURS
from evaluation.finding_power.search import Search, Searched
from evaluation.finding_power.small import made_small
from evaluation.finding_power.stream import Stream
from evaluation.mutants import mutant_called
from evaluation.pages.grouping import read_grouping
from evaluation.pages.trials import Measured, Trial, write_measured
from tokparity.corpora.vocabs.catalogue import NotFetched
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.compare.sides import BlackBoxSide
from tokparity.harness.fault_models.mutant import Mutant, MutantOp
from tokparity.harness.run.execution import oracle_versions
from tokparity.harness.run.journal import Journal
from tokparity.harness.shards.case_source import source_of
from tokparity.harness.shards.job_pool import Pool
from tokparity.harness.shards.runner import shard_runner
from tokparity.harness.shards.slot import Slot
from tokparity.harness.shards.unit import error_line
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer.stages import component
from tokparity.reports.records.engine import BlackBox

Progress = Callable[[int, int | None, str], None]


class OtherMeasurement(TokparityError):
    """A directory holds a measurement already."""

    def __init__(self, directory: Path) -> None:
        super().__init__(
            f"{directory}: holds a measurement: use a new --out, or go on with it by --resume"
        )


@dataclass(frozen=True, slots=True)
class Bounds:
    """Of one search: `cases`, and `seconds` for making and answering them."""

    cases: int = 50_000
    seconds: float = 120.0


@dataclass(frozen=True, slots=True)
class Unit:
    """One search: an arm, a vocabulary, a seed, and the mutants it looks for, all of one op."""

    vocabulary: str
    arm: str
    seed: int
    op: MutantOp
    mutants: tuple[str, ...]
    bounds: Bounds

    @property
    def name(self) -> str:
        """Unique in a measurement."""
        return f"{self.vocabulary} {self.arm} {self.op} seed {self.seed}"


@dataclass(frozen=True, slots=True)
class Done:
    """What a unit came to."""

    unit: str
    trials: tuple[Trial, ...]
    false_alarms: int
    blind: tuple[str, ...] = ()
    """Mutants whose canary missed a case: they were asked everything from then on."""
    failed: tuple[str, ...] = ()
    """What could not be searched, or not be made small, and why."""


def units(
    chosen: Iterable[Mutant], arms: Sequence[str], seeds: Sequence[int], bounds: Bounds
) -> list[Unit]:
    """The searches for these mutants, each on the first of its vocabularies."""
    groups: dict[tuple[str, MutantOp], list[str]] = {}
    for mutant in chosen:
        groups.setdefault((mutant.vocabularies[0], mutant.op), []).append(mutant.id)
    return [
        Unit(vocabulary, arm, seed, op, tuple(names), bounds)
        for seed in seeds
        for (vocabulary, op), names in sorted(groups.items())
        for arm in arms
    ]


def run_unit(slot: Slot, unit: Unit, shrink: bool) -> Done:
    """Search, then make small what our own arm found with its first seed."""
    artefact = resolve(unit.vocabulary)
    slot.begin(unit.vocabulary)
    cell = fidelity_cell(artefact, unit.vocabulary)
    runner = shard_runner(slot, cell, source_of(slot, cell, unit.seed))
    tokenizer = slot.tokenizer(artefact)
    can, _ = runner.options("decode" if unit.op == "decode" else "encode")
    source = ARMS[unit.arm](slot, cell, unit.seed)
    stream = Stream(unit.op, source, tokenizer, runner.left, runner.right, can)
    search = Search(
        stream,
        unit.bounds.cases,
        unit.bounds.seconds,
        lambda mutant, changed: BlackBoxSide(BlackBox(mutant.id), changed),
    )
    found = search.run([mutant_called(name) for name in unit.mutants])
    kind = component(tokenizer, "model")
    failed: list[str] = []
    trials = _trials(slot, unit, artefact, found, kind, shrink, failed)
    blind = tuple(one.mutant.name for one in found.sought if one.canaries.blind)
    return Done(unit.name, tuple(trials), found.false_alarms, blind, tuple(failed))


def _trials(
    slot: Slot,
    unit: Unit,
    artefact: Artefact,
    found: Searched,
    kind: str,
    shrink: bool,
    failed: list[str],
) -> Iterable[Trial]:
    for one in found.sought:
        small = None
        if shrink and unit.arm == OURS and one.raw is not None:
            try:
                small = made_small(slot, artefact, one.mutant, one.raw)
            except Exception as error:  # what was found stays found
                failed.append(f"{one.mutant.name}: not made small: {error_line(error)}")
        yield Trial(
            mutant=one.mutant.name,
            half=one.mutant.half,
            variant=one.mutant.fault_model.name,
            stage=one.mutant.stage,
            vocabulary=unit.vocabulary,
            model_kind=kind,
            op=unit.op,
            arm=unit.arm,
            seed=unit.seed,
            budget=unit.bounds.cases,
            cases=found.cases if one.detected is None else one.detected.cases,
            seconds=found.seconds if one.detected is None else one.detected.seconds,
            out_of_time=found.out_of_time and one.detected is None,
            characters=one.characters,
            reached=one.reached,
            triggered=one.triggered,
            detected=one.detected,
            shrunk=small.shrunk if small else None,
            named=small.named if small else (),
        )


def _run(slot: Slot, unit: Unit, shrink: bool) -> Done:
    try:
        return run_unit(slot, unit, shrink)
    except Exception as error:  # one search less, and the others go on
        return Done(unit.name, (), 0, (), (f"{unit.name}: {error_line(error)}",))


def measure(
    directory: Path,
    chosen: Sequence[Mutant],
    arms: Sequence[str],
    seeds: Sequence[int],
    bounds: Bounds,
    jobs: int,
    progress: Progress,
    *,
    resume: bool = False,
) -> Measured:
    """Run every search and write `trials.jsonl` into the directory.

    A search that fails is told among what is left out, and made again by `resume`.

    `resume` takes over the searches that the directory holds: a measurement may be made in parts,
    arm by arm and seed by seed, each with seconds of its own; what is told is of all of them,
    whatever this part was asked for. A mutant whose vocabulary is not in
    the cache is left out, by name and reason. Errors: OtherMeasurement; BadJournal, where mutants,
    versions or the budget of cases were others.
    """
    there, left_out = _present(chosen)
    wanted = units(there, arms, seeds, bounds)
    plan: dict[str, Any] = {
        "mutants": sorted(map(_plan, chosen)),
        "versions": oracle_versions(),
        "cases": bounds.cases,
    }
    directory.mkdir(parents=True, exist_ok=True)
    grouping = read_grouping(directory)
    path = directory / "searches.jsonl"
    if path.exists() and not resume:
        raise OtherMeasurement(directory)
    if path.exists():
        journal, before = Journal.resume(path, plan, Done)
    else:
        journal, before = Journal.begin(path, plan, Done), []
    done = {one.unit: one for one in before if one.trials}
    todo = [unit for unit in wanted if unit.name not in done]
    blocks = [(unit, unit.seed == seeds[0]) for unit in todo]
    with journal, Pool(jobs) as pool:
        ended = pool.as_ended(_run, blocks)
        for count, (_, one) in enumerate(ended, len(wanted) - len(todo) + 1):
            journal.append(one)
            done[one.unit] = one
            progress(count, len(wanted), one.unit)
    blind = {name for one in done.values() for name in one.blind}
    left_out += [f"{name}: not left out, but its canary missed a case" for name in sorted(blind)]
    left_out += [why for one in done.values() for why in one.failed]
    trials = [trial for one in done.values() for trial in one.trials]
    measured = Measured(
        bounds.cases,
        tuple(sorted({*seeds, *(trial.seed for trial in trials)})),
        tuple(dict.fromkeys((*arms, *(trial.arm for trial in trials)))),
        oracle_versions(),
        tuple(left_out),
        {one.unit: one.false_alarms for one in done.values() if one.trials},
        tuple(sorted(trials, key=lambda one: (one.mutant, one.arm, one.seed))),
        grouping,
    )
    write_measured(directory, measured)
    return measured


def _plan(mutant: Mutant) -> str:
    """All of a mutant that a trial depends on."""
    facts = mutant.fault_model.name, mutant.op, mutant.vocabularies[0], mutant.reached
    return f"{mutant.id}: {', '.join((*facts, *mutant.bound_by))}"


def _present(chosen: Iterable[Mutant]) -> tuple[list[Mutant], list[str]]:
    there, left_out = [], []
    for mutant in chosen:
        try:
            resolve(mutant.vocabularies[0])
        except NotFetched as error:
            left_out.append(f"{mutant.name}: {error}")
        else:
            there.append(mutant)
    return there, left_out
