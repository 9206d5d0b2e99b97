"""Runs over time, of the harness and the real library."""

import json

import pytest
from harness_fixtures import cell_of, saved
from run_fixtures import cell_runner


@pytest.fixture(scope="module")
def runs(tmp_path_factory, document, slot):
    """A run in which all agree, and one whose reference has a defect; nobody writes into them."""
    folder = tmp_path_factory.mktemp("trend")
    artefact, run_cells = saved(folder, document), cell_runner(folder, slot)
    return [
        run_cells([cell_of(artefact)], "one").directory,
        run_cells([cell_of(artefact, "variant:ignore-merges-ignored")], "two").directory,
    ]


def test_runs_and_findings(runs, tokparity):
    code, out, err = tokparity("trend", *reversed(runs), "--json")
    assert (code, err) == (0, "")
    told = [json.loads(line) for line in out.splitlines()]
    by_run = {row["run"]: row for row in told if row["table"] == "run"}
    assert by_run.keys() == set(map(str, runs))
    assert (
        by_run[str(runs[0])]["fidelity diverged"] == 0 < by_run[str(runs[1])]["fidelity diverged"]
    )
    assert by_run[str(runs[0])]["oracle huggingface_tokenizers"] == "0.23.3"
    found = [row for row in told if row["table"] == "finding"]
    assert len(found) == by_run[str(runs[1])]["new"] > 0
    assert all(row["runs"] == 1 for row in found)


def test_terminal_markdown_and_a_page(runs, tokparity, tmp_path):
    page = tmp_path / "trend.html"
    code, out, _ = tokparity("trend", *runs, "--html", page)
    assert code == 0
    assert "fidelity encode: model BPE" in out
    assert "| run | started |" in tokparity("trend", *runs, "--markdown")[1]
    source = page.read_text("utf-8")
    assert source.count("<svg") == source.count("</svg>") > 3
    assert "<script" not in source


def test_one_run_named_twice_counts_once(runs, tokparity):
    _, out, _ = tokparity("trend", runs[0], runs[0], "--json")
    assert sum(json.loads(line)["table"] == "run" for line in out.splitlines()) == 1


def test_a_folder_that_is_no_run_is_one_line(runs, tokparity, tmp_path):
    code, out, err = tokparity("trend", runs[0], tmp_path / "nothing")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "nothing: not a run directory: there is no such folder" in err
    assert tokparity("trend")[0] == 2
