"""What users carry into CI: the steps of the action, the hook's command, the image's lines."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from tokenizers import Tokenizer, models, pre_tokenizers

from tests.shared.generated_only import stand_in
from tokparity.corpora.vocabs import catalogue

ROOT = Path(__file__).parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]
PROFILE = 'vocab = "own-*"\ncases = 16\ntexts = 16\nseed = 1\npairs = true\ngoldens = true\n'
WHERE = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A vocabulary of the user's own, and a gate over it."""
    monkeypatch.chdir(tmp_path)
    tokenizer = Tokenizer(models.WordLevel({"a": 0, "1": 1, "?": 2}, unk_token="?"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save("tokenizer.json")
    catalogue.add(tmp_path / "tokenizer.json", "own-one", "tokenizer.json", catalogue.OWN)
    profiles = tmp_path / ".tokparity" / "profiles"
    profiles.mkdir()
    (profiles / "gate.toml").write_text(PROFILE)
    return tmp_path


def filled(text: str, values: dict[str, str]) -> str:
    return re.sub(r"\$\{\{ ([\w.-]+) \}\}", lambda found: values[found[1]], text)


def holds(condition: str, values: dict[str, str]) -> bool:
    """Of `always()`, and of an input that is, or is not, the empty text."""
    if condition in ("", "always()"):
        return True
    name, sign = re.fullmatch(r"([\w.-]+) (==|!=) ''", condition).groups()  # type: ignore[union-attr]
    return (values[name] == "") is (sign == "==")


def run_steps(
    repository: Path, last: str = "", *, path: str = WHERE, **inputs: str
) -> dict[str, subprocess.CompletedProcess[str]]:
    """Each step of the action that is a command, as a runner does it, but for the install; none
    behind the one called `last`."""
    values = {f"inputs.{name}": str(one["default"]) for name, one in ACTION["inputs"].items()}
    values |= {f"inputs.{name}": value for name, value in inputs.items()}
    values |= {"github.workspace": str(repository), "github.action_path": str(ROOT)}
    told = {name: str(repository / name) for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
    done: dict[str, subprocess.CompletedProcess[str]] = {}
    for step in STEPS:
        if "run" not in step or step["name"] == "Install" or not holds(step.get("if", ""), values):
            continue
        given = {name: filled(text, values) for name, text in step.get("env", {}).items()}
        shell = step["shell"].removesuffix(" {0}").split()
        done[step["name"]] = subprocess.run(
            [*shell, "-c", filled(step["run"], values)],
            cwd=repository,
            env=os.environ
            | {"PATH": path, "TOKPARITY_CACHE": str(repository / "cache")}
            | told
            | given,
            capture_output=True,
            text=True,
            timeout=180,
        )
        if step["name"] == last:
            break
    return done


def test_the_gate_of_the_action(repository: Path) -> None:
    done = run_steps(repository, vocabs="own-*")
    assert list(done) == ["Key of the catalogue", "Fetch", "Gate", "Summary"]
    failed = {name: one.stderr for name, one in done.items() if one.returncode}
    assert failed == {}
    key = (repository / "GITHUB_OUTPUT").read_text()
    assert re.fullmatch(r"key=\d+-\w+\n", key)
    summary = (repository / "parity" / "summary.md").read_text("utf-8")
    assert (repository / "GITHUB_STEP_SUMMARY").read_text("utf-8") == summary
    assert (repository / "parity" / "report" / "index.html").is_file()
    (repository / "GITHUB_OUTPUT").write_text("")
    run_steps(repository, "Key of the catalogue", vocabs="own-o*", out="two")
    assert (repository / "GITHUB_OUTPUT").read_text() != key, "other files are another cache"


@pytest.mark.parametrize(("vocabs", "code", "missing"), [("own-*", 0, []), ("", 2, ["own-other"])])
def test_what_is_named_is_what_is_required(
    repository: Path, vocabs: str, code: int, missing: list[str]
) -> None:
    """The shipped gate requires more than the action is asked for, here as there."""
    (repository / ".tokparity/profiles/gate.toml").write_text(PROFILE + 'requires = "own-*"\n')
    other = repository / "other.json"
    other.write_bytes((repository / "tokenizer.json").read_bytes().replace(b'"1":1', b'"2":1'))
    catalogue.add(other, "own-other", "tokenizer.json", catalogue.OWN)
    if missing:
        other.unlink()
    else:
        vocabs = "own-one"
    path = f"{stand_in(repository / 'bin')}{os.pathsep}{WHERE}"
    done = run_steps(repository, path=path, vocabs=vocabs, out="runs/parity")
    told = done["Gate"].stdout + done["Gate"].stderr
    assert done["Gate"].returncode == code, told
    assert all(name in told for name in missing)
    assert (repository / "runs" / "parity" / "summary.md").is_file()


def test_a_file_is_checked_instead(repository: Path) -> None:
    other = repository / "other.json"
    tokenizer = Tokenizer.from_file("tokenizer.json")
    tokenizer.add_tokens(["<x>"])
    tokenizer.save(str(other))
    done = run_steps(repository, check="tokenizer.json", against="other.json", out="seen")
    assert list(done) == ["Key of the catalogue", "Check", "Summary"]
    assert done["Check"].returncode == 1, "a difference is red"
    assert (repository / "GITHUB_STEP_SUMMARY").is_file(), "and told"


def test_what_is_kept_and_what_is_asked_for() -> None:
    used = [step["uses"] for step in STEPS if "uses" in step]
    assert all(re.fullmatch(r"[\w-]+/[\w-]+(/\w+)?@v\d+", one) for one in used)
    restored, saved = (step["with"] for step in STEPS if "cache" in step.get("uses", ""))
    assert restored["key"] == saved["key"]
    assert "steps.catalogue.outputs.key" in saved["key"]
    named = set(re.findall(r"inputs\.([\w-]+)", (ROOT / "action.yml").read_text("utf-8")))
    assert named == set(ACTION["inputs"])
    assert all(not re.search(r"\$\{\{", step.get("run", "")) for step in STEPS), "no text is code"


def test_the_action_installs_by_the_lock() -> None:
    (install,) = [step["run"] for step in STEPS if step.get("name") == "Install"]
    assert "--require-hashes" in install
    assert "--no-deps" in install
    assert (ROOT / "ci" / "requirements.lock").is_file()


def test_the_hook(repository: Path) -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    names = ["tokenizer.json", "a/b.model", "x.gguf", "vocab.txt", "a/tekken.json"]
    assert all(re.search(hook["files"], name) for name in names)
    assert not any(re.search(hook["files"], name) for name in ["my-tokenizer.json.bak", "a.py"])
    kept = repository / "kept"
    kept.mkdir()
    broken = repository / "vocab.txt"
    broken.write_text("")
    before = sorted(path.name for path in repository.iterdir())
    for files, code in ((["tokenizer.json"], 0), (["tokenizer.json", "vocab.txt"], 2)):
        done = subprocess.run(
            [*shlex.split(hook["entry"]), *files],
            cwd=repository,
            env=os.environ | {"PATH": WHERE, "TMPDIR": str(kept)},
            capture_output=True,
            text=True,
            timeout=180,
        )
        assert done.returncode == code, done.stderr
        assert [*kept.glob("tmp.*")] == [], "no run stays behind"
    assert sorted(path.name for path in repository.iterdir()) == before, "it leaves nothing"


def test_the_image_takes_what_the_build_needs() -> None:
    lines = (ROOT / "Dockerfile").read_text("utf-8")
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    kept = {line[1:] for line in ignored if line.startswith("!")}
    assert all((ROOT / name).exists() for name in kept)
    linked = {(ROOT / "src" / "tokparity" / one.name).resolve() for one in ROOT.glob("src/*/*")}
    assert {path.name for path in linked if path.is_dir() and path.parent == ROOT} <= kept
    copied = re.findall(r"^COPY (\S+) ", lines, re.MULTILINE)
    assert copied == ["ci/requirements.lock", "."]
    assert lines.index("USER tokparity") < lines.index("ENTRYPOINT")
