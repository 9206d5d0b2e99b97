"""The plugin in a project of somebody else's: its items, a readable difference, its errors."""

import json
import subprocess
import sys

import pytest

TOKENIZER = """
import tokenizers


class Tokenizer:
    name = "mine"
    capabilities = {"formats": ["tokenizer.json"], "skip_special": [False]}

    def load(self, request):
        self.tokenizer = tokenizers.Tokenizer.from_file(request["path"])

    def encode(self, text, add_special, parse_special):
        return self.tokenizer.encode(text, add_special_tokens=add_special).ids

    def decode(self, ids, skip_special):
        return self.tokenizer.decode(ids, skip_special_tokens=skip_special)


class Broken(Tokenizer):
    name = "broken"

    def encode(self, text, add_special, parse_special):
        ids = super().encode(text, add_special, parse_special)
        return ids[::-1] if "b" in text else ids
"""


@pytest.fixture
def project(tmp_path):
    vocab = {char: at for at, char in enumerate("abcdef ")} | {"ab": 7}
    model = {"type": "BPE", "vocab": vocab, "merges": [["a", "b"]], "unk_token": None}
    (tmp_path / "tokenizer.json").write_text(json.dumps({"model": model}))
    (tmp_path / "mine.py").write_text(TOKENIZER)
    (tmp_path / "test_own.py").write_text("def test_own():\n    pass\n")
    return tmp_path


def run_pytest(project, *arguments):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_a_sound_tokenizer_passes_generated_golden_and_regression_items(project):
    options = ("--tokparity-subject", "python:mine:Tokenizer", "--tokparity-cases", "64")
    code, said = run_pytest(project, *options, "--tokparity-vocab", "tokenizer.json", "-vv")
    assert code == 0, said
    assert "test_own.py::test_own PASSED" in said
    assert "mine::tokenizer.json::encode[0] PASSED" in said
    assert "mine::tokenizer.json::decode[0] PASSED" in said
    assert said.count("mine::regression[") > 50
    regressions = [line for line in said.splitlines() if "mine::regression[" in line]
    assert sum("PASSED" in line for line in regressions) > 20
    assert "SKIPPED (" in said
    assert "unsupported: " in said


def test_what_cannot_be_asked_is_skipped_with_its_reason(project):
    mine = (project / "mine.py").read_text()
    capabilities = '"skip_special": [False]'
    assert capabilities in mine
    (project / "mine.py").write_text(mine.replace(capabilities, '"decodes": None'))
    options = ("--tokparity-subject", "python:mine:Tokenizer", "--tokparity-cases", "64")
    code, said = run_pytest(
        project, *options, "--tokparity-vocab", "tokenizer.json", "-k", "decode", "-rs", "-vv"
    )
    assert code == 0, said
    assert "mine::tokenizer.json::decode[0] SKIPPED (unsupported: " in said
    assert "encode[0]" not in said, "-k chooses among them"


def test_a_wrong_one_fails_with_the_smallest_text_and_both_answers(project):
    options = ("--tokparity-subject", "python:mine:Broken", "--tokparity-cases", "64")
    code, said = run_pytest(
        project, *options, "--tokparity-vocab", "tokenizer.json", "-k", "encode"
    )
    assert code == 1, said
    shown = said[said.index("cases differ") :]
    assert "expected [" in shown
    assert "got      [" in shown


@pytest.mark.parametrize(
    ("options", "line"),
    [
        pytest.param(("--tokparity-subject", "exec:"), "names no command", id="no-command"),
        pytest.param(
            ("--tokparity-subject", "python:mine:Nobody"), "tokparity smoke", id="no-factory"
        ),
        pytest.param(
            ("--tokparity-subject", "python:mine:Tokenizer", "--tokparity-vocab", "nothing-*"),
            "no vocabulary is called",
            id="no-vocabulary",
        ),
    ],
)
def test_what_cannot_be_asked_is_one_line(project, options, line):
    code, said = run_pytest(project, *options)
    assert code == 4, said
    assert "tokparity: " in said
    assert line in said
    assert "Traceback" not in said


def test_without_a_subject_it_does_nothing(project):
    code, said = run_pytest(project)
    assert (code, "1 passed" in said) == (0, True)
