from tokparity.reports.compare_runs.trend import trend
from tokparity.reports.compare_runs.trend_sheets import MOST_RUNS, trend_sheets
from tokparity.reports.records.run_directory import read_run


def sheets(runs):
    return {sheet.name: sheet for sheet in trend_sheets(trend(runs))}


def row(sheet, at):
    return dict(zip(sheet.columns, sheet.rows[at], strict=True))


def nights(make_run, findings, count):
    return [
        read_run(
            make_run(
                findings if night != 1 else [],
                [],
                [],
                name=f"night{night}",
                started=f"2026-11-{night + 1:02}T01:02:03+00:00",
                oracles={"x": str(night // 2)},
            )
        )
        for night in range(count)
    ]


def test_columns_that_are_empty_everywhere_are_left_out(make_run, sample_findings):
    runs = sheets(nights(make_run, sample_findings, 2))["Runs"]
    assert row(runs, 0)["started"] == "2026-11-01 01:02"
    assert row(runs, 0)["accepted"] == 1
    assert not {"fixed-in", "could not run", "oracle x"} & set(runs.columns)


def test_versions_that_moved(make_run):
    moved = sheets(nights(make_run, [], 5))["Versions that moved"]
    assert moved.rows == (
        ("x", "2026-11-03 01:02", "0", "1"),
        ("x", "2026-11-05 01:02", "1", "2"),
    )


def test_a_finding_and_its_counts(make_run, sample_findings):
    (split,) = (f for f in sample_findings if f.signature.component == "Split")
    found = row(sheets(nights(make_run, [split], 3))["Findings"], 0)
    assert found["first seen"] == "2026-11-01 01:02"
    assert found["last seen"] == "still there"
    assert found["cases"] == "819 – 819"
    assert row(sheets(nights(make_run, [split], 2))["Findings"], 0)["last seen"] == (
        "2026-11-01 01:02"
    )


def test_counts_of_the_latest_runs_only(make_run, sample_findings):
    (split,) = (f for f in sample_findings if f.signature.component == "Split")
    found = sheets(nights(make_run, [split], MOST_RUNS + 2))["Findings"]
    assert len(row(found, 0)["cases"].split()) == MOST_RUNS
    assert f"latest {MOST_RUNS} runs" in found.note


def test_no_finding_in_any_run(make_run):
    findings = sheets(nights(make_run, [], 1))["Findings"]
    assert (findings.rows, findings.has_something_to_say) == ((), True)
