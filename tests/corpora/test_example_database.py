"""A property that fails on one machine is replayed first on another that is given its folder."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from hypothesis import settings

from tokparity.corpora.example_database import PROFILE, example_database

SCRIPT = """
from pathlib import Path
from hypothesis import given, strategies as st
from tokparity.corpora.example_database import use_examples

use_examples(Path(".hypothesis"))
tried = []

@given(st.lists(st.integers(0, 1000), max_size=8))
def test_sums_stay_small(numbers):
    tried.append(numbers)
    assert sum(numbers) < 1500

try:
    test_sums_stay_small()
except AssertionError as error:
    print("reproduce_failure" in "".join(error.__notes__))
print(tried[0])
"""


def property_fails(folder: Path) -> tuple[bool, list[int]]:
    """(the blob was printed, the first example tried), of a process of its own in a folder."""
    env = {**os.environ, "CI": "true"}  # where Hypothesis by itself would keep nothing
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=folder, env=env, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    blob, first = ran.stdout.splitlines()
    return blob == "True", eval(first)


def test_what_failed_there_is_tried_first_here(tmp_path):
    there, here, without = (tmp_path / name for name in ("there", "here", "without"))
    for folder in (there, here, without):
        folder.mkdir()
    blob, first = property_fails(there)
    assert blob
    assert sum(first) < 1500, "the first of its own examples is the simplest"
    shutil.copytree(there / ".hypothesis" / "examples", here / ".hypothesis" / "from-ci")
    before = sorted((here / ".hypothesis" / "from-ci").rglob("*"))
    _, first = property_fails(here)
    assert sum(first) >= 1500
    assert sorted((here / ".hypothesis" / "from-ci").rglob("*")) == before, "it is only read"
    _, first = property_fails(without)
    assert sum(first) < 1500


def test_both_folders_are_read_and_one_is_written(tmp_path):
    there = example_database(tmp_path / "there")
    there.save(b"key", b"met there")
    shutil.copytree(tmp_path / "there" / "examples", tmp_path / "here" / "from-ci")
    here = example_database(tmp_path / "here")
    here.save(b"key", b"met here")
    assert set(here.fetch(b"key")) == {b"met there", b"met here"}
    here.delete(b"key", b"met there")
    assert b"met there" in set(here.fetch(b"key"))


def test_folders_that_do_not_exist_are_empty(tmp_path):
    assert set(example_database(tmp_path / "none").fetch(b"key")) == set()


def test_the_tests_use_it():
    used = settings.get_profile(PROFILE)
    assert settings.default is not None
    assert settings.default.database is used.database is not None
    assert (used.derandomize, used.print_blob, used.deadline) == (False, True, None)
