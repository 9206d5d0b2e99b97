"""Cases that are not generated: sweeps over a vocabulary and texts of the user's own."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from corpora.generators.sweeps import Extent, sweeps
from harness.cells import DECODE_OPTIONS, ENCODE_OPTIONS, CellSpec
from harness.run import Progress
from harness.shard import BATCH, ShardResult
from harness.sides import Batch, DecodeBatch, EncodeBatch
from harness.slot import Slot
from reference_impl.contract import Case, DecodeCase, EncodeCase, Encoding
from reference_impl.errors import TokparityError

FIRST_SHARD = -1
"""Extra shards count downwards, so that they never meet the generated ones."""


class BadTexts(TokparityError):
    """A file of texts that cannot be read."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        super().__init__(f"{path}: line {line}: {reason}")
        self.path, self.line, self.reason = path, line, reason


def sweep_batches(
    slot: Slot, cell: CellSpec, extent: Extent, seed: int, progress: Progress
) -> Iterator[Batch]:
    """The sweeps' cases in batches: encodes under both `add_special`, decodes under both skips.

    `progress` is told of every shard of a sweep that has been handed out.
    """
    artefact = cell.left.artefact
    tokenizer = slot.tokenizer(artefact)
    letter = next(tokenizer.encode_batch(["a"], ENCODE_OPTIONS[0]).observations())
    ids = letter.ids if isinstance(letter, Encoding) else ()
    wanted = sweeps(extent, seed, artefact.sha256, slot.material(artefact), ids)
    total, done = sum(map(len, wanted)), 0
    for sweep in wanted:
        for number in range(len(sweep)):
            progress(done, total, f"sweep: {sweep.name}")
            yield from as_batches(sweep.shard(number))
            done += 1


def as_batches(cases: Sequence[Case]) -> Iterator[Batch]:
    """Cases in batches of one op and options; every text with and without the template."""
    texts = [case.text for case in cases if isinstance(case, EncodeCase)]
    ids = [case.ids for case in cases if isinstance(case, DecodeCase)]
    for at in range(0, len(texts), BATCH):
        for options in ENCODE_OPTIONS[:2]:
            yield EncodeBatch(tuple(texts[at : at + BATCH]), options)
    for at in range(0, len(ids), BATCH):
        for decode_options in DECODE_OPTIONS:
            yield DecodeBatch(tuple(ids[at : at + BATCH]), decode_options)


def read_texts(path: Path, column: str = "text") -> list[str]:
    """The user's texts: a line each; JSON lines (a string, or an object's `column`); Parquet.

    Errors: BadTexts with the line and what is wrong with it.
    """
    if path.suffix == ".parquet":
        return _read_parquet(path, column)
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise BadTexts(path, 0, error.strerror or "cannot be read") from None
    except UnicodeDecodeError as error:
        raise BadTexts(path, 0, f"is not UTF-8: {error.reason} at byte {error.start}") from None
    if path.suffix != ".jsonl":
        return [line for line in lines if line]
    texts = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise BadTexts(path, number, f"is not JSON: {error}") from None
        text = value.get(column) if isinstance(value, dict) else value
        if not isinstance(text, str):
            raise BadTexts(path, number, f"holds no text, and no object with a text {column!r}")
        texts.append(text)
    return texts


def _read_parquet(path: Path, column: str) -> list[str]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        values = pq.read_table(path, columns=[column])[column].to_pylist()
    except (OSError, KeyError, pa.ArrowException) as error:
        raise BadTexts(path, 0, str(error).splitlines()[0]) from None
    for number, value in enumerate(values):
        if not isinstance(value, str):
            raise BadTexts(path, number, f"column {column!r} holds a {type(value).__name__}")
    return [str(value) for value in values]


def run_extra(slot: Slot, cell: CellSpec, batches: Iterator[Batch], shard: int) -> ShardResult:
    """Run given batches as one extra shard of the cell; options no side can express are left out.

    `shard` counts downwards from FIRST_SHARD.
    """
    runner = slot.runner(cell, 0)
    can = {*runner.options("encode")[0], *runner.options("decode")[0]}
    return runner.run_cases(shard, (batch for batch in batches if batch.options in can))
