"""A sample of `evaluation.sweeps.unicode`, and that it sees a wrong table."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
LOWER_CASE = """
from tokparity.reference_impl.normalizers import lowercase
table = dict(lowercase.lower_case())
del table[chr(POINT)]
lowercase.lower_case = lambda: table
"""
NORMAL_FORM = """
from tokparity.reference_impl.unicode import normalization
table = dict(normalization.tables())
words = table["canonical"].split("\\n")
at = words.index(chr(POINT))
del words[at : at + 2]
table["canonical"] = "\\n".join(words)
normalization.tables = lambda: table
"""
DIGITS = """
from tokparity.reference_impl.pre_tokenizers import digits
real = digits.is_numeric
digits.is_numeric = lambda char: real(char) != (char == chr(POINT))
"""
SCRIPTS = """
from tokparity.reference_impl.pre_tokenizers import unicode_scripts
table = dict(unicode_scripts.script_of())
table.pop(chr(POINT), None) or table.setdefault(chr(POINT), 1)
unicode_scripts.script_of = lambda: table
"""


def run(*arguments):
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_sample_of_the_sweep_finds_no_difference():
    done = run("-m", "evaluation.sweeps.unicode", "--every", "1009", "--jobs", "1")
    assert done.returncode == 0, done.stdout + done.stderr
    last = done.stdout.splitlines()[-1]
    assert last.endswith(" 0 differences")
    assert int(last.split()[0]) >= 40


@pytest.mark.parametrize(
    ("component", "plant", "point"),
    [
        pytest.param("normalizer Lowercase", LOWER_CASE, 0x1E922 - 34, id="lower-case"),
        pytest.param("normalizer NFD", NORMAL_FORM, 0x1D15E, id="normal-form"),
        pytest.param("pre_tokenizer Digits", DIGITS, 0x2167, id="numeric"),
        pytest.param("pre_tokenizer Digits", DIGITS, 0x10FFFD, id="numeric-unassigned"),
        pytest.param("pre_tokenizer UnicodeScripts", SCRIPTS, 0x30FC, id="scripts"),
        pytest.param("pre_tokenizer UnicodeScripts", SCRIPTS, 0x378, id="scripts-unassigned"),
    ],
)
def test_one_wrong_entry_in_a_table_is_seen_at_its_code_point(component, plant, point):
    sweep = f"""
from evaluation.sweeps import unicode as sweep_unicode
row = sweep_unicode.row({component!r}, range({point - 5}, min({point} + 6, 0x110000)))
import json
print(json.dumps(sorted({{ord(char) for _, char in row.differing}})))
"""
    done = run("-c", f"POINT = {point}\n{plant}\n{sweep}")
    assert done.returncode == 0, done.stderr
    assert point in json.loads(done.stdout)


def test_a_difference_is_in_the_table_and_in_the_exit_code():
    plant = LOWER_CASE.replace("POINT", "0x41")
    sweep = """
import sys
from evaluation.sweeps import unicode as sweep_unicode
sys.argv = ["sweep", "normalizer Lowercase", "--every", "65", "--jobs", "1"]
sys.exit(sweep_unicode.main())
"""
    done = run("-c", plant + sweep)
    assert done.returncode == 1, done.stderr
    assert "U+0041 alone" in done.stdout
    assert not done.stdout.endswith(" 0 differences\n")


def test_a_name_of_no_component_is_refused():
    done = run("-m", "evaluation.sweeps.unicode", "NFX")
    assert done.returncode == 2
    assert "NFX" in done.stderr
