"""What this process and all that it started use: memory and CPU time, read from /proc.

Where there is no /proc nothing is known but this process's own CPU time. Memory is the
proportional set: a page that two processes share counts half in each.
"""

import os
import re
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

EVERY_SECONDS = 5.0
PROC = Path("/proc")


@dataclass(slots=True)
class Usage:
    """Watches memory while a `with` block runs; `cpu_seconds` may be asked at any time in it."""

    peak_memory: int = 0
    proc: Path = PROC
    _began: float = 0.0
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def __enter__(self) -> "Usage":
        self._began = self._cpu()
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
        return self._cpu() - self._began

    def _watch(self) -> None:
        while True:
            self.sample()
            if self._stop.wait(EVERY_SECONDS):
                return

    def sample(self) -> None:
        """Look at the memory now."""
        memory = sum(memory_of(self.proc, pid) for pid in family(self.proc, os.getpid()))
        self.peak_memory = max(self.peak_memory, memory)

    def _cpu(self) -> float:
        ours = os.getpid()
        others = [pid for pid in family(self.proc, ours) if pid != ours]
        own = os.times()
        mine = time.process_time() + own.children_user + own.children_system
        return mine + sum(cpu_of(self.proc, pid) for pid in others)


def family(proc: Path, root: int) -> list[int]:
    """A process and all below it, as of now; the process alone where there is no /proc."""
    parents: dict[int, int] = {}
    for entry in proc.glob("[0-9]*"):
        if (stat := _stat(entry)) is not None:
            parents[int(entry.name)] = int(stat[1])
    found = [root]
    for pid in found:
        found += [child for child, parent in parents.items() if parent == pid]
    return found


def cpu_of(proc: Path, pid: int) -> float:
    """User and system time of a process and its ended children, in seconds."""
    stat = _stat(proc / str(pid))
    return 0.0 if stat is None else sum(map(int, stat[11:15])) / os.sysconf("SC_CLK_TCK")


def memory_of(proc: Path, pid: int) -> int:
    """The proportional set of a process in bytes; 0 where it cannot be read."""
    try:
        found = re.search(
            r"^Pss:\s+(\d+) kB", (proc / str(pid) / "smaps_rollup").read_text("ascii"), re.M
        )
    except OSError:
        return 0
    return 0 if found is None else int(found[1]) * 1024


def _stat(entry: Path) -> list[str] | None:
    """The fields of /proc/PID/stat from the state on: a name before them may hold anything."""
    try:
        return (entry / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
    except OSError:
        return None
