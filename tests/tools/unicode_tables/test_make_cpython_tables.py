import json
import subprocess
import sys
import unicodedata

import pytest

from tokparity.reference_impl.unicode import cpython
from tokparity.reference_impl.unicode.ranges import pack, to_ranges
from tools.unicode_tables import make_cpython_tables

ANSWERS = {
    "version": "2.0.0",
    "unassigned": [9],
    "classes": {"control": [1, 9], "cased": [65, 97]},
    "marks": ["\u0301", "\u0327\u0328"],
    "canonical": {"é": "e\u0301"},
    "composition": {"e\u0301": "é"},
    "lower": {"A": "a"},
}


def older(**changes):
    return ANSWERS | {"version": "1.0.0", "unassigned": [9, 65, 0x328]} | changes


def test_an_older_version_may_lack_characters():
    lacking = older(
        classes={"control": [1, 9, 65], "cased": [97]}, lower={}, marks=["\u0301", "\u0327"]
    )
    assert make_cpython_tables.disagreements(ANSWERS, lacking) == []


@pytest.mark.parametrize(
    ("name", "changed"),
    [
        ("canonical", {"é": "e\u0302"}),
        ("composition", {}),
        ("lower", {"B": "b"}),
        ("marks", ["\u0327", "\u0301"]),
        ("cased", {"control": [1, 9], "cased": [97, 98]}),
    ],
)
def test_what_both_have_must_be_the_same(name, changed):
    agreeing = {
        "classes": {"control": [1], "cased": [97]},
        "lower": {},
        "marks": ["\u0301", "\u0327"],
    }
    field = "classes" if name == "cased" else name
    found = make_cpython_tables.disagreements(ANSWERS, older(**agreeing | {field: changed}))
    assert found == [name]


def test_this_python_says_what_the_tables_say():
    answers = make_cpython_tables.ask(sys.executable)
    assert answers["version"] == unicodedata.unidata_version
    packed = cpython._tables()["unassigned"][answers["version"]]
    assert pack(to_ranges(answers["unassigned"])) == packed
    committed = {
        "unassigned": [],
        "classes": {name: _points(name) for name in answers["classes"]},
        "marks": cpython._tables()["marks"],
        **{name: cpython._pairs(name) for name in ("canonical", "composition", "lower")},
    }
    assert make_cpython_tables.disagreements(committed, answers) == []


def _points(name):
    return [point for first, last in cpython._class(name) for point in range(first, last + 1)]


def test_asking_needs_nothing_but_python(tmp_path):
    """Other Pythons have none of this project's packages."""
    script = make_cpython_tables.__file__.replace("make_cpython_tables", "ask_cpython")
    code = f"import runpy, sys; sys.path = sys.path[1:]; runpy.run_path({script!r})"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, check=True)
    assert json.dumps(done.stdout.decode()) == '""', "what is not run as a program prints nothing"
