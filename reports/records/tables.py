"""cells.parquet, and the tables that are sums over it.

A cell is one artefact (or pair of artefacts) × two sides × an op. Nothing here looks at
single cases.
"""

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import get_args

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from tokparity.reference_impl.contract import Op
from tokparity.reports.records.counts import BASIC, COUNTS, Counts
from tokparity.reports.records.errors import BadRecord, NotARun
from tokparity.reports.records.finding import SCHEMA_VERSION, Cell, Finding, Question, Status

_NUMBERS = (*COUNTS, "findings")
_WORDS = ("model", "artefact", "against", "question", "left", "right", "op")
_SECONDS = ("seconds", "cpu_seconds")
TIMES = "timings.parquet"
"""Of each cell its `_SECONDS`: apart, so that the same cells are the same bytes."""
_DIGESTS = ("asked", "answers")
_SCHEMA = pa.schema(
    [
        *(pa.field(name, pa.string(), nullable=name == "against") for name in _WORDS),
        *(pa.field(name, pa.int64(), nullable=False) for name in _NUMBERS),
        *(pa.field(name, pa.string()) for name in _DIGESTS),
    ],
    metadata={"schema_version": str(SCHEMA_VERSION)},
)
_TIMES_SCHEMA = pa.schema(
    [
        *(pa.field(name, pa.string(), nullable=name == "against") for name in _WORDS),
        *(pa.field(name, pa.float64(), nullable=False) for name in _SECONDS),
    ],
    metadata={"schema_version": str(SCHEMA_VERSION)},
)


def write_cells(path: Path, cells: Iterable[Cell]) -> None:
    """Write cells in the order of their columns, complete or not at all; and their times."""
    rows = [
        {name: _storable(value) for name, value in {**asdict(cell), **asdict(cell.counts)}.items()}
        for cell in cells
    ]
    rows.sort(key=lambda row: [str(row[name]) for name in _WORDS])
    for target, schema in ((path.with_name(TIMES), _TIMES_SCHEMA), (path, _SCHEMA)):
        part = target.with_name(target.name + ".part")
        pq.write_table(pa.Table.from_pylist(rows, schema=schema), part)
        part.replace(target)


