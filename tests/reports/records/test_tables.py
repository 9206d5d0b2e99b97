from dataclasses import asdict, replace

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tokparity.reports.records.counts import Counts
from tokparity.reports.records.errors import BadRecord, NotARun
from tokparity.reports.records.finding import Cell
from tokparity.reports.records.tables import (
    Totals,
    cases_at_no_stage,
    cases_by_status,
    cases_without_finding,
    cells,
    matrix,
    totals,
    write_cells,
)

MANY = Counts(10, 7, 2, 1, 5)
CELLS = [
    Cell("M", "b", None, "fidelity", "reference", "hf", "encode", MANY, 1, 0.5, 0.25),
    Cell("M", "a", "b", "parity", "hf", "tt", "decode", Counts(4, 4), 0, 1.0, 2.0),
]


def columns(cell):
    row = asdict(cell)
    return row | row.pop("counts")


@pytest.fixture
def folder(tmp_path):
    write_cells(tmp_path / "cells.parquet", CELLS)
    return tmp_path


def rewrite(folder, **columns):
    table = pq.read_table(folder / "cells.parquet")
    for name, values in columns.items():
        at = table.column_names.index(name)
        table = table.remove_column(at)
        table = table if values is None else table.add_column(at, name, values)
    pq.write_table(table, folder / "cells.parquet")


def test_cells_come_back_as_written_in_column_order(folder):
    rows = cells(folder).to_dict("records")
    assert rows == [columns(CELLS[1]), columns(CELLS[0])]


def test_the_order_of_writing_does_not_show(folder, tmp_path):
    (tmp_path / "other").mkdir()
    write_cells(tmp_path / "other" / "cells.parquet", reversed(CELLS))
    pd.testing.assert_frame_equal(cells(folder), cells(tmp_path / "other"))


def test_times_are_in_a_file_of_their_own(folder):
    before = (folder / "cells.parquet").read_bytes()
    slower = [replace(cell, seconds=9.0, cpu_seconds=8.0) for cell in CELLS]
    write_cells(folder / "cells.parquet", slower)
    assert (folder / "cells.parquet").read_bytes() == before
    assert list(cells(folder)["seconds"]) == [9.0, 9.0]


@pytest.mark.parametrize("damage", ["missing", "other cells", "garbage"])
def test_cells_without_their_times_took_none(folder, damage):
    times = folder / "timings.parquet"
    match damage:
        case "missing":
            times.unlink()
        case "other cells":
            whole = (folder / "cells.parquet").read_bytes()
            write_cells(folder / "cells.parquet", CELLS[:1])
            (folder / "cells.parquet").write_bytes(whole)
        case _:
            times.write_bytes(b"PAR1 not really")
    assert list(cells(folder)["cpu_seconds"]) == [0.0, 0.0]
    assert list(cells(folder)["compared"]) == [4, 10]


def test_cells_of_an_earlier_version_have_their_times_themselves(folder):
    table = pq.read_table(folder / "cells.parquet")
    for name in ("seconds", "cpu_seconds"):
        table = table.append_column(name, pa.array([3.0, 4.0]))
    pq.write_table(table, folder / "cells.parquet")
    assert list(cells(folder)["seconds"]) == [3.0, 4.0]


def test_a_name_that_utf8_cannot_hold_is_escaped(folder):
    write_cells(folder / "cells.parquet", [replace(CELLS[0], model="\ud800")])
    assert list(cells(folder)["model"]) == ["\\ud800"]


def test_matrix_has_fidelity_first_and_marks_what_was_not_run(folder):
    columns, rows = matrix(cells(folder))
    assert columns == [("reference ~ hf", "encode"), ("hf ~ tt", "decode")]
    assert list(rows) == [("M", "a", "b"), ("M", "b", "")]
    assert rows["M", "b", ""] == {("reference ~ hf", "encode"): MANY}
    assert (MANY.diverged, MANY.unsupported) == (2, 5)
    assert ("reference ~ hf", "encode") not in rows["M", "a", "b"]


def test_matrix_adds_cells_of_one_square(folder):
    write_cells(folder / "cells.parquet", [CELLS[0], CELLS[0]])
    _, rows = matrix(cells(folder))
    assert rows["M", "b", ""]["reference ~ hf", "encode"].agreed == 14


def test_matrix_and_totals_of_nothing(tmp_path):
    write_cells(tmp_path / "cells.parquet", [])
    assert matrix(cells(tmp_path)) == ([], {})
    assert {question: sums.cells for question, sums in totals(cells(tmp_path)).items()} == {
        "fidelity": 0,
        "parity": 0,
    }


def test_totals_keep_the_questions_apart(folder):
    sums = totals(cells(folder))
    assert sums["fidelity"] == Totals(1, MANY)
    assert sums["parity"].counts == Counts(4, 4)


def test_cases_by_status_counts_cases_not_findings(sample_findings):
    counts = cases_by_status(sample_findings)
    assert counts == {
        "new": 819 + 12 + 1 + 1 + 2,
        "accepted": 1,
        "open": 0,
        "fixed-in": 0,
        "stale": 0,
    }


def test_cases_without_finding_are_counted_place_by_place(sample_run, sample_findings):
    run = cells(sample_run)
    assert cases_without_finding(run, sample_findings) == 0
    assert cases_without_finding(run, []) == 812 + 7 + 1 + 12
    some = [f for f in sample_findings if f.signature.component != "Split"]
    assert cases_without_finding(run, some) == 812 + 7
    assert cases_at_no_stage(sample_findings) == 1
    assert cases_at_no_stage(some[:0]) == 0


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"agreed": None}, "agreed: the column is missing"),
        ({"agreed": pa.array(["x", "y"])}, "agreed: string instead of int64"),
        ({"model": pa.array([None, "M"], pa.string())}, "model: holds nulls"),
        ({"agreed": pa.array([4, 8])}, "cells.parquet:2: compared: is not the sum"),
        ({"op": pa.array(["encode", "sing"])}, "cells.parquet:2: op: 'sing' is not one of"),
    ],
)
def test_a_bad_column_is_named(folder, columns, message):
    rewrite(folder, **columns)
    with pytest.raises(BadRecord) as caught:
        cells(folder)
    assert message in str(caught.value)


def test_a_file_that_is_no_parquet_is_one_line(folder):
    (folder / "cells.parquet").write_bytes(b"PAR1 not really")
    with pytest.raises(BadRecord, match=r"cells.parquet: file: not readable as Parquet") as caught:
        cells(folder)
    assert "\n" not in str(caught.value)


def test_digests_come_back_and_earlier_runs_have_none(folder):
    digests = {"asked": "0" * 16, "answers": "f" * 16}
    write_cells(folder / "cells.parquet", [replace(CELLS[0], **digests), CELLS[1]])
    assert cells(folder)[["asked", "answers"]].to_dict("records") == [
        {"asked": None, "answers": None},
        digests,
    ]
    rewrite(folder, asked=None, answers=None)
    assert cells(folder)["asked"].tolist() == [None, None]


def test_no_file(tmp_path):
    with pytest.raises(NotARun, match=r"it has no cells.parquet"):
        cells(tmp_path)


def test_nothing_half_written(tmp_path):
    def broken():
        yield CELLS[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_cells(tmp_path / "cells.parquet", broken())
    assert not list(tmp_path.iterdir())
