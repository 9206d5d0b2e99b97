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
from tokparity.harness.pipelines.block import MODEL, Tried, generated, shrunk, try_block
from tokparity.harness.pipelines.coverage import Asked, Coverage, distinct
from tokparity.harness.pipelines.effects import Effects, OptionCell
from tokparity.harness.run.execution import Progress, RunPlan
from tokparity.harness.run.job import RunOutcome, run
from tokparity.harness.shards.executors import InlineExecutor
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shards.slot import Slot
from tokparity.harness.shards.unit import UnitFailed
from tokparity.harness.shrinking.case import case_order
from tokparity.reports.records.engine import REFERENCE, Engine
from tokparity.reports.records.run_directory import kept_tokenizer

BLOCK = 20
MOST_SHRUNK = 40
"""Findings shrunk of one run; more are counted and told."""


class Runs(Protocol):
    """A `Pool` or `Inline`."""

    def run(self, work: Callable[..., Any], blocks: Sequence[tuple[Any, ...]]) -> Iterator[Any]: ...


@dataclass(frozen=True, slots=True)
class Wanted:
    """How many pipelines, of how many texts, from which seed; `left` is what is put to test."""

    pipelines: int = 5000
    texts: int = 20
    seed: int = 0
    left: Engine = REFERENCE

    def blocks(self, numbers: Sequence[int]) -> list[list[int]]:
        """The numbers in blocks."""
        return [list(numbers[at : at + BLOCK]) for at in range(0, len(numbers), BLOCK)]


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome as of any run, and what is this job's own.

    `distinct`: how many pipelines are no copy; `left_out`, `unloaded`: reasons and how often;
    `documents`: the tokenizer of each sighting by its sha256.
    """

    outcome: RunOutcome
    coverage: Coverage
    distinct: int
    left_out: Counter[str]
    unloaded: Counter[str]
    documents: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def exit_code(self) -> int:
        """As a run's; 1 too where a cell is below its count."""
        return self.outcome.exit_code or (1 if self.coverage.short() else 0)


def try_pipelines(
    wanted: Wanted, runs: Runs, directory: Path, jobs: int, progress: Progress
) -> Report:
    """The whole job, into a run directory. Errors: NotARunDirectory."""
    started = time.perf_counter()
    with TemporaryDirectory(prefix="tokparity-") as scratch:
        tried = _compare(wanted, runs, Path(scratch), progress)
        documents, found = _shrink(wanted, tried, runs, Path(scratch), progress)
    numbers = distinct([(one.number, one.sha256) for one in tried])
    coverage = _cover(wanted, numbers, runs, progress)
    for sha256, document in documents.items():
        kept = kept_tokenizer(directory, sha256)
        kept.parent.mkdir(parents=True, exist_ok=True)
        held = materialise(Embedded("tokenizer.json", canonical(document)), kept.parent)
        assert (held.sha256, held.path) == (sha256, kept)
    plan = RunPlan(
        cells=tuple(fidelity_cell(generated(kind), MODEL, wanted.left) for kind in KINDS),
        seed=wanted.seed,
        profile="pipelines",
        epochs=0,
        options={"pipelines": wanted.pipelines, "texts": wanted.texts},
        unusable=tuple(_failed(tried)),
    )
    for one in tried:
        one.result.found = []  # of each the smallest is in `found`, shrunk
    results = [*(one.result for one in tried), *found]
    _keep_journal(directory)
    with Slot() as slot:
        outcome = run(
            plan,
            InlineExecutor(slot),
            directory,
            jobs=jobs,
            replayed=Replayed(seconds=time.perf_counter() - started),
            progress=progress,
            extra=results,
        )
    return Report(
        outcome,
        coverage,
        len(numbers),
        Counter(reason for one in tried for reason in one.left_out),
        Counter(_both(one) for one in tried if len(one.unloaded) == len(("left", "right"))),
        documents,
    )


def _compare(wanted: Wanted, runs: Runs, scratch: Path, progress: Progress) -> list[Tried]:
    blocks = [
        (wanted.seed, numbers, wanted.texts, scratch, wanted.left)
        for numbers in wanted.blocks(range(wanted.pipelines))
    ]
    tried: list[Tried] = []
    for block in runs.run(try_block, blocks):
        tried += block
        progress(len(tried), wanted.pipelines, "comparing")
    return tried


