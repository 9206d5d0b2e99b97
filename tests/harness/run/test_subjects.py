"""Implementations under test in a run: who they are, and those that cannot be asked."""

import sys
from pathlib import Path

import pytest

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.harness.run import subjects
from tokparity.harness.run.plan import PlanOptions, plan_run
from tokparity.harness.run.profile import read_profile
from tokparity.harness.run.subjects import (
    Introduction,
    NoSubject,
    OneModel,
    bundled,
    introduce,
    subject_cells,
)
from tokparity.oracles.subjects.environments import Environments, NotInstalled
from tokparity.oracles.subjects.library import libraries
from tokparity.oracles.subjects.messages import Capabilities
from tokparity.reports.records.engine import Subject


@pytest.fixture
def installed(monkeypatch, tmp_path):
    """Environments that are made at once, of all but these."""
    missing: set[str] = set()

    def make(self: Environments, library) -> Path:
        if library.name in missing:
            raise NotInstalled(library, "no wheel")
        folder = self.folder(library)
        folder.mkdir(parents=True)
        return folder

    monkeypatch.setattr(Environments, "make", make)
    monkeypatch.setattr(subjects, "environments", lambda: Environments(tmp_path / "environments"))
    return missing


def test_those_that_match_are_installed_once(installed):
    told = []
    here, missing = bundled("kitoken*", told.append)
    assert [each.subject for each in here] == [
        Subject("kitoken", "lib:kitoken"),
        Subject("kitoken-js", "lib:kitoken-js"),
    ]
    assert here[0].capabilities == libraries()["kitoken"].capabilities
    assert (told, missing) == (["kitoken", "kitoken-js"], [])
    bundled("kitoken*", told.append)
    assert len(told) == 2


def test_one_that_cannot_be_installed_is_left_out_and_named(installed):
    installed.add("kitoken")
    here, missing = bundled("kitoken*")
    assert [each.subject.name for each in here] == ["kitoken-js"]
    assert [(each.name, each.reason) for each in missing] == [("lib:kitoken", "no wheel")]


@pytest.mark.vocabulary
def test_the_scoreboard_has_a_cell_of_each_on_what_it_loads(installed):
    installed.add("riptoken")
    here, missing = bundled(read_profile("scoreboard").subjects)
    assert len(here) == len(libraries()) - 1
    wanted = PlanOptions(
        vocab=("qwen3", "gpt2-ranks"), subjects=tuple(here), no_subjects=tuple(missing)
    )
    plan = plan_run(read_profile("scoreboard"), wanted)
    cells = {(cell.left.artefact.name, cell.right.name) for cell in plan.cells}
    assert ("qwen3", "lib:kitoken") in cells
    assert ("gpt2-ranks", "lib:gpt-tokenizer") in cells
    assert ("qwen3", "lib:gpt-tokenizer") not in cells
    assert plan.subjects["lib:kitoken"] == "0.11.1"
    assert ("lib:riptoken", "no wheel") in [(each.name, each.reason) for each in plan.skipped]


def test_one_that_does_not_say_who_it_is_ends_a_run(tmp_path):
    silent = tmp_path / "silent.py"
    silent.write_text("print('hello')")
    with pytest.raises(NoSubject, match="tokparity smoke"):
        introduce(f"exec:{sys.executable} {silent}")


def test_a_server_is_held_to_one_file():
    spec = "http:llama-server://127.0.0.1:8080"
    each = Introduction(Subject("llama-server", spec), "b1", Capabilities(formats=("gguf",)))
    chosen = catalogue.find("llama*-gguf")[:2]
    with pytest.raises(OneModel, match="name its file with --vocab"):
        subject_cells(chosen, Cache.default(), [each])
