"""What a shell completes words to, as the shell asks."""

import os
import subprocess
import sys

import pytest


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
    ],
)
def test_names_are_completed(words, some):
    found = completed(*words)
    assert some in found
    assert all(it.startswith(words[-1]) for it in found)


def test_what_is_no_name_may_be_a_file():
    assert completed("encode", "./my") == ["./my"]
