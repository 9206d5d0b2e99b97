"""The help of a script is its docstring as it stands, under the name that starts it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from evaluation.arguments import parser_of

ROOT = Path(__file__).parents[2]
NAMES = re.compile(r"= parser_of\((.*), __doc__\)")
SCRIPTS = {
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", "."): found[1]
    for path in sorted((ROOT / "evaluation").rglob("*.py"))
    if (found := NAMES.search(path.read_text("utf-8")))
}


def test_lines_stay_lines():
    help_text = parser_of("evaluation.tables.x", "One table.\n\n    python -m x\n").format_help()
    assert help_text.startswith("usage: python -m evaluation.tables.x")
    assert "One table.\n\n    python -m x\n" in help_text


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_script_is_called_what_starts_it(script):
    assert SCRIPTS[script] == f'"{script}"'


def test_help_of_one_that_is_started():
    command = [sys.executable, "-m", "evaluation.tables.nightly", "--help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(
        "usage: python -m evaluation.tables.nightly [-h] [--compare] run\n\nThe summ"
    )
