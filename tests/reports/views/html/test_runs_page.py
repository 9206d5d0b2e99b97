"""The page of many runs: newest first, with what went wrong where there is no verdict."""

import json
import shutil

import pytest

from tokparity.reports.records.run_directory import read_run
from tokparity.reports.views.html import environment, write_html
from tokparity.reports.views.html.runs_page import report_link, run_names, runs_view


@pytest.fixture
def folder(sample_run, tmp_path):
    """Three whole runs, one with a report; one that did not end, one that cannot be read."""
    runs = tmp_path / "runs"
    for at, name in enumerate(("0001", "0002", "nightly/0003", "0004", "0005")):
        shutil.copytree(sample_run, runs / name)
        times = runs / name / "timings.json"
        data = json.loads(times.read_text("utf-8"))
        data["started"] = f"2026-11-0{at + 1}T00:00:00+00:00"
        times.write_text(json.dumps(data), "utf-8")
    write_html(read_run(runs / "0002"))
    (runs / "0004" / "cells.parquet").unlink()
    (runs / "0005" / "run.json").write_text("{", "utf-8")
    return runs


def test_every_run_has_a_line_and_the_newest_is_first(folder):
    view = runs_view(folder)
    names = [line.name for line in view["runs"]]
    assert names == ["0004", "nightly/0003", "0002", "0001", "0005"]
    assert sorted(names) == run_names(folder)
    by_name = {line.name: line for line in view["runs"]}
    assert by_name["0002"].link == report_link("0002")
    assert by_name["0001"].link is None
    assert by_name["0001"].ok is False
    assert "new divergences" in by_name["0001"].verdict
    assert (by_name["0004"].verdict, by_name["0004"].ok) == ("not ended", None)
    assert "tokparity run --resume" in by_name["0004"].answer
    assert by_name["0005"].verdict == "no run that can be read"
    assert len(view["drawn"]) == 6


def test_one_run_draws_no_line_and_none_says_how_to_make_one(sample_run, tmp_path):
    shutil.copytree(sample_run, tmp_path / "runs" / "0001")
    assert runs_view(tmp_path / "runs")["drawn"] == []
    (tmp_path / "empty").mkdir()
    page = environment().get_template("runs.html").render(runs_view(tmp_path / "empty"))
    assert "None yet" in page


def test_a_name_is_only_text(sample_run, tmp_path):
    evil = '<img src=x onerror="alert(1)">'
    shutil.copytree(sample_run, tmp_path / "runs" / evil)
    write_html(read_run(tmp_path / "runs" / evil))
    page = environment().get_template("runs.html").render(runs_view(tmp_path / "runs"))
    assert "<img" not in page
    assert "&lt;img" in page
    assert report_link(evil) in page
