"""`SearchUnit`: one search of a measurement, and what it came to: its mutants detected, made small
and named, as `tokparity run` and `shrink` would show them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from evaluation.finding_power.arms import ARMS, OURS
from evaluation.finding_power.search import MutantSearch, SearchResult
from evaluation.finding_power.stream import Stream, size_of
from evaluation.mutants import mutant_called
from evaluation.pages.trials import DefectSize, NamedAs, SearchTrial
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.compare.sides import BlackBoxSide, ReferenceSide
from tokparity.harness.fault_models.mutant import Mutant, MutantOp
from tokparity.harness.naming.diverging_case import DivergingCase
from tokparity.harness.naming.first_stage import Diagnosis
from tokparity.harness.naming.two_traces import name_fault_model
from tokparity.harness.reduction.finding import shrink_finding
from tokparity.harness.shards.case_source import source_of
from tokparity.harness.shards.runner import shard_runner
from tokparity.harness.shards.slot import Slot
from tokparity.harness.shards.unit import error_line
from tokparity.reference_impl.contract import Artefact, Case
from tokparity.reference_impl.tokenizer.stages import component
from tokparity.reports.records.engine import BlackBox, FaultyReference
from tokparity.reports.records.finding import Finding, Method


@dataclass(frozen=True, slots=True)
class SearchBounds:
    """Of one search: `cases`, and `seconds` for making and answering them."""

    cases: int = 50_000
    seconds: float = 120.0


@dataclass(frozen=True, slots=True)
class SearchUnit:
    """One search: an arm, a vocabulary, a seed, and the mutants it looks for, all of one op."""

    vocabulary: str
    arm: str
    seed: int
    op: MutantOp
    mutants: tuple[str, ...]
    bounds: SearchBounds

    @property
    def name(self) -> str:
        """Unique in a measurement."""
        return f"{self.vocabulary} {self.arm} {self.op} seed {self.seed}"


@dataclass(frozen=True, slots=True)
class UnitResult:
    """What a unit came to."""

    unit: str
    trials: tuple[SearchTrial, ...]
    false_alarms: int
    blind: tuple[str, ...] = ()
    """Mutants whose canary missed a case: they were asked everything from then on."""
    failed: tuple[str, ...] = ()
    """What could not be searched, or not be made small, and why."""


def units(
    mutants: Iterable[Mutant], arms: Sequence[str], seeds: Sequence[int], bounds: SearchBounds
) -> list[SearchUnit]:
    """The searches for these mutants, each on the first of its vocabularies."""
    groups: dict[tuple[str, MutantOp], list[str]] = {}
    for mutant in mutants:
        groups.setdefault((mutant.vocabularies[0], mutant.op), []).append(mutant.id)
    return [
        SearchUnit(vocabulary, arm, seed, op, tuple(names), bounds)
        for seed in seeds
        for (vocabulary, op), names in sorted(groups.items())
        for arm in arms
    ]


def run_unit(slot: Slot, unit: SearchUnit, shrink: bool) -> UnitResult:
    """Search, then make small what our own arm found with its first seed."""
    artefact = resolve(unit.vocabulary)
    slot.begin(unit.vocabulary)
    cell = fidelity_cell(artefact, unit.vocabulary)
    runner = shard_runner(slot, cell, source_of(slot, cell, unit.seed))
    tokenizer = slot.tokenizer(artefact)
    can, _ = runner.options("decode" if unit.op == "decode" else "encode")
    source = ARMS[unit.arm](slot, cell, unit.seed)
    stream = Stream(unit.op, source, tokenizer, runner.left, runner.right, can)
    search = MutantSearch(
        stream,
        unit.bounds.cases,
        unit.bounds.seconds,
        lambda mutant, changed: BlackBoxSide(BlackBox(mutant.id), changed),
    )
    result = search.run([mutant_called(name) for name in unit.mutants])
    kind = component(tokenizer, "model")
    failed: list[str] = []
    trials = _trials(slot, unit, artefact, result, kind, shrink, failed)
    blind = tuple(state.mutant.name for state in result.sought if state.canaries.blind)
    return UnitResult(unit.name, tuple(trials), result.false_alarms, blind, tuple(failed))


def _trials(
    slot: Slot,
    unit: SearchUnit,
    artefact: Artefact,
    result: SearchResult,
    kind: str,
    shrink: bool,
    failed: list[str],
) -> Iterable[SearchTrial]:
    for state in result.sought:
        small = None
        if shrink and unit.arm == OURS and state.raw is not None:
            try:
                small = investigate(slot, artefact, state.mutant, state.raw)
            except Exception as error:  # what was found stays found
                failed.append(f"{state.mutant.name}: not made small: {error_line(error)}")
        yield SearchTrial(
            mutant=state.mutant.name,
            half=state.mutant.half,
            variant=state.mutant.fault_model.name,
            stage=state.mutant.stage,
            vocabulary=unit.vocabulary,
            model_kind=kind,
            op=unit.op,
            arm=unit.arm,
            seed=unit.seed,
            budget=unit.bounds.cases,
            cases=result.cases if state.detected is None else state.detected.cases,
            seconds=result.seconds if state.detected is None else state.detected.seconds,
            out_of_time=result.out_of_time and state.detected is None,
            characters=state.characters,
            reached=state.reached,
            triggered=state.triggered,
            detected=state.detected,
            shrunk=small.shrunk if small else None,
            named=small.named if small else (),
        )


@dataclass(frozen=True, slots=True)
class MutantFinding:
    """The smallest case of a mutant, and the stages it was named by."""

    shrunk: DefectSize
    named: tuple[NamedAs, ...]


def investigate(
    slot: Slot, artefact: Artefact, mutant: Mutant, raw: DivergingCase
) -> MutantFinding:
    """Shrink the case that detected a mutant, seen as a black box, and name its stage twice: as
    the black box that it is, its own change withheld, and by the traces of both."""
    cell = fidelity_cell(artefact, artefact.name, BlackBox(mutant.id))
    shrunk = shrink_finding(slot, cell, raw.case)
    case, size = shrunk.case, size_of(shrunk.case)
    small = DefectSize(
        characters=size,
        entries=None if shrunk.files is None else shrunk.entries,
        loads=shrunk.loads,
        candidates=shrunk.candidates,
        seconds=shrunk.seconds,
        bound_by_length="length" in mutant.bound_by and shrunk.minimal,
        bound_by_vocabulary="vocabulary" in mutant.bound_by,
        case=case,
        needed=shrunk.needed,
    )
    # Without the names of the two sides: they alone would keep findings apart.
    signature = replace(shrunk.found.signature, left="mutant", right="native")
    finding = Finding(signature, shrunk.found.shape, "divergence", shrunk.found.method, ())
    as_black_box = NamedAs(shrunk.found.method, signature.stage, signature.component, finding.id)
    traced = _by_traces(slot, artefact, mutant, raw.case)
    method: Method = "two-trace" if traced.method == "unknown" else traced.method
    by_traces = NamedAs(method, traced.stage, traced.component, "")
    return MutantFinding(small, (by_traces, as_black_box))


def _by_traces(slot: Slot, artefact: Artefact, mutant: Mutant, case: Case) -> Diagnosis:
    honest = slot.tokenizer(artefact)
    left = ReferenceSide(mutant.fault_model.apply(honest), FaultyReference(mutant.name))
    native = slot.side(fidelity_cell(artefact, artefact.name).right)
    return name_fault_model(case, left, native, honest)
