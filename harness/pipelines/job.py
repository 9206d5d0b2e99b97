"""The reference against the library on tokenizers that nobody wrote: the whole job.

Compare all, shrink the smallest case of each finding in text and pipeline, count what the
pipelines cover, write a run directory. Blocks have a fixed size, and what a block gives depends
on its numbers alone, so that the number of jobs changes nothing.
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from tokparity.corpora.embedded import Embedded, materialise
from tokparity.corpora.generators.pipelines.pipeline import canonical, pipeline
from tokparity.corpora.generators.pipelines.training import KINDS
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.findings.committed_cases import Replayed
from tokparity.harness.naming.investigation import NamedSighting
from tokparity.harness.pipelines.block import (
    MODEL,
    PipelineOutcome,
    generated,
    smallest_pipeline,
    try_block,
)
from tokparity.harness.pipelines.coverage import CellsByPipeline, Coverage, distinct
from tokparity.harness.pipelines.effects import Effects, OptionCell
from tokparity.harness.run.directory import JOURNAL, finish
from tokparity.harness.run.execution import Progress, RunPlan
from tokparity.harness.run.job import RunOutcome, run
from tokparity.harness.shards.executors import InlineExecutor
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shards.slot import Slot
from tokparity.harness.shards.unit import UnitFailed
from tokparity.harness.shrinking.case import case_order
from tokparity.reports.records.engine import REFERENCE, Engine
from tokparity.reports.records.finding import kept_tokenizer

BLOCK = 20
MOST_SHRUNK = 40
"""Findings shrunk of one run; more are counted and told."""


class Runs(Protocol):
    """A `Pool` or `Inline`."""

    def run(self, work: Callable[..., Any], blocks: Sequence[tuple[Any, ...]]) -> Iterator[Any]: ...


@dataclass(frozen=True, slots=True)
class PipelinesRequest:
    """How many pipelines, of how many texts, from which seed; `left` is what is put to test."""

    pipelines: int = 5000
    texts: int = 20
    seed: int = 0
    left: Engine = REFERENCE

    def blocks(self, numbers: Sequence[int]) -> list[list[int]]:
        """The numbers in blocks."""
        return [list(numbers[at : at + BLOCK]) for at in range(0, len(numbers), BLOCK)]


@dataclass(frozen=True, slots=True)
class PipelinesReport:
    """The outcome as of any run, and what is this job's own.

    `distinct`: how many pipelines are no copy; `omissions`, `unloaded`: reasons and how often;
    `documents`: the tokenizer of each sighting by its sha256.
    """

    outcome: RunOutcome
    coverage: Coverage
    distinct: int
    omissions: Counter[str]
    unloaded: Counter[str]
    documents: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def exit_code(self) -> int:
        """As a run's; 1 too where a cell is below its count."""
        return self.outcome.exit_code or (1 if self.coverage.short() else 0)


def try_pipelines(
    request: PipelinesRequest, runs: Runs, directory: Path, jobs: int, progress: Progress
) -> PipelinesReport:
    """The whole job, into a run directory. Errors: NotARunDirectory."""
    started = time.perf_counter()
    with TemporaryDirectory(prefix="tokparity-") as scratch:
        outcomes = _compare(request, runs, Path(scratch), progress)
        documents, smallest = _shrink(request, outcomes, runs, Path(scratch), progress)
    numbers = distinct([(outcome.number, outcome.sha256) for outcome in outcomes])
    coverage = _cover(request, numbers, runs, progress)
    for sha256, document in documents.items():
        path = kept_tokenizer(directory, sha256)
        path.parent.mkdir(parents=True, exist_ok=True)
        artefact = materialise(Embedded("tokenizer.json", canonical(document)), path.parent)
        assert (artefact.sha256, artefact.path) == (sha256, path)
    plan = RunPlan(
        cells=tuple(fidelity_cell(generated(kind), MODEL, request.left) for kind in KINDS),
        seed=request.seed,
        profile="pipelines",
        epochs=0,
        options={"pipelines": request.pipelines, "texts": request.texts},
        unusable=tuple(_failed(outcomes)),
    )
    for outcome in outcomes:
        outcome.result.found = []  # of each the smallest is in `smallest`
    _keep_journal(directory)
    with Slot() as slot:
        run_outcome = run(
            plan,
            InlineExecutor(slot),
            directory,
            jobs=jobs,
            replayed=Replayed(seconds=time.perf_counter() - started),
            progress=progress,
            extra=[*(outcome.result for outcome in outcomes), *smallest],
        )
    finish(directory)
    return PipelinesReport(
        run_outcome,
        coverage,
        len(numbers),
        Counter(reason for outcome in outcomes for reason in outcome.omissions),
        Counter(_both(each) for each in outcomes if len(each.unloaded) == len(("left", "right"))),
        documents,
    )


def _compare(
    request: PipelinesRequest, runs: Runs, scratch: Path, progress: Progress
) -> list[PipelineOutcome]:
    blocks = [
        (request.seed, numbers, request.texts, scratch, request.left)
        for numbers in request.blocks(range(request.pipelines))
    ]
    outcomes: list[PipelineOutcome] = []
    for block in runs.run(try_block, blocks):
        outcomes += block
        progress(len(outcomes), request.pipelines, "comparing")
    return outcomes


