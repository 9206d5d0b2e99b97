"""Whose a run directory is, and what is left in it."""

import subprocess
import sys

import pytest

from tokparity.harness.run.directory import (
    COVERAGE,
    ENDED,
    JOURNAL,
    NotARunDirectory,
    RunHasEnded,
    RunIsAtWork,
    at_work,
    check_directory,
    check_unfinished,
    finish,
)
from tokparity.harness.shards.unit import UnitFailed

HOLDER = """
import sys, time
from pathlib import Path
from tokparity.harness.run.directory import at_work
with at_work(Path(sys.argv[1])):
    print("in", flush=True)
    time.sleep(100)
"""


@pytest.fixture
def holder(tmp_path):
    """Another process that is at work in `run`."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, tmp_path / "run"], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "in\n"
        yield process
        process.kill()


def files_of(directory):
    return [path.name for path in directory.iterdir()]


def test_a_second_run_is_refused_and_changes_nothing(holder, tmp_path):
    directory = tmp_path / "run"
    (directory / JOURNAL).write_text("a line\n")
    with pytest.raises(RunIsAtWork, match="another run is at work there"), at_work(directory):
        pytest.fail("two are at work")
    assert (directory / JOURNAL).read_text() == "a line\n"


def test_a_killed_run_leaves_no_lock(holder, tmp_path):
    holder.kill()
    holder.wait()
    with at_work(tmp_path / "run"):
        assert files_of(tmp_path / "run") == []


def test_a_run_that_did_nothing_leaves_no_folder(tmp_path):
    with pytest.raises(ValueError, match="x"), at_work(tmp_path / "a" / "run"):
        raise ValueError("x")
    assert files_of(tmp_path) == []


@pytest.mark.parametrize("name", [JOURNAL, ENDED])
def test_a_run_directory_is_known_by_its_files(tmp_path, name):
    (tmp_path / "mine").write_text("x")
    with pytest.raises(NotARunDirectory):
        check_directory(tmp_path)
    with pytest.raises(NotARunDirectory):
        check_directory(tmp_path / "mine")
    (tmp_path / name).touch()
    check_directory(tmp_path)


def test_a_finished_run_has_nothing_to_resume(tmp_path):
    for name in (JOURNAL, COVERAGE, ENDED):
        (tmp_path / name).touch()
    check_unfinished(tmp_path)
    finish(tmp_path, [UnitFailed("cell", 0, "reason")])
    check_unfinished(tmp_path)
    finish(tmp_path)
    assert files_of(tmp_path) == [ENDED]
    with pytest.raises(RunHasEnded, match="tokparity report"):
        check_unfinished(tmp_path)


def test_a_kill_between_the_two_files_is_made_good(tmp_path):
    for name in (JOURNAL, ENDED):
        (tmp_path / name).touch()
    with pytest.raises(RunHasEnded):
        check_unfinished(tmp_path)
    assert files_of(tmp_path) == [ENDED]
