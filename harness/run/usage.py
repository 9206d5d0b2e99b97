"""What this process and all that it started use: memory and CPU time.

Memory is the proportional set, in which a page that two processes share counts half in each.
Linux alone tells it; elsewhere it is 0. Not here: what a worker tells of its own CPU time, after
every answer (`oracles.worker`), which costs no look at other processes.
"""

import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType

import psutil

EVERY_SECONDS = 5.0


@dataclass(slots=True)
class Usage:
    """Watches memory while a `with` block runs; `cpu_seconds` may be asked at any time in it.

    `peak_memory`: bytes, the most that was seen at once, every `EVERY_SECONDS`.
    """

    peak_memory: int = 0
    _began: float = 0.0
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def __enter__(self) -> "Usage":
        self._began = family_cpu()
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

    def cpu_seconds(self) -> float:
        """CPU seconds since the block began: of this process and all below it, ended ones too."""
        return family_cpu() - self._began

    def _watch(self) -> None:
        while True:
            self.sample()
            if self._stop.wait(EVERY_SECONDS):
                return

    def sample(self) -> None:
        """Look at the memory now."""
        self.peak_memory = max(self.peak_memory, sum(map(memory_of, family())))


def family() -> list[psutil.Process]:
    """This process and all below it, as of now; itself first."""
    here = psutil.Process()
    return [here, *here.children(recursive=True)]


def family_cpu() -> float:
    """User and system time of a family and its ended children so far, in seconds.

    The kernel counts other processes in ticks, 0.01 s on Linux: too coarse for this process,
    which may have done little beside its shards.
    """
    here, *below = family()
    times = here.cpu_times()
    seconds: float = time.process_time() + times.children_user + times.children_system
    for process in below:
        with suppress(psutil.NoSuchProcess):  # it ended since, and counts as its parent's child
            user, system, children_user, children_system, *_ = process.cpu_times()
            seconds += user + system + children_user + children_system
    return seconds


def memory_of(process: psutil.Process) -> int:
    """The proportional set of a process in bytes; 0 where it cannot be read."""
    try:
        return getattr(process.memory_full_info(), "pss", 0)
    except (psutil.Error, OSError):
        return 0
