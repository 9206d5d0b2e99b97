"""`tokparity report`: each format, from the records of a run."""

import csv
import io
import json
import shutil

import pandas as pd
import pytest

from tokparity.reports.records.run_directory import read_run
from tokparity.reports.views import table


@pytest.fixture
def run(check_of_two, repository, tmp_path):
    """A copy, beside its vocabularies."""
    return shutil.copytree(check_of_two, tmp_path / "run")


def test_a_row_a_finding(run, tokparity, tmp_path):
    findings = read_run(run).findings
    assert findings
    code, out, _ = tokparity("report", run, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert (code, [row["id"] for row in rows]) == (0, [finding.id for finding in findings])
    assert tokparity("report", run, "--format", "parquet", "--out", "f.parquet")[0] == 0
    frame = pd.read_parquet(tmp_path / "f.parquet")
    assert frame["key"].tolist() == [finding.key for finding in findings]
    assert frame["cases"].tolist() == [int(row["cases"]) for row in rows]
    lines = tokparity("report", run, "--format", "json")[1].splitlines()
    recorded = (run / "findings.jsonl").read_text("utf-8").splitlines()
    assert list(map(json.loads, lines)) == list(map(json.loads, recorded))


@pytest.mark.parametrize(
    ("as_format", "made"), [("html", "report/index.html"), ("junit", "junit.xml")]
)
def test_a_page_of_the_run_is_made_alone(run, tokparity, as_format, made):
    before = (run / made).read_bytes()
    for page in ("report/index.html", "junit.xml", "summary.md"):
        (run / page).unlink()
    assert tokparity("report", run, "--format", as_format)[0] == 0
    assert (run / made).read_bytes() == before
    assert not (run / "summary.md").exists()


def test_the_summary_is_printed_or_written(run, tokparity, tmp_path):
    summary = (run / "summary.md").read_text("utf-8")
    assert tokparity("report", run, "--format", "markdown")[1] == summary
    assert tokparity("report", run, "--format", "markdown", "--out", "s.md")[:2] == (0, "")
    assert (tmp_path / "s.md").read_text("utf-8") == summary
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".part")] == []


@pytest.mark.parametrize(
    "options", [("--format", "parquet"), ("--out", "x"), ("--format", "html", "--out", "x")]
)
def test_options_that_do_not_go_together(run, tokparity, tmp_path, options):
    code, out, err = tokparity("report", run, *options)
    assert (code, out) == (2, "")
    assert "--out" in err
    assert not (tmp_path / "x").exists()


def test_a_cell_that_a_spreadsheet_would_compute_is_text(run, monkeypatch):
    row = {"key": "=HYPERLINK(1)", "left": "-1+1", "smallest": "'a'", "cases": 3}
    monkeypatch.setattr(table, "_row", lambda _: row)
    lines = csv.DictReader(io.StringIO(table.findings_csv(read_run(run))))
    first = next(lines)
    assert (first["key"], first["left"]) == ("'=HYPERLINK(1)", "'-1+1")
    assert (first["smallest"], first["cases"]) == ("'a'", "3")