def _shrink(
    wanted: Wanted, tried: Sequence[Tried], runs: Runs, scratch: Path, progress: Progress
) -> tuple[dict[str, dict[str, Any]], list[ShardResult]]:
    """Of each signature and kind of model the smallest case, shrunk, as a result of its own."""
    groups: dict[tuple[str, str], list[tuple[NamedSighting, Tried]]] = {}
    for one in tried:
        for met in one.result.found:
            groups.setdefault((met.signature.key, one.result.cell), []).append((met, one))
    blocks, results = [], []
    for key in sorted(groups):
        met, at = min(
            groups[key], key=lambda pair: (case_order(pair[0].sighting.case), pair[1].number)
        )
        count = sum(other.sighting.count for other, _ in groups[key])
        met = replace(met, sighting=replace(met.sighting, count=count))
        blocks.append((wanted.seed, at.number, met, scratch))
        results.append(ShardResult(at.result.cell, at.number))
    documents: dict[str, dict[str, Any]] = {}
    for number, (document, met) in enumerate(runs.run(shrink_one, blocks[:MOST_SHRUNK])):
        documents[met.sighting.sha256] = document
        count = blocks[number][2].sighting.count
        results[number].found = [replace(met, sighting=replace(met.sighting, count=count))]
        progress(number + 1, len(blocks), "shrinking")
    for (seed, at_number, met, _), result in zip(
        blocks[MOST_SHRUNK:], results[MOST_SHRUNK:], strict=True
    ):
        documents[met.sighting.sha256] = pipeline(seed, at_number, 1).document
        result.found = [met]
    return documents, results


def shrink_one(
    slot: Slot, seed: int, number: int, met: NamedSighting, scratch: Path
) -> tuple[dict[str, Any], NamedSighting]:
    """One finding, in the pipeline of a number, as small as it gets."""
    return shrunk(slot, pipeline(seed, number, 1).document, met, scratch)


def _cover(wanted: Wanted, numbers: Sequence[int], runs: Runs, progress: Progress) -> Coverage:
    coverage = Coverage.of(len(numbers))
    for number in numbers:
        coverage.meet(number, pipeline(wanted.seed, number, 1).document)

    def has_a_say(asked: Asked) -> Iterable[tuple[int, OptionCell]]:
        blocks = [
            (wanted.seed, wanted.texts, [(number, asked[number]) for number in numbers])
            for numbers in wanted.blocks(sorted(asked))
        ]
        for done, found in enumerate(runs.run(ask_block, blocks)):
            progress(done + 1, len(blocks), "covering")
            yield from found

    coverage.ask(has_a_say)
    return coverage


def ask_block(
    slot: Slot, seed: int, texts: int, asked: Iterable[tuple[int, list[OptionCell]]]
) -> list[tuple[int, OptionCell]]:
    """Which cells of these pipelines have a say."""
    found = []
    for number, cells in asked:
        effects = Effects(pipeline(seed, number, texts))
        found += [(number, cell) for cell in cells if effects.has_a_say(cell)]
    return found


def _failed(tried: Iterable[Tried]) -> Iterator[UnitFailed]:
    """Pipelines that one side alone does not load, or that our own code fell over."""
    for one in tried:
        name = f"pipeline {one.number}"
        if one.failed is not None:
            yield UnitFailed(name, one.number, one.failed)
        elif len(one.unloaded) == 1:
            engine, reason = one.unloaded[0]
            yield UnitFailed(name, one.number, f"only {engine} does not load it: {reason}")


def _both(tried: Tried) -> str:
    """Why neither side loads a pipeline, as the left one says it."""
    return tried.unloaded[0][1]


def _keep_journal(directory: Path) -> None:
    """`run` takes a folder that is not empty for its own by the journal in it."""
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "journal.jsonl").touch()


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
                "has_a_say_in": shown,
            }
            for cell, there, shown in coverage.rows()
        ],
        "tables": {
            name: [[*key, count] for key, count in counts.items()]
            for name, counts in coverage.tables().items()
        },
        "short": coverage.short(),
    }
