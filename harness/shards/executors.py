"""Where units run: in this process, or in N job processes on this machine.

Each job slot is a process of its own (spawned, never forked) that keeps its tokenizers
and workers between units; which unit it gets is the feed's choice. Order of completion is
nobody's business: results are merged by key.
"""

import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Protocol

from tokparity.harness.shards.job_pool import Pool, kept_at, memory_limit
from tokparity.harness.shards.slot import Slot
from tokparity.harness.shards.unit import Unit, UnitFailed, UnitResult, run_unit
from tokparity.harness.shards.unit_queue import Feed

HEAVY = 600 << 20
"""Bytes that a job process may keep from one model to the next. One that keeps more is replaced:
what a large vocabulary was made of leaves holes, which no allocator gives back."""

DIED = "the job process died twice: was the memory enough? `--jobs 1` needs half"
"""Why a unit has no result whose process ended under it."""

Deliver = Callable[[UnitResult], None]


class Executor(Protocol):
    """Runs units and delivers each result, in any order, from one thread at a time."""

    def run(self, feed: Feed, deliver: Deliver, until: float | None = None) -> None:
        """`until`, by `time.monotonic`: what is in hand then is given up, where that can be."""
        ...

    def close(self) -> None: ...


@dataclass(slots=True)
class InlineExecutor:
    """Everything in this process: for tests, and for putting a debugger to it."""

    slot: Slot = field(default_factory=Slot)

    def run(self, feed: Feed, deliver: Deliver, until: float | None = None) -> None:
        """Run the units one after the other, each to its end."""
        while (unit := feed.take(0)) is not None:
            result = run_unit(self.slot, unit)
            feed.note(result)
            deliver(result)

    def close(self) -> None:
        """End the slot's workers."""
        self.slot.close()


@dataclass(slots=True)
class LocalExecutor:
    """`jobs` processes, a pool each. A process that dies is alone replaced, and its unit begun once
    more: a kill from outside loses nothing. A unit that two processes die of is a failed unit."""

    jobs: int
    heavy: int = HEAVY
    closed: bool = False
    models: dict[int, str] = field(default_factory=dict)
    """What each slot was at last."""
    pools: list[Pool] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.pools = [self._pool() for _ in range(self.jobs)]

    def _pool(self) -> Pool:
        return Pool(1, memory_limit(self.jobs))

    def run(self, feed: Feed, deliver: Deliver, until: float | None = None) -> None:
        """Run the units on all slots; returns when every one has been delivered.

        Interrupted, or at `until`, it ends the job processes at once: what they were at is not
        delivered.
        """
        errors: list[BaseException] = []

        def work(number: int) -> None:
            # Inherited by the job process, which starts here: Ctrl-C is this process's alone.
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            try:
                while not errors and not self.closed:
                    with self.lock:
                        unit = feed.take(number)
                    if unit is None:
                        return
                    result = self._run_one(number, unit)
                    with self.lock:
                        if not self.closed:  # or it is what became of a job that we ended
                            feed.note(result)
                            deliver(result)
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=work, args=(n,)) for n in range(self.jobs)]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                thread.join(None if until is None else max(0.0, until - time.monotonic()))
            before = list(errors)  # what comes after is of jobs that are ended here
            if any(thread.is_alive() for thread in threads):
                self.close()
            for thread in threads:
                thread.join()
        except BaseException:
            self.close()
            for thread in threads:
                thread.join()
            raise
        if before:
            raise before[0]

    def _run_one(self, number: int, unit: Unit) -> UnitResult:
        # The first may be broken already: a process that was killed between two units.
        for _ in range(2):
            try:
                self._make_room(number, unit.cell.model)
                return self.pools[number].submit(run_unit, unit).result()
            except BrokenProcessPool:
                if self.closed:
                    raise
                self._replace(number)
        return UnitFailed(unit.cell.name, unit.shard, DIED)

    def _make_room(self, number: int, model: str) -> None:
        before = self.models.get(number)
        self.models[number] = model
        if before not in (None, model):
            kept = self.pools[number].submit(kept_at, model).result()
            if kept > self.heavy:
                self._replace(number)

    def _replace(self, number: int) -> None:
        self.pools[number].close()
        self.pools[number] = self._pool()

    def close(self) -> None:
        """End the job processes and their workers, whatever they are at."""
        self.closed = True
        for pool in self.pools:
            pool.close()


def executor_for(jobs: int) -> LocalExecutor:
    """The local executor with `jobs` slots."""
    return LocalExecutor(jobs)
