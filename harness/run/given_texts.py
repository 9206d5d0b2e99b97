"""Cases that are not generated: sweeps over a vocabulary and texts of the user's own."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tokparity.corpora.generators.sweeps import Extent, Sweep, sweeps
from tokparity.harness.compare.cells import DECODE_OPTIONS, ENCODE_OPTIONS, CellSpec
from tokparity.harness.compare.sides import Batch, DecodeBatch, EncodeBatch
from tokparity.harness.run.execution import Progress
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shards.runner import BATCH, case_runner
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import (
    Case,
    DecodeCase,
    EncodeCase,
    EncodeOptions,
    Encoding,
    Op,
    Options,
)
from tokparity.reference_impl.errors import TokparityError

FIRST_SHARD = -1
"""Extra shards count downwards, so that they never meet the generated ones."""

GIVEN_ENCODE_OPTIONS = 2
"""Texts of sweeps and of the user's own are asked with the template and without."""


class BadTexts(TokparityError):
    """A file of texts that cannot be read; `line` counts from 1, lines or rows."""

    def __init__(self, path: Path, line: int | None, reason: str) -> None:
        super().__init__(f"{path}: {reason}" if line is None else f"{path}: line {line}: {reason}")
        self.path, self.line, self.reason = path, line, reason


def sweep_cases(
    slot: Slot,
    cell: CellSpec,
    extent: Extent,
    seed: int,
    progress: Progress,
    most: int | None = None,
) -> Iterator[list[Case]]:
    """The sweeps' cases, a few hundred at a time; their options are for `run_extra` to choose.

    With `most` each sweep is thinned, so that under all options there are no more comparisons.
    `progress` is told of every shard of a sweep that is handed out.
    """
    artefact = cell.left.artefact
    tokenizer = slot.tokenizer(artefact)
    letter = next(tokenizer.encode_batch(["a"], ENCODE_OPTIONS[0]).observations())
    ids = letter.ids if isinstance(letter, Encoding) else ()
    wanted = sweeps(extent, seed, artefact.sha256, slot.material(artefact), ids)
    if most is not None:
        wanted = _thinned(wanted, most)
    total, done = sum(map(len, wanted)), 0
    for sweep in wanted:
        for number in range(len(sweep)):
            progress(done, total, f"sweep: {sweep.name}")
            yield sweep.shard(number)
            done += 1


def _thinned(wanted: Sequence[Sweep], most: int) -> tuple[Sweep, ...]:
    """Sweeps of fewer items: no more than `most` comparisons. Added tokens, which are few and go
    wrong most, may have half of them; the others share what is left."""
    added = _shared([sweep for sweep in wanted if sweep.name == "added"], most // 2)
    others = [sweep for sweep in wanted if sweep.name != "added"]
    return (*added, *_shared(others, most - sum(map(_comparisons, added))))


def _shared(wanted: Sequence[Sweep], most: int) -> tuple[Sweep, ...]:
    """Of each sweep as large a part, spread over it."""
    total = sum(map(_comparisons, wanted))
    if total <= most:
        return tuple(wanted)
    counts = [len(sweep.items) * most // total for sweep in wanted]
    return tuple(
        replace(sweep, items=[sweep.items[at * len(sweep.items) // count] for at in range(count)])
        for sweep, count in zip(wanted, counts, strict=True)
    )


def _comparisons(sweep: Sweep) -> int:
    """Of all its items, under as many options as `run_extra` may ask them."""
    if not sweep.items:
        return 0
    ways = {"decode": len(DECODE_OPTIONS), "encode": GIVEN_ENCODE_OPTIONS}
    return len(sweep.items) * sum(ways[case.op] for case in sweep.cases_of(sweep.items[0]))


def run_extra(
    slot: Slot, cell: CellSpec, parts: Iterable[Sequence[Case]], shard: int
) -> ShardResult:
    """Run given texts and ids as one extra shard of the cell.

    Texts with and without the template, ids with and without skipping specials: of these what
    both sides can express, and the rest is counted; where they can express neither, whatever
    they can. `shard` counts downwards from FIRST_SHARD.
    """
    runner = case_runner(slot, cell)
    wanted: dict[Op, Sequence[Options]] = {
        "encode": ENCODE_OPTIONS[:GIVEN_ENCODE_OPTIONS],
        "decode": DECODE_OPTIONS,
    }
    chosen: dict[Op, list[Options]] = {}
    for op, options in wanted.items():
        can = runner.options(op)[0]
        chosen[op] = [option for option in options if option in can] or can[:1]
    given: dict[Op, int] = {"encode": 0, "decode": 0}

    def batches() -> Iterator[Batch]:
        for cases in parts:
            for case in cases:
                given[case.op] += 1
            yield from as_batches(cases, [*chosen["encode"], *chosen["decode"]])

    result = runner.run_cases(shard, batches())
    for op, options in wanted.items():
        skipped = sum(option not in chosen[op] for option in options)
        result.counts[op].unsupported += skipped * given[op]
    return result


def as_batches(cases: Sequence[Case], options: Sequence[Options]) -> Iterator[Batch]:
    """The cases' texts and ids, each under every one of the given options of its op."""
    texts = [case.text for case in cases if isinstance(case, EncodeCase)]
    ids = [case.ids for case in cases if isinstance(case, DecodeCase)]
    for option in options:
        if isinstance(option, EncodeOptions):
            for at in range(0, len(texts), BATCH):
                yield EncodeBatch(tuple(texts[at : at + BATCH]), option)
        else:
            for at in range(0, len(ids), BATCH):
                yield DecodeBatch(tuple(ids[at : at + BATCH]), option)


def read_texts(path: Path, column: str = "text") -> list[str]:
    r"""The user's texts: a line each; JSON lines (a string, or an object's `column`); Parquet.

    Lines end with "\n" or "\r\n". Errors: BadTexts with the line and what is wrong with it,
    also for a file that holds no text.
    """
    if not path.is_file():
        raise BadTexts(path, None, "is no file")
    texts = _read_parquet(path, column) if path.suffix == ".parquet" else _read(path, column)
    if not texts:
        raise BadTexts(path, None, "holds no text")
    return texts


def _read(path: Path, column: str) -> list[str]:
    try:
        whole = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise BadTexts(path, None, error.strerror or "cannot be read") from None
    except UnicodeDecodeError as error:
        bad_line = error.object.count(b"\n", 0, error.start) + 1
        raise BadTexts(path, bad_line, f"is not UTF-8: {error.reason}") from None
    lines = [line.removesuffix("\r") for line in whole.split("\n")]
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
        raise BadTexts(path, None, str(error).splitlines()[0]) from None
    for number, value in enumerate(values, 1):
        if not isinstance(value, str):
            raise BadTexts(path, number, f"column {column!r} holds a {type(value).__name__}")
    return [str(value) for value in values]
