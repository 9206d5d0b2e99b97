"""The whole measurement: every arm searches every vocabulary for its mutants, seed after seed.

A unit is one search. Units run in job processes and are written down as they end, so that a
measurement that is killed goes on where it was.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from corpora.mutants.mutant import Mutant, MutantOp, mutant_called
from corpora.vocabs.catalogue import NotFetched
from harness.artefacts import resolve
from harness.cells import MUTANT, fidelity_cell
from harness.execution import oracle_versions
from harness.finding_power.arms import ARMS, OURS
from harness.finding_power.search import Search, Searched
from harness.finding_power.small import made_small
from harness.finding_power.stream import Stream
from harness.job_pool import Pool
from harness.sides import BlackBoxSide
from harness.slot import Slot
from harness.units import told
from reference_impl.contract import Artefact
from reference_impl.errors import TokparityError
from reference_impl.stages import component
from reports.trials import Measured, Trial, trial_from_json, write_measured

Progress = Callable[[int, int | None, str], None]


class OtherMeasurement(TokparityError):
    """A directory holds a measurement that was asked for otherwise."""

    def __init__(self, directory: Path) -> None:
        super().__init__(
            f"{directory}: holds another measurement: use a new --out, or ask for the same"
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
    runner = slot.runner(cell, unit.seed)
    tokenizer = slot.tokenizer(artefact)
    can, _ = runner.options("decode" if unit.op == "decode" else "encode")
    source = ARMS[unit.arm](slot, cell, unit.seed)
    stream = Stream(unit.op, source, tokenizer, runner.left, runner.right, can)
    search = Search(
        stream,
        unit.bounds.cases,
        unit.bounds.seconds,
        lambda mutant, changed: BlackBoxSide(MUTANT + mutant.id, changed),
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
                failed.append(f"{one.mutant.name}: not made small: {told(error)}")
        yield Trial(
            mutant=one.mutant.name,
            half=one.mutant.half,
            variant=one.mutant.variant.name,
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
        return Done(unit.name, (), 0, (), (f"{unit.name}: {told(error)}",))


@dataclass(slots=True)
class Journal:
    """`searches.jsonl`: a unit a line, appended as it ends; a first line says what was asked."""

    path: Path
    asked: dict[str, object]
    done: dict[str, Done] = field(default_factory=dict)

    @classmethod
    def open(cls, directory: Path, asked: dict[str, object]) -> "Journal":
        """A new one, or the one that is there. OtherMeasurement where it was asked otherwise."""
        journal = cls(directory / "searches.jsonl", asked)
        if not journal.path.exists():
            directory.mkdir(parents=True, exist_ok=True)
            journal.path.write_text(json.dumps(asked) + "\n", "ascii")
            return journal
        lines = journal.path.read_bytes().splitlines(keepends=True)
        try:
            if json.loads(lines[0]) != asked:
                raise OtherMeasurement(directory)
            whole = [line for line in lines[1:] if line.endswith(b"\n")]  # the last may be torn
            for line in whole:
                data = json.loads(line)
                trials = tuple(trial_from_json(one) for one in data["trials"])
                journal.done[data["unit"]] = Done(
                    data["unit"],
                    trials,
                    data["false_alarms"],
                    tuple(data["blind"]),
                    tuple(data["failed"]),
                )
        except (ValueError, KeyError, TypeError, IndexError):
            raise OtherMeasurement(directory) from None
        journal.path.write_bytes(b"".join([lines[0], *whole]))
        return journal

    def add(self, done: Done) -> None:
        """Write a unit down."""
        self.done[done.unit] = done
        with self.path.open("a", encoding="ascii") as file:
            file.write(json.dumps(asdict(done)) + "\n")


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

    `resume` takes over the searches that the directory holds: a measurement may be made in parts,
    arm by arm and seed by seed, each with seconds of its own. A mutant whose vocabulary is not in
    the cache is left out, by name and reason.
    """
    there, left_out = _present(chosen)
    wanted = units(there, arms, seeds, bounds)
    asked: dict[str, object] = {
        "mutants": sorted(f"{mutant.id}: {mutant.variant.name}" for mutant in chosen),
        "versions": oracle_versions(),
        "cases": bounds.cases,
    }
    if not resume and (directory / "searches.jsonl").exists():
        raise OtherMeasurement(directory)
    journal = Journal.open(directory, asked)
    todo = [unit for unit in wanted if unit.name not in journal.done]
    blocks = [(unit, unit.seed == seeds[0]) for unit in todo]
    with Pool(jobs) as pool:
        for _, done in pool.as_ended(_run, blocks):
            journal.add(done)
            progress(len(journal.done), len(wanted), done.unit)
    blind = {name for unit in wanted for name in journal.done[unit.name].blind}
    left_out += [f"{name}: not left out, but its canary missed a case" for name in sorted(blind)]
    left_out += [why for unit in wanted for why in journal.done[unit.name].failed]
    trials = [trial for unit in wanted for trial in journal.done[unit.name].trials]
    measured = Measured(
        bounds.cases,
        tuple(seeds),
        tuple(arms),
        oracle_versions(),
        tuple(left_out),
        {unit.name: journal.done[unit.name].false_alarms for unit in wanted},
        tuple(sorted(trials, key=lambda one: (one.mutant, one.arm, one.seed))),
    )
    write_measured(directory, measured)
    return measured


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
