"""How long work would take on cores that do nothing else, watched where they do.

A few times a second it is counted how many threads of the work could run, and how many of all. The
scheduler deals cores out alike, so that tells how fast the work went just then; on free cores so
many threads would go as fast as there are cores for them. The CPU time is what was measured, and a
time in which no thread could run is as long there. What is estimated so is no more than that:
caches and memory are shared still.

Linux alone tells what is needed.
"""

import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

from tokparity.harness.run.usage import family

EVERY_SECONDS = 0.1
FAMILY_SECONDS = 1.0
"""After so long it is looked anew which processes there are."""

Sample = tuple[int, int]
"""Threads of the work that could run, and threads of all."""


def on_free_cores(samples: Sequence[Sample], wall: float, cpu: float, cores: int) -> float:
    """Seconds that the work would have taken.

    A single thread that got half a core, two that got half of one each, and one that waited:

    >>> on_free_cores([(1, 4)] * 10, wall=10, cpu=5, cores=2)
    5.0
    >>> on_free_cores([(2, 4)] * 10, wall=10, cpu=10, cores=2)
    5.0
    >>> on_free_cores([(0, 2), (1, 2)] * 5, wall=10, cpu=5, cores=2)
    10.0
    """
    running = [(mine, max(mine, every)) for mine, every in samples if mine]
    if not running:
        return wall
    shares = [mine * min(1.0, cores / every) for mine, every in running]
    free = [share / min(mine, cores) for share, (mine, _) in zip(shares, running, strict=True)]
    idle = wall * (len(samples) - len(running)) / len(samples)
    return idle + cpu * sum(free) / sum(shares)


@dataclass(slots=True)
class Watch:
    """Takes samples of this process and all below it, while a `with` block runs."""

    samples: list[Sample] = field(default_factory=list)
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def __enter__(self) -> "Watch":
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    def _watch(self) -> None:
        me = str(threading.get_native_id())
        pids: list[int] = []
        looked = 0.0
        while not self._stop.wait(EVERY_SECONDS):
            if time.monotonic() - looked > FAMILY_SECONDS:
                pids, looked = [process.pid for process in family()], time.monotonic()
            every = int(Path("/proc/loadavg").read_text().split()[3].partition("/")[0])
            mine = sum(_can_run(pid, me) for pid in pids)
            self.samples.append((mine, every - 1))  # all but this thread


def _can_run(pid: int, but: str) -> int:
    """How many threads of a process run, or could; one that has ended has none."""
    found = 0
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            if task.name != but:
                stat = (task / "stat").read_text()
                found += stat.rpartition(")")[2].split()[0] == "R"
    return found
