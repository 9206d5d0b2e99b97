"""`python -m evaluation mutants`: what there is, and how soon each is found."""

import json

import pytest
from click.testing import CliRunner

from evaluation.__main__ import evaluation
from evaluation.mutants import mutants as shipped
from tokparity.harness.fault_models.mutant import NoSuchMutant

TABLE = """schema_version = 2
[reversed]
fault_model = "merge-order-reversed"
vocabularies = ["{path}"]
op = "encode"
reached = "merged"
note = "Made for a test."
"""


@pytest.fixture
def folder(tmp_path, artefact):
    """A folder with one mutant of the small tokenizer."""
    path = tmp_path / "mine" / "model.toml"
    path.parent.mkdir()
    path.write_text(TABLE.format(path=artefact.path), "utf-8")
    return path.parent


def test_list_shows_every_mutant():
    found = CliRunner().invoke(evaluation, ["mutants", "list", "--json"])
    lines = [json.loads(line) for line in found.stdout.splitlines()]
    assert [line["name"] for line in lines] == [mutant.name for mutant in shipped()]
    shown = CliRunner().invoke(evaluation, ["mutants", "list", "ranks-in-16-bits"])
    assert "keeps merge ranks modulo 65536" in " ".join(shown.stdout.split())


def test_run_measures_in_processes_of_its_own(folder, tmp_path):
    asked = ["mutants", "run", "--folder", str(folder), "--arm", "tokparity", "--trials", "1"]
    more = ["--cases", "500", "--jobs", "1", "--out", str(tmp_path / "out"), "--json"]
    found = CliRunner().invoke(evaluation, [*asked, *more], catch_exceptions=False)
    [trial] = [json.loads(line) for line in found.stdout.splitlines()]
    assert trial["mutant"] == "reversed"
    assert trial["detected"]["cases"] <= 500
    assert trial["shrunk"]["characters"] <= 6


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(["--arm", "nobody"], id="arm"),
        pytest.param(["--trials", "0"], id="trials"),
        pytest.param(["--jobs", "0"], id="jobs"),
        pytest.param(["--budget", "nan"], id="nan"),
        pytest.param(["--budget", "inf"], id="endless"),
    ],
)
def test_what_is_asked_wrongly_is_said(folder, wrong):
    found = CliRunner().invoke(evaluation, ["mutants", "run", "--folder", str(folder), *wrong])
    assert found.exit_code == 2
    assert "Error" in found.stderr


def test_several_globs_choose_mutants_together(monkeypatch):
    """Each once, in the order of their names; a glob that matches none is told."""
    asked = []

    def measure(out, found, *rest, **more):
        asked.extend(one.name for one in found)
        raise RuntimeError("asked")

    monkeypatch.setattr("evaluation.commands.mutants.measure", measure)
    globs = ["--mutant", "ranks-in-16-*", "--mutant", "marks-in-*", "--mutant", "ranks-in-16-bits"]
    CliRunner().invoke(evaluation, ["mutants", "run", *globs])
    expected = [one.name for glob in ("marks-in-*", "ranks-in-16-*") for one in shipped(glob)]
    assert asked == expected
    assert len(asked) > 1
    wrong = CliRunner().invoke(evaluation, ["mutants", "run", *globs, "--mutant", "no-such"])
    assert "no-such" in str(wrong.exception)


def test_a_folder_without_mutants_is_named(tmp_path):
    found = CliRunner().invoke(evaluation, ["mutants", "run", "--folder", str(tmp_path)])
    assert isinstance(found.exception, NoSuchMutant)
    assert f"{tmp_path} is to hold tables, STAGE.toml" in str(found.exception)
