"""`tokparity subjects`: the table, and what becomes of what cannot be installed."""

import json

import pytest
from click.testing import CliRunner

from tokparity.harness.commands import subjects as command
from tokparity.oracles.subjects.environments import Environments, NotInstalled
from tokparity.oracles.subjects.library import libraries


@pytest.fixture
def run(monkeypatch, tmp_path):
    """The command, with environments that are a file of a million bytes each; of riptoken none."""

    def make(self, library):
        if library.name == "riptoken":
            raise NotInstalled(library, "no wheel")
        folder = self.folder(library)
        folder.mkdir(parents=True)
        (folder / "file").write_bytes(bytes(3 << 20))
        return folder

    monkeypatch.setattr(Environments, "make", make)
    monkeypatch.setattr(command, "environments", lambda: Environments(tmp_path))
    return lambda *arguments: CliRunner().invoke(command.subjects, arguments)


def test_each_is_listed_with_what_it_loads(run):
    run("install", "kitoken")
    rows = {row["name"]: row for row in map(json.loads, run("list", "--json").output.splitlines())}
    assert rows.keys() == libraries().keys()
    assert rows["kitoken"]["installed_mb"] == 3
    assert rows["kitoken"]["loads"] == [
        "tokenizer.json",
        "sentencepiece",
        "tiktoken",
        "tekken.json",
    ]
    assert rows["riptoken"]["installed_mb"] is None
    assert "kitoken" in run("list").output


def test_what_cannot_be_installed_is_named_and_the_others_are(run, tmp_path):
    result = run("install", "riptoken", "kitoken")
    assert result.exit_code == 2
    assert "lib:riptoken: riptoken==0.2.4 is not installed: no wheel" in result.output
    assert [path.name.partition("-k")[0] for path in tmp_path.iterdir()] == ["pip"]


def test_removing_frees_what_is_there(run, tmp_path):
    run("install", "kitoken", "gpt-tokenizer")
    assert "6 MB free" in run("remove", "all").output
    assert list(tmp_path.iterdir()) == []


def test_another_release_is_listed_and_removed(run, tmp_path):
    run("install", "kitoken@0.10.1", "@lenml/tokenizers@3.0.0", "kitoken")
    rows = map(json.loads, run("list", "--json").output.splitlines())
    released = [row for row in rows if row.get("release")]
    assert {row["name"] for row in released} == {"kitoken@0.10.1", "@lenml-tokenizers@3.0.0"}
    assert all(row["installed_mb"] == 3 for row in released)
    assert "3 MB free" in run("remove", "kitoken@0.10.1").output
    assert "6 MB free" in run("remove", "all").output
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_name_is_met_with_the_nearest(run):
    result = run("install", "kitokens")
    assert "'lib:kitoken'?" in str(result.exception) + result.output
