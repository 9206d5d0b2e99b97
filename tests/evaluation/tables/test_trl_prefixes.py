"""The law beside what another program answers; here a stand-in for it, as it is not installed."""

import sys

import pytest

from evaluation.tables.trl_prefixes import main


@pytest.fixture
def answers(tmp_path):
    def program(text):
        path = tmp_path / "python"
        path.write_text(f"#!/bin/sh\ncat > /dev/null\necho '{text}'\n")
        path.chmod(0o755)
        return str(path)

    return program


@pytest.mark.parametrize(
    ("answer", "code", "said"),
    [
        ("[true, false]", 0, "2 templates, 0 told otherwise"),
        ("[true, true]", 1, "2 templates, 1 told otherwise"),
        ("[null, false]", 1, "2 templates, 1 told otherwise"),
    ],
)
def test_what_is_told_otherwise_is_counted(answers, capsys, answer, code, said):
    assert main([answers(answer), "template:chatml", "template:qwen3"]) == code
    assert capsys.readouterr().out.splitlines()[-1] == said


def test_an_interpreter_without_the_library(capsys):
    assert main([sys.executable, "template:chatml"]) == 2
    assert main(["none-such", "template:chatml"]) == 2
    assert capsys.readouterr().out == ""