def _shrink(
    request: PipelinesRequest,
    outcomes: Sequence[PipelineOutcome],
    runs: Runs,
    scratch: Path,
    progress: Progress,
) -> tuple[dict[str, dict[str, Any]], list[ShardResult]]:
    """Of each signature and kind of model the smallest case, shrunk, as a result of its own."""
    groups: dict[tuple[str, str], list[tuple[NamedSighting, PipelineOutcome]]] = {}
    for outcome in outcomes:
        for sight in outcome.result.found:
            key = sight.signature.key, outcome.result.cell
            groups.setdefault(key, []).append((sight, outcome))
    blocks, results = [], []
    for key in sorted(groups):
        sight, outcome = min(
            groups[key], key=lambda pair: (case_order(pair[0].sighting.case), pair[1].number)
        )
        count = sum(other.sighting.count for other, _ in groups[key])
        blocks.append((request.seed, outcome.number, _counted(sight, count), scratch))
        results.append(ShardResult(outcome.result.cell, outcome.number))
    documents: dict[str, dict[str, Any]] = {}
    shrunk = runs.run(shrink_in_pipeline, blocks[:MOST_SHRUNK])
    for at, (document, small) in enumerate(shrunk):
        documents[small.sighting.sha256] = document
        results[at].found = [_counted(small, blocks[at][2].sighting.count)]
        progress(at + 1, len(blocks), "shrinking")
    rest = zip(blocks[MOST_SHRUNK:], results[MOST_SHRUNK:], strict=True)
    for (seed, number, sight, _), result in rest:
        documents[sight.sighting.sha256] = pipeline(seed, number, 1).document
        result.found = [sight]
    return documents, results


def _counted(sight: NamedSighting, count: int) -> NamedSighting:
    return replace(sight, sighting=replace(sight.sighting, count=count))


def shrink_in_pipeline(
    slot: Slot, seed: int, number: int, named_sighting: NamedSighting, scratch: Path
) -> tuple[dict[str, Any], NamedSighting]:
    """One finding, in the pipeline of a number, as small as it gets."""
    return smallest_pipeline(slot, pipeline(seed, number, 1).document, named_sighting, scratch)


def _cover(
    request: PipelinesRequest, numbers: Sequence[int], runs: Runs, progress: Progress
) -> Coverage:
    coverage = Coverage.of(len(numbers))
    for number in numbers:
        coverage.meet(number, pipeline(request.seed, number, 1).document)

    def has_a_say(cells: CellsByPipeline) -> Iterable[tuple[int, OptionCell]]:
        blocks = [
            (request.seed, request.texts, [(number, cells[number]) for number in numbers])
            for numbers in request.blocks(sorted(cells))
        ]
        for done, effective in enumerate(runs.run(ask_block, blocks)):
            progress(done + 1, len(blocks), "covering")
            yield from effective

    coverage.ask(has_a_say)
    return coverage


def ask_block(
    slot: Slot, seed: int, texts: int, questions: Iterable[tuple[int, list[OptionCell]]]
) -> list[tuple[int, OptionCell]]:
    """Which cells of these pipelines have a say."""
    effective = []
    for number, cells in questions:
        effects = Effects(pipeline(seed, number, texts))
        effective += [(number, cell) for cell in cells if effects.has_a_say(cell)]
    return effective


def _failed(outcomes: Iterable[PipelineOutcome]) -> Iterator[UnitFailed]:
    """Pipelines that one side alone does not load, or that our own code fell over."""
    for outcome in outcomes:
        name = f"pipeline {outcome.number}"
        if outcome.failed is not None:
            yield UnitFailed(name, outcome.number, outcome.failed)
        elif len(outcome.unloaded) == 1:
            engine, reason = outcome.unloaded[0]
            yield UnitFailed(name, outcome.number, f"only {engine} does not load it: {reason}")


def _both(outcome: PipelineOutcome) -> str:
    """Why neither side loads a pipeline, as the left one says it."""
    return outcome.unloaded[0][1]


def _keep_journal(directory: Path) -> None:
    """`run` takes a folder that is not empty for its own by the journal in it."""
    directory.mkdir(parents=True, exist_ok=True)
    (directory / JOURNAL).touch()


def coverage_to_json(coverage: Coverage) -> dict[str, Any]:
    """What `coverage.json` of the run directory holds."""
    return {
        "schema_version": 1,
        "needed": coverage.needed,
        "pipelines": coverage.pipelines,
        "options": [
            {
                "section": cell.section,
                "component": cell.kind,
                "option": cell.option,
                "value": json.loads(cell.value),
                "in": there,
                "has_a_say_in": effective,
            }
            for cell, there, effective in coverage.rows()
        ],
        "tables": {
            name: [[*key, count] for key, count in counts.items()]
            for name, counts in coverage.tables().items()
        },
        "short": coverage.short(),
    }