def _storable(value: object) -> object:
    """Parquet strings are UTF-8: a lone surrogate in a name is written as its escape."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    return value


def cells(run_dir: Path) -> pd.DataFrame:
    """The cells of a run: a row each, the columns of `finding.Cell`, of its counts a column each.

    `against`, `asked` and `answers` may be None; earlier versions wrote no digests, of counts the
    basic ones, and times in the same file. Cells without times took 0 seconds. Raises NotARun
    without the file, BadRecord where a column is missing or impossible.
    """
    path = run_dir / "cells.parquet"
    if not path.is_file():
        raise NotARun(
            run_dir, "it has no cells.parquet", "finish the run with `tokparity run --resume`"
        )
    try:
        table = pq.read_table(path)
    except (pa.ArrowException, OSError) as wrong:
        reason = str(wrong).splitlines()[0]
        raise BadRecord(path, None, "file", f"not readable as Parquet: {reason}") from None
    for name in _DIGESTS:
        if name not in table.column_names:
            table = table.append_column(name, pa.nulls(len(table), pa.string()))
    for name in COUNTS:
        if name not in BASIC and name not in table.column_names:
            table = table.append_column(name, pa.repeat(0, len(table)))
    if not set(_SECONDS) & set(table.column_names):
        table = _with_times(run_dir / TIMES, table)
    for field in (*_SCHEMA, *(_TIMES_SCHEMA.field(name) for name in _SECONDS)):
        if field.name not in table.column_names:
            raise BadRecord(path, None, field.name, "the column is missing")
        column = table[field.name]
        if column.type != field.type:
            raise BadRecord(path, None, field.name, f"{column.type} instead of {field.type}")
        if column.null_count and not field.nullable:
            raise BadRecord(path, None, field.name, "holds nulls")
    columns = (*_WORDS, *_NUMBERS, *_SECONDS, *_DIGESTS)
    frame = table.select(columns).to_pandas()
    for name in ("against", *_DIGESTS):
        frame[name] = pd.Series(table[name].to_pylist(), dtype=object, index=frame.index)
    for column, allowed in (("question", get_args(Question)), ("op", get_args(Op))):
        strange = frame[~frame[column].isin(allowed)]
        if len(strange):
            first = strange.index[0]
            reason = f"{frame[column][first]!a} is not one of {', '.join(allowed)}"
            raise BadRecord(path, int(first) + 1, column, reason)
    sums = frame["agreed"] + frame["diverged"] + frame["refused"]
    wrong_rows = frame[sums != frame["compared"]]
    if len(wrong_rows):
        reason = "is not the sum of agreed, diverged and refused"
        raise BadRecord(path, int(wrong_rows.index[0]) + 1, "compared", reason)
    return frame


def _with_times(path: Path, table: pa.Table) -> pa.Table:
    """The cells with their times; 0 where there are none, or those of other cells."""
    times = None
    with suppress(pa.ArrowException, OSError):
        times = pq.read_table(path)
    if times is not None and times.schema.equals(_TIMES_SCHEMA):
        words = [name for name in _WORDS if name in table.column_names]
        if times.select(words).equals(table.select(words)):
            for name in _SECONDS:
                table = table.append_column(_TIMES_SCHEMA.field(name), times[name])
            return table
    for name in _SECONDS:
        table = table.append_column(_TIMES_SCHEMA.field(name), pa.repeat(0.0, len(table)))
    return table


Place = tuple[str, str, str]
"""(model, artefact, against), with "" for no second artefact."""
PairOp = tuple[str, str]
"""(pair, op), where pair is "left ~ right"."""


def matrix(cells: pd.DataFrame) -> tuple[list[PairOp], dict[Place, dict[PairOp, Counts]]]:
    """Counts by artefact and pair: the columns, and of each row those that were run.

    Pairs of fidelity come first, of these the one with the most cases; rows are in their order.
    A run has few cells, and its pages ask for many a matrix: grouping by pandas took a tenth of a
    second each.
    """
    sums: dict[Place, dict[PairOp, Counts]] = {}
    questions: dict[str, str] = {}
    compared: Counter[str] = Counter()
    words = zip(*(cells[name].tolist() for name in _WORDS), strict=True)
    numbers = zip(*(cells[name].tolist() for name in COUNTS), strict=True)
    for (model, artefact, against, question, left, right, op), values in zip(
        words, numbers, strict=True
    ):
        pair = f"{left} ~ {right}"
        counts = Counts(**dict(zip(COUNTS, values, strict=True)))
        questions[pair] = question
        compared[pair] += counts.compared
        row = sums.setdefault((model, artefact, against or ""), {})
        row.setdefault((pair, op), Counts()).add(counts)

    def place(pair_op: PairOp) -> tuple[int, int, str, int]:
        pair, op = pair_op
        question = get_args(Question).index(questions[pair])
        return question, -compared[pair], pair, get_args(Op).index(op)

    columns = sorted({pair_op for row in sums.values() for pair_op in row}, key=place)
    return columns, dict(sorted(sums.items()))


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over so many cells of one question, in cases."""

    cells: int
    counts: Counts


def totals(cells: pd.DataFrame) -> dict[Question, Totals]:
    """The sums of each question, also where the run had none of it."""

    def of(question: Question) -> Totals:
        part = cells[cells["question"] == question]
        return Totals(len(part), Counts(**{name: int(part[name].sum()) for name in COUNTS}))

    return {question: of(question) for question in get_args(Question)}


def cases_by_status(findings: Iterable[Finding]) -> dict[Status, int]:
    """How many diverging cases the findings of each status stand for."""
    counts: dict[Status, int] = dict.fromkeys(get_args(Status), 0)
    for finding in findings:
        counts[finding.status] += sum(sighting.count for sighting in finding.sightings)
    return counts


def cases_at_no_stage(findings: Iterable[Finding]) -> int:
    """How many diverging cases no stage could be named of."""
    unnamed = (finding for finding in findings if finding.signature.stage == "unknown")
    return sum(sighting.count for finding in unnamed for sighting in finding.sightings)


def cases_without_finding(cells: pd.DataFrame, findings: Iterable[Finding]) -> int:
    """How many diverging cases no finding counts: of a shard that goes wrong everywhere only so
    many are named, and a run directory may have lost findings."""
    counted: Counter[tuple[object, ...]] = Counter()
    for finding in findings:
        for sighting in finding.sightings:
            sides = finding.signature.left, finding.signature.right
            counted[
                _storable(sighting.artefact), _storable(sighting.against), *map(_storable, sides)
            ] += sighting.count
    diverged: Counter[tuple[object, ...]] = Counter()
    for row in cells[cells["diverged"] > 0].to_dict("records"):
        place = row["artefact"], row["against"], row["left"], row["right"]
        diverged[place] += row["diverged"]
    return sum((diverged - counted).values())
