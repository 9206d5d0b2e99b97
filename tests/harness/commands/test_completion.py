"""What a shell completes words to, as the shell asks."""

import os
import subprocess
import sys

import pytest

from tokparity.harness.commands.completion import findings
from tokparity.reports.records.run_directory import read_findings


def completed(*words):
    asked = {"_TOKPARITY_COMPLETE": "bash_complete", "COMP_WORDS": " ".join(("tokparity", *words))}
    command = (
        "import sys; sys.argv[0] = 'tokparity'; from tokparity.__main__ import script; script()"
    )
    ran = subprocess.run(
        [sys.executable, "-c", command],
        env={**os.environ, **asked, "COMP_CWORD": str(len(words))},
        capture_output=True,
        text=True,
        check=False,
    )
    return [line.partition(",")[2] or line.partition(",")[0] for line in ran.stdout.splitlines()]


@pytest.mark.parametrize(
    ("words", "some"),
    [
        (("encode", "qwen3-"), "qwen3-ranks"),
        (("run", "--vocab", "mini"), "minilm"),
        (("run", "--profile", "ni"), "nightly"),
        (("encode", "qwen3", "--oracle", "openai"), "openai_tiktoken"),
        (("vocabs", "fetch", "gpt2-"), "gpt2-ranks"),
        (("check", "qwen3", "--against", "qwen3-"), "qwen3-ranks"),
        (("run", "--subject", "lib:gpt-"), "lib:gpt-tokenizer"),
    ],
)
def test_names_are_completed(words, some):
    found = completed(*words)
    assert some in found
    assert all(it.startswith(words[-1]) for it in found)


def test_what_is_no_name_may_be_a_file():
    assert completed("encode", "./my") == ["./my"]


def test_findings_of_a_run_are_completed(run_of_two):
    """A folder first, then the ids in it; of what is no run nothing."""
    run = run_of_two / "run"
    ids = [f"{run}:{finding.id}" for finding in read_findings(run)]
    assert ids
    assert [item.value for item in findings(None, None, f"{run}:")] == ids
    assert findings(None, None, f"{run}:x") == []
    assert findings(None, None, f"{run_of_two}:") == []
    assert [item.type for item in findings(None, None, str(run))] == ["file"]
