from dataclasses import replace

import pytest

from tokparity.reports.compare_runs.trend import trend, trend_tables
from tokparity.reports.records.run_directory import read_run


@pytest.fixture
def days(make_run, make_cell, sample_findings):
    """Three runs: digits part on the first and third day, bytes from the second on."""
    split = next(f for f in sample_findings if f.signature.component == "Split")
    lossy = next(f for f in sample_findings if f.signature.component == "ByteLevel")
    found = {"1": [split], "2": [lossy], "3": [replace(split, status="open"), lossy]}
    cells = [make_cell("M", "m", agreed=1990, diverged=7, refused=3)]
    return [
        read_run(
            make_run(
                findings,
                cells,
                [],
                name=f"day{day}",
                started=f"2026-11-0{day}T01:00:00+00:00",
                cases=int(day) * 1000,
                oracles={"x": "1" if day < "3" else "2"},
            )
        )
        for day, findings in found.items()
    ]


def test_a_row_a_run_in_the_order_of_their_start(days):
    rows = trend([days[2], days[0], days[1]]).runs.to_dict("records")
    assert [row["cases"] for row in rows] == [1000, 2000, 3000]
    assert [(row["new"], row["open"], row["accepted"]) for row in rows] == [
        (1, 0, 0),
        (0, 0, 1),
        (0, 1, 1),
    ]
    last = rows[-1]
    assert (last["fidelity diverged"], last["parity diverged"], last["refused"]) == (7, 0, 3)
    assert (last["run"], last["oracle x"]) == (str(days[2].directory), "2")


def test_since_when_until_when_and_how_often_a_finding_is_seen(days):
    history = {row["name"]: row for row in trend(days).history.to_dict("records")}
    assert {
        name: (row["first"], row["last"], row["runs"], row["counts"], row["status"])
        for name, row in history.items()
    } == {
        "pre_tokenizer Split": (0, 2, 2, [819, None, 819], "open"),
        "decoder ByteLevel": (1, 2, 2, [None, 1, 1], "accepted"),
    }


def test_what_the_last_run_did_not_see_comes_last(days):
    names = list(trend(days[:2]).history["name"])
    assert names == ["decoder ByteLevel", "pre_tokenizer Split"]


def test_a_program_gets_dates_instead_of_numbers(days):
    tables = trend_tables(trend(days))
    assert set(tables["finding"]["last"]) == {days[2].info.started}


def test_a_run_without_findings_and_one_with_hostile_ones(make_run, sample_findings):
    table = trend([read_run(make_run([], [], [])), read_run(make_run(sample_findings, name="two"))])
    assert len(table.history) == len(sample_findings)
    assert trend([read_run(make_run([], [], []))]).history.empty
