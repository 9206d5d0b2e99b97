"""Generated tokenizers in one job slot: each compared on all its cases, and shrunk if it differs.

Whatever it is given, a pipeline leaves a result: one that a side cannot load says so. Not here:
which pipelines there are (`pipelines`), and what they cover (`pipelines.coverage`).
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from tokparity.corpora.embedded import Embedded, materialise
from tokparity.corpora.generators.pipelines.pipeline import Pipeline, canonical, pipeline
from tokparity.harness.compare.cells import ENCODE_OPTIONS, SKIP_OPTIONS, CellSpec, fidelity_cell
from tokparity.harness.compare.sides import ReferenceSide, batch_of, by_options
from tokparity.harness.naming.diverging_case import DivergingCase
from tokparity.harness.naming.investigation import NamedSighting
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shards.runner import ShardRunner, case_runner
from tokparity.harness.shards.slot import CannotLoad, Slot, handle_key
from tokparity.harness.shards.unit import error_line
from tokparity.harness.shrinking.tokenizer_json import shrink_document
from tokparity.oracles.worker.host import Handle
from tokparity.reference_impl.contract import (
    Artefact,
    Case,
    DecodeCase,
    EncodeOptions,
    Encoding,
    FullCase,
    StreamCase,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer.stages import stages_of
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.records.engine import Engine, engine_called

MODEL = "generated"
REFUSALS_OF_ONE = 2
"""Refusal records kept of one pipeline; all are counted."""
ROUNDS = 3
"""How often text and pipeline are shrunk by turns."""


@dataclass(frozen=True, slots=True)
class PipelineOutcome:
    """What became of one pipeline. `unloaded` says which sides did not load it, and why."""

    number: int
    sha256: str
    result: ShardResult
    omissions: tuple[str, ...] = ()
    unloaded: tuple[tuple[str, str], ...] = ()
    failed: str | None = None


class NotLoaded(TokparityError):
    """One or both sides do not load a document; `sides` says which, and why."""

    def __init__(self, sides: tuple[tuple[str, str], ...]) -> None:
        super().__init__("; ".join(f"{engine}: {reason}" for engine, reason in sides))
        self.sides = sides


def generated(model: str, path: Path = Path(), sha256: str = "") -> Artefact:
    """What stands for all generated tokenizers with one kind of model.

    >>> generated("BPE").name
    'generated-bpe'
    """
    return Artefact(f"generated-{model.lower()}", "tokenizer.json", path, sha256)


def try_block(
    slot: Slot, seed: int, numbers: Iterable[int], texts: int, folder: Path, left: Engine
) -> list[PipelineOutcome]:
    """Each of these pipelines, `left` against the library; `folder` is for files in between."""
    return [try_pipeline(slot, pipeline(seed, n, texts), folder, left) for n in numbers]


def try_pipeline(
    slot: Slot, generated_pipeline: Pipeline, folder: Path, left: Engine
) -> PipelineOutcome:
    """All cases of one pipeline, under all options in rotation."""
    model = generated_pipeline.document["model"]["type"]
    result = ShardResult(
        fidelity_cell(generated(model), MODEL, left).name, generated_pipeline.number
    )
    outcome = PipelineOutcome(
        generated_pipeline.number, generated_pipeline.sha256, result, generated_pipeline.excluded
    )
    try:
        with runner_of(slot, generated_pipeline.document, folder, left) as runner:
            assert isinstance(runner.left, ReferenceSide)
            cases = cases_of(generated_pipeline, runner.left.tokenizer)
            result = runner.run_cases(generated_pipeline.number, map(batch_of, by_options(cases)))
    except NotLoaded as error:
        return replace(outcome, unloaded=error.sides)
    except Exception as error:  # a bug of ours in one pipeline is no end of the run
        return replace(outcome, failed=error_line(error))
    del result.refusals[REFUSALS_OF_ONE:]
    return replace(outcome, result=result)


def cases_of(pipeline: Pipeline, tokenizer: Tokenizer) -> Iterator[Case]:
    """Every text in full and from stage to stage; decoded, the ids of each and the pipeline's: at
    once, and behind the first of them one by one."""
    ids = list(pipeline.ids)
    for at, (text, pair) in enumerate(pipeline.texts):
        options = ENCODE_OPTIONS[(pipeline.number + at) % len(ENCODE_OPTIONS)]
        yield FullCase(text, pair, options)
        yield from stages_of(tokenizer, text, options)
        (answer,) = tokenizer.encode_batch([text], EncodeOptions()).observations()
        ids += [answer.ids] if isinstance(answer, Encoding) and answer.ids else []
    for at, sequence in enumerate(dict.fromkeys(ids)):
        yield from (DecodeCase(sequence, options) for options in SKIP_OPTIONS)
        prompt = (pipeline.number + at) % 3
        yield StreamCase(sequence[prompt:], sequence[:prompt], SKIP_OPTIONS[at % 2])


def smallest_pipeline(
    slot: Slot, document: dict[str, Any], named_sighting: NamedSighting, folder: Path
) -> tuple[dict[str, Any], NamedSighting]:
    """The smallest pipeline that still shows a finding, and the finding in it."""
    left = engine_called(named_sighting.signature.left)
    for _ in range(ROUNDS):
        before = canonical(document), named_sighting.sighting.case
        document = shrink_document(document, partial(_fails, slot, named_sighting, folder, left))
        again = _still(slot, document, named_sighting, folder, left)
        assert again is not None  # it is what was shrunk to
        with runner_of(slot, document, folder, left) as runner:
            others = runner.investigator.investigate([again])
        same = [other for other in others if other.sighting.field == named_sighting.sighting.field]
        named_sighting = min(
            same or others, key=lambda other: other.signature != named_sighting.signature
        )
        if (canonical(document), named_sighting.sighting.case) == before:
            break
    return document, named_sighting


def _fails(
    slot: Slot, named_sighting: NamedSighting, folder: Path, left: Engine, document: dict[str, Any]
) -> bool:
    return _still(slot, document, named_sighting, folder, left) is not None


def _still(
    slot: Slot, document: dict[str, Any], named_sighting: NamedSighting, folder: Path, left: Engine
) -> DivergingCase | None:
    try:
        with runner_of(slot, document, folder, left) as runner:
            diverging = runner.investigator.diverging([named_sighting.sighting.case])
    except (NotLoaded, KeyError):  # a template names what is no more
        return None
    return (
        diverging[0]
        if diverging and diverging[0].divergence.field == named_sighting.sighting.field
        else None
    )


@contextmanager
def runner_of(
    slot: Slot, document: dict[str, Any], folder: Path, left: Engine
) -> Iterator[ShardRunner]:
    """Both sides of a document, loaded for as long as the `with` block lasts. Errors: NotLoaded."""
    embedded = Embedded("tokenizer.json", canonical(document))
    path = materialise(embedded, folder).path
    artefact = generated(document["model"]["type"], path, embedded.sha256)
    cell = fidelity_cell(artefact, MODEL, left)
    try:
        _check_loads(slot, cell)
        yield case_runner(slot, cell)
    finally:
        _forget(slot, cell)
        path.unlink(missing_ok=True)


def _check_loads(slot: Slot, cell: CellSpec) -> None:
    refused = []
    for side in (cell.left, cell.right):
        try:
            slot.side(side)
        except CannotLoad as error:
            refused.append((side.name, f"{error.refusal.kind}: {error.refusal.detail}"))
        except TokparityError as error:
            refused.append((side.name, str(error).partition(": ")[2]))
    if refused:
        raise NotLoaded(tuple(refused))


def _forget(slot: Slot, cell: CellSpec) -> None:
    """A slot keeps what it has loaded; of thousands of tokenizers it need not."""
    slot.tokenizers.pop(cell.left.artefact.identity, None)
    handle: Handle | None = slot.handles.pop(handle_key(cell.right), None)
    if handle is not None:
        slot.worker(cell.right.name).drop(handle)
