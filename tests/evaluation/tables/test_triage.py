"""A report is proved by what its smallest case shows, and by its script where nothing else is."""

import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from evaluation.tables import triage


@pytest.fixture
def run(check_of_two, repository):
    shutil.copytree(check_of_two, repository / "run")
    return "run"


@pytest.fixture(autouse=True)
def this_python(monkeypatch):
    """No environment is made: that takes the package index."""
    monkeypatch.setattr(triage, "environment", lambda folder, oracles: Path(sys.executable))


def test_every_finding_keeps_its_cause_and_its_script_works(run, capsys):
    assert triage.main([run]) == 0
    *rows, sums = capsys.readouterr().out.splitlines()
    assert rows
    assert all(" same cause, reproduced, reproduced: " in row for row in rows)
    assert sums.startswith(f"{len(rows)} findings, {len(rows)} same cause")


def test_a_case_that_shows_something_else_is_told(run, capsys, monkeypatch):
    signature_of = triage.cause_of
    answers = iter(range(100))
    monkeypatch.setattr(
        triage,
        "cause_of",
        lambda signature: signature_of(replace(signature, stage=f"stage {next(answers)}")),
    )
    assert triage.main([run, "--most", "1"]) == 1
    assert "SHOWS v1/parity/" in capsys.readouterr().out


def test_a_script_that_needs_more_than_its_library_is_told(run, capsys, monkeypatch):
    monkeypatch.setattr(
        triage, "run_there", lambda *_: "exit 1: ModuleNotFoundError: No module named 'x'"
    )
    assert triage.main([run, "--most", "1"]) == 1
    assert "ModuleNotFoundError" in capsys.readouterr().out
