"""The shell scripts of gate and nightly, run in a repository with a .tokparity/ of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers

from tests.shared.generated_only import stand_in
from tokparity.corpora.vocabs import catalogue

CI = Path(__file__).parents[2] / "ci"
SCRIPTS = ("gate.sh", "nightly.sh")
WHERE = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
PROFILE = 'vocab = "own-*"\ncases = 16\ntexts = 16\nseed = 1\npairs = true\ngoldens = true\n'


def shell(script: str, repository: Path, **given: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PATH": WHERE, "TOKPARITY_CACHE": str(repository / "cache")} | given
    command = ["/bin/sh", str(CI / script), "out"]
    return subprocess.run(
        command, cwd=repository, env=environment, capture_output=True, text=True, timeout=180
    )


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two vocabularies of the user's own, of which one cuts at spaces only and one everywhere;
    profiles of the names that the scripts run."""
    monkeypatch.chdir(tmp_path)
    for name, stage in (
        ("own-one", pre_tokenizers.Whitespace()),
        ("own-two", pre_tokenizers.Digits()),
    ):
        tokenizer = Tokenizer(models.WordLevel({"a": 0, "1": 1, "?": 2}, unk_token="?"))
        tokenizer.pre_tokenizer = stage
        tokenizer.save(f"{name}.json")
        catalogue.add(tmp_path / f"{name}.json", name, "tokenizer.json", catalogue.OWN)
    profiles = tmp_path / ".tokparity" / "profiles"
    profiles.mkdir()
    for script in SCRIPTS:
        (profiles / script.replace(".sh", ".toml")).write_text(PROFILE)
    return tmp_path


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_are_shell(script: str) -> None:
    path = CI / script
    assert os.access(path, os.X_OK)
    done = subprocess.run(["/bin/sh", "-n", str(path)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_gate_that_is_green(repository: Path) -> None:
    done = shell("gate.sh", repository, VOCABS="own-*", SUMMARY="page.md")
    assert done.returncode == 0, done.stderr
    names = {path.name for path in (repository / "out").iterdir()}
    assert names >= {"report", "junit.xml", "summary.md", "run.json", "findings.jsonl"}
    page = (repository / "page.md").read_text("utf-8")
    assert page == (repository / "out" / "summary.md").read_text("utf-8")
    ran = json.loads((repository / "out" / "run.json").read_text("utf-8"))
    assert (ran["profile"], [one["name"] for one in ran["artefacts"]]) == (
        "gate",
        ["own-one", "own-two"],
    )


def test_a_nightly_that_finds_something(repository: Path) -> None:
    manifest = catalogue.OWN / "own-one.toml"
    manifest.write_text(manifest.read_text("utf-8").replace("pairs = []", 'pairs = ["own-two"]'))
    path = f"{stand_in(repository / 'bin')}{os.pathsep}{WHERE}"
    done = shell("nightly.sh", repository, SUMMARY="page.md", PATH=path)
    assert done.returncode == 1, done.stderr
    patch = (repository / "out" / "findings.patch").read_text("utf-8")
    assert "+++ b/.tokparity/regressions/" in patch
    assert (repository / "page.md").is_file()
    subprocess.run(["git", "init", "-q"], cwd=repository, check=True)
    applied = subprocess.run(["git", "apply", "--check", "out/findings.patch"], cwd=repository)
    assert applied.returncode == 0


def test_what_cannot_run_is_2(repository: Path) -> None:
    (repository / "out").mkdir()
    (repository / "out" / "notes.txt").write_text("somebody's own")
    done = shell("gate.sh", repository, VOCABS="own-*")
    assert done.returncode == 2
    assert "holds no run" in done.stderr


def test_a_gate_without_its_vocabularies_is_2(repository: Path) -> None:
    done = shell("gate.sh", repository, VOCABS="no-such-vocabulary")
    assert done.returncode == 2
    assert not (repository / "out").exists()
