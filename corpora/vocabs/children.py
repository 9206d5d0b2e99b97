"""The programs that a fetch has started: waited for, bounded in time, ended with it.

Each has a process group of its own, so that what it started ends with it. Not here: which
programs these are (`registries`, `hub`).
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

from tokparity.reference_impl.errors import TokparityError

_STEP_SECONDS = 0.1
_KEPT_BYTES = 1 << 18


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
    """How a program ended, and what it said on stdout and stderr, the last of it."""

    code: int
    output: str


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

        What it leaves running when it ends is ended too. Errors: Stopped, TooSlow (naming
        `program`); OSError where it cannot be started.
        """
        if self._stopped.is_set():
            raise Stopped
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        tail = _Tail(process)
        try:
            code = self._wait(program, process, seconds)
        finally:
            _end(process)
            tail.close()
        return Ended(code, tail.text())

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
    """The whole group, whose first may have ended: npm and pip start programs of their own.

    One that outlives its parent holds our end of the pipe open, and `_Tail` would wait for it.
    """
    with suppress(ProcessLookupError, PermissionError):  # macOS forbids it where all are zombies
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class _Tail(threading.Thread):
    """Reads along, so that a program never waits for us, and keeps the last of it.

    In memory: the disk that a program fills would have no room for what it says of that.
    """

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        super().__init__(daemon=True)
        assert process.stdout is not None
        self._pipe = process.stdout
        self._last = b""
        self.start()

    def run(self) -> None:
        while block := os.read(self._pipe.fileno(), 1 << 16):
            self._last = (self._last + block)[-_KEPT_BYTES:]

    def close(self) -> None:
        self.join()
        self._pipe.close()

    def text(self) -> str:
        return self._last.decode("utf-8", "replace")
