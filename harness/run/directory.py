"""A run directory while a run is at work in it: whose it is, and what only `--resume` needs.

`journal.jsonl` and `coverage.bin` are there as long as something may be left to do: the run, its
last steps (views, regression cases, the patch), a unit that failed. Then they go, and what
stays is the same for the same plan, but for the times. Not here: what a run writes
(`harness.run.job`).
"""

import fcntl
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tokparity.harness.shards.unit import UnitFailed
from tokparity.reference_impl.errors import TokparityError

JOURNAL = "journal.jsonl"
COVERAGE = "coverage.bin"
ENDED = "run.json"
"""Written last: a directory with this file can be read by every view."""


class NotARunDirectory(TokparityError):
    """A folder that holds something else: a run would overwrite it."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"--out {path}: is not empty and holds no run; name a new folder")
        self.path = path


class RunIsAtWork(TokparityError):
    """A run directory in which another process is at work."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"--out {path}: another run is at work there; wait, or name a new folder")
        self.path = path


class RunHasEnded(TokparityError):
    """A run that is to be resumed and has nothing left to do: only its report can be made again."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"--resume: the run in {path} has ended: `tokparity report {path}` makes its report "
            "again, and without --resume it starts anew"
        )
        self.path = path


def check_directory(directory: Path) -> None:
    """Refuse a folder that a run has not written. Errors: NotARunDirectory."""
    if any((directory / name).is_file() for name in (JOURNAL, ENDED)) or not directory.exists():
        return
    if not directory.is_dir() or any(directory.iterdir()):
        raise NotARunDirectory(directory)


@contextmanager
def at_work(directory: Path) -> Iterator[None]:
    """The directory for this process alone, made where there is none; an empty one goes again, and
    what was made for it.

    The lock is on the directory itself and ends with the process, however that comes about.
    Errors: NotARunDirectory, RunIsAtWork.
    """
    check_directory(directory)
    new = [path for path in (directory, *directory.parents) if not path.exists()]
    directory.mkdir(parents=True, exist_ok=True)
    handle = os.open(directory, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RunIsAtWork(directory) from None
        try:
            yield
        finally:
            with suppress(OSError):  # it is not empty
                for path in new:
                    path.rmdir()
    finally:
        os.close(handle)


def check_unfinished(directory: Path) -> None:
    """Refuse to resume what has nothing left to do. Errors: RunHasEnded."""
    if (directory / ENDED).is_file() and not (directory / COVERAGE).is_file():
        (directory / JOURNAL).unlink(missing_ok=True)  # `finish` was killed between the two
        raise RunHasEnded(directory)


def finish(directory: Path, failed: Sequence[UnitFailed] = ()) -> None:
    """The end of a run, all steps done: nothing is left for `--resume`, but for what failed."""
    if not failed:
        (directory / COVERAGE).unlink(missing_ok=True)
        (directory / JOURNAL).unlink(missing_ok=True)
