"""The whole measurement: every arm searches every vocabulary for its mutants, seed after seed.

A unit is one search. Units run in job processes and are written down as they end, so that a
measurement that is killed goes on where it was.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from evaluation.finding_power.units import SearchBounds, SearchUnit, UnitResult, run_unit, units
from evaluation.pages.grouping import read_grouping
from evaluation.pages.trials import Measured, write_measured
from tokparity.corpora.vocabs.catalogue import NotFetched
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.fault_models.mutant import Mutant
from tokparity.harness.run.execution import oracle_versions
from tokparity.harness.run.journal import Journal
from tokparity.harness.shards.job_pool import Pool
from tokparity.harness.shards.slot import Slot
from tokparity.harness.shards.unit import error_line
from tokparity.reference_impl.errors import TokparityError

Progress = Callable[[int, int | None, str], None]


class OtherMeasurement(TokparityError):
    """A directory holds a measurement already."""

    def __init__(self, directory: Path) -> None:
        super().__init__(
            f"{directory}: holds a measurement: use a new --out, or go on with it by --resume"
        )


def _run(slot: Slot, unit: SearchUnit, shrink: bool) -> UnitResult:
    try:
        return run_unit(slot, unit, shrink)
    except Exception as error:  # one search less, and the others go on
        return UnitResult(unit.name, (), 0, (), (f"{unit.name}: {error_line(error)}",))


def measure(
    directory: Path,
    mutants: Sequence[Mutant],
    arms: Sequence[str],
    seeds: Sequence[int],
    bounds: SearchBounds,
    jobs: int,
    progress: Progress,
    *,
    resume: bool = False,
) -> Measured:
    """Run every search and write `trials.jsonl` into the directory.

    A search that fails is error_line among what is left out, and made again by `resume`.

    `resume` takes over the searches that the directory holds: a measurement may be made in parts,
    arm by arm and seed by seed, each with seconds of its own; what is error_line is of all of them,
    whatever this part was asked for. A mutant whose vocabulary is not in the cache is left out, by
    name and reason. Errors: OtherMeasurement; BadJournal, where mutants,
    versions or the budget of cases were others.
    """
    present, omissions = _present(mutants)
    planned = units(present, arms, seeds, bounds)
    plan: dict[str, Any] = {
        "mutants": sorted(map(_plan, mutants)),
        "versions": oracle_versions(),
        "cases": bounds.cases,
    }
    directory.mkdir(parents=True, exist_ok=True)
    grouping = read_grouping(directory)
    path = directory / "searches.jsonl"
    if path.exists() and not resume:
        raise OtherMeasurement(directory)
    if path.exists():
        journal, before = Journal.resume(path, plan, UnitResult)
    else:
        journal, before = Journal.begin(path, plan, UnitResult), iter(())
    done = {done_unit.unit: done_unit for done_unit in before if done_unit.trials}
    todo = [unit for unit in planned if unit.name not in done]
    blocks = [(unit, unit.seed == seeds[0]) for unit in todo]
    with journal, Pool(jobs) as pool:
        ended = pool.as_ended(_run, blocks)
        for count, (_, done_unit) in enumerate(ended, len(planned) - len(todo) + 1):
            journal.append(done_unit)
            done[done_unit.unit] = done_unit
            progress(count, len(planned), done_unit.unit)
    blind = {name for done_unit in done.values() for name in done_unit.blind}
    omissions += [f"{name}: not left out, but its canary missed a case" for name in sorted(blind)]
    omissions += [why for done_unit in done.values() for why in done_unit.failed]
    trials = [trial for done_unit in done.values() for trial in done_unit.trials]
    measured = Measured(
        bounds.cases,
        tuple(sorted({*seeds, *(trial.seed for trial in trials)})),
        tuple(dict.fromkeys((*arms, *(trial.arm for trial in trials)))),
        oracle_versions(),
        tuple(omissions),
        {done_unit.unit: done_unit.false_alarms for done_unit in done.values() if done_unit.trials},
        tuple(sorted(trials, key=lambda trial: (trial.mutant, trial.arm, trial.seed))),
        grouping,
    )
    write_measured(directory, measured)
    return measured


def _plan(mutant: Mutant) -> str:
    """All of a mutant that a trial depends on."""
    facts = mutant.fault_model.name, mutant.op, mutant.vocabularies[0], mutant.reached
    return f"{mutant.id}: {', '.join((*facts, *mutant.bound_by))}"


def _present(mutants: Iterable[Mutant]) -> tuple[list[Mutant], list[str]]:
    present, omissions = [], []
    for mutant in mutants:
        try:
            resolve(mutant.vocabularies[0])
        except NotFetched as error:
            omissions.append(f"{mutant.name}: {error}")
        else:
            present.append(mutant)
    return present, omissions
