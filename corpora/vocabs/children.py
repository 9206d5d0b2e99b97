"""The programs that a fetch has started: waited for, bounded in time, ended with it.

Each has a process group of its own, so that what it started ends with it, and its output
in a file, so that nobody has to read along. Not here: which programs these are
(`registries`, `hub`).
"""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from reference_impl.errors import TokparityError

_STEP_SECONDS = 0.1


class Stopped(TokparityError):
    """The fetch was ended by its user."""

    def __init__(self) -> None:
        super().__init__("interrupted")


class TooSlow(TokparityError):
    """A program did not end in its time.

    >>> str(TooSlow("npm", 600))
    'npm did not finish in 600 s'
    """

    def __init__(self, program: str, seconds: float) -> None:
        super().__init__(f"{program} did not finish in {seconds:.0f} s")
        self.program, self.seconds = program, seconds


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended, and what it said on stdout and stderr, at most the last 1 MB."""

    code: int
    said: str


@dataclass(slots=True)
class Children:
    """The running ones. Used from many threads; `stop` from any."""

    _stopped: threading.Event = field(default_factory=threading.Event)

    def run(
        self,
        program: str,
        command: list[str],
        folder: Path,
        environment: Mapping[str, str],
        seconds: float,
    ) -> Ended:
        """Run a command in `folder` with `environment` added to our own.

        Errors: Stopped, TooSlow (naming `program`); OSError where it cannot be started.
        """
        log = folder / "said.txt"
        with log.open("wb") as out:
            process = subprocess.Popen(
                command,
                cwd=folder,
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        try:
            code = self._wait(program, process, seconds)
        finally:
            _end(process)
        return Ended(code, _tail(log))

    def stop(self) -> None:
        """End what runs, and let nothing start again."""
        self._stopped.set()

    def _wait(self, program: str, process: subprocess.Popen[bytes], seconds: float) -> int:
        until = time.monotonic() + seconds
        while not self._stopped.is_set():
            try:
                return process.wait(timeout=_STEP_SECONDS)
            except subprocess.TimeoutExpired:
                if time.monotonic() > until:
                    raise TooSlow(program, seconds) from None
        raise Stopped


def _end(process: subprocess.Popen[bytes]) -> None:
    """The whole group: npm and pip start programs of their own."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _tail(log: Path, limit: int = 1 << 20) -> str:
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - limit))
        return file.read().decode("utf-8", "replace")
