"""The workflows that users copy: every command in them exists, with its options."""

import re
import shlex
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from tokparity.harness import cli
from tokparity.harness.run.profile import shipped_profiles

FOLDER = Path(__file__).parents[2] / ".github" / "workflows"
FILES = ("gate.yml", "nightly.yml")
BEFORE_THE_RUN = {"name", "on", "permissions", "concurrency", "env", "jobs"}


def workflow(name: str) -> dict[str, Any]:
    text = (FOLDER / name).read_text("utf-8")
    data = yaml.safe_load(text)
    data["on"] = data.pop(True)  # what YAML 1.1 makes of the word
    return data


def steps(name: str) -> list[dict[str, Any]]:
    (job,) = workflow(name)["jobs"].values()
    return job["steps"]


def called(line: str) -> list[list[str]]:
    """The words of every call of tokparity in a line of shell."""
    calls = re.findall(r"\btokparity ((?:[\w$./*-]+ ?)+)", line)
    return [[word for word in shlex.split(call) if not word.startswith("$")] for call in calls]


def exists(words: list[str]) -> bool:
    """Whether the command line has such a command, with such options and profile."""
    command: click.Command = cli.tokparity
    context = click.Context(command)
    for number, word in enumerate(words):
        if isinstance(command, click.Group):
            found = command.get_command(context, word)
            if found is None:
                return False
            command = found
        elif word.startswith("--"):
            known = {name for option in command.params for name in option.opts}
            if word not in known:
                return False
            if word == "--profile" and words[number + 1] not in shipped_profiles():
                return False
    return not isinstance(command, click.Group)


@pytest.mark.parametrize(
    ("line", "good"),
    [
        ("tokparity run --profile gate --out x", True),
        ("tokparity vocabs key", True),
        ("tokparity run --profile weekly", False),
        ("tokparity run --patch x", False),
        ("tokparity vocabs get", False),
        ("tokparity vocabs", False),
        ("tokparity frobnicate", False),
    ],
)
def test_a_wrong_command_is_seen(line: str, good: bool) -> None:
    assert [exists(words) for words in called(line)] == [good]


@pytest.mark.parametrize("name", FILES)
def test_every_command_exists(name: str) -> None:
    calls = [words for step in steps(name) for words in called(step.get("run", ""))]
    assert len(calls) >= 3
    assert all(exists(words) for words in calls), calls


@pytest.mark.parametrize("script", ["gate", "nightly"])
def test_the_shell_script_calls_the_same_commands(script: str) -> None:
    text = (FOLDER.parents[1] / "ci" / f"{script}.sh").read_text("utf-8")
    lines = [line.split("#")[0] for line in text.splitlines()]
    calls = [words for line in lines for words in called(line)]
    assert all(exists(words) for words in calls), calls
    wanted = [words for step in steps(f"{script}.yml") for words in called(step.get("run", ""))]
    verbs = {tuple(words[:3]) for words in calls}
    assert {tuple(words[:3]) for words in wanted if words != ["vocabs", "key"]} <= verbs


@pytest.mark.parametrize("name", [*FILES, "tests.yml"])
def test_workflows_are_whole_and_their_actions_pinned(name: str) -> None:
    data = workflow(name)
    assert set(data) == BEFORE_THE_RUN
    assert data["permissions"] == {"contents": "read"}
    used = [step["uses"] for step in steps(name) if "uses" in step]
    assert all(re.fullmatch(r"[\w-]+/[\w-]+(/\w+)?@v\d+(\.\d+)*", one) for one in used), used
    assert all(("uses" in step) != ("run" in step) for step in steps(name))


@pytest.mark.parametrize("name", FILES)
def test_results_are_kept_whatever_the_exit_code(name: str) -> None:
    found = steps(name)
    (at,) = [at for at, step in enumerate(found) if "tokparity run" in step.get("run", "")]
    assert not found[at].get("continue-on-error")
    assert "||" not in found[at]["run"]
    after = found[at + 1 :]
    assert all(step.get("if") == "always()" for step in after)
    kept = " ".join(step["with"]["path"] for step in after if "with" in step).split()
    out = found[at]["run"].rsplit(" ", 1)[1]
    wanted = {"junit.xml", "report/", "run.json", "findings.jsonl", "summary.md", "findings.patch"}
    assert {f"{out}/{one}" for one in wanted} <= set(kept)
    assert any("GITHUB_STEP_SUMMARY" in step.get("run", "") for step in after)


@pytest.mark.parametrize("name", FILES)
def test_the_cache_is_keyed_by_the_catalogue(name: str) -> None:
    uses = [step.get("uses", "").partition("@")[0] for step in steps(name)]
    cache, saved = (
        steps(name)[uses.index(f"actions/cache/{what}")] for what in ("restore", "save")
    )
    run = next(at for at, step in enumerate(steps(name)) if "tokparity run" in step.get("run", ""))
    assert uses.index("actions/cache/save") < run, "a red run keeps what was fetched too"
    assert saved["with"]["key"] == cache["with"]["key"]
    assert saved["with"]["path"] == cache["with"]["path"]
    assert "steps.catalogue.outputs.key" in cache["with"]["key"]
    own = f"tokparity-{name.removesuffix('.yml')}-"  # each runs over all that its cache holds
    assert (cache["with"]["key"].startswith(own), cache["with"]["restore-keys"]) == (True, own)
    assert workflow(name)["env"]["TOKPARITY_CACHE"].endswith("/" + cache["with"]["path"])


def test_examples_of_failed_properties_are_uploaded() -> None:
    """From where `corpora.example_database` writes them, though the folder is a hidden one."""
    found = steps("tests.yml")
    assert [step["run"] for step in found if "run" in step] == ["make test"]
    kept = found[-1]
    assert kept["if"] == "failure()"
    assert kept["uses"].startswith("actions/upload-artifact@v")
    assert kept["with"]["path"] == ".hypothesis/examples/"
    assert kept["with"]["include-hidden-files"] is True
    told = (FOLDER.parents[1] / "docs" / "how-to" / "replay-a-failed-property.md").read_text(
        "utf-8"
    )
    assert f"-n {kept['with']['name']} -D .hypothesis/from-ci" in told
