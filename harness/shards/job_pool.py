"""Job processes: spawned, never forked, each with a slot of its own that it keeps between calls.

A process ends, and its workers with it, when its pool is closed or the process that holds the pool
dies, however that comes about. Not here: which work goes to which process (`executors`).
"""

import os
import resource
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, TypeVar

import psutil

from tokparity.harness.shards.slot import Slot
from tokparity.oracles.worker.collector import collect_less
from tokparity.reference_impl.errors import TokparityError

Result = TypeVar("Result")

_slot: Slot | None = None


class JobDied(TokparityError):
    """A job process ended by itself: killed, or out of memory."""

    def __init__(self) -> None:
        super().__init__("a job process died: run it again, with fewer --jobs if memory is short")


LARGEST, SMALLEST = 8 << 30, 3 << 30
"""Bytes that a process may map, whatever the machine. A large vocabulary with its tables takes a
quarter of the smallest; libraries map much that they never use."""


def default_jobs() -> int:
    """One a core, and no more than the machine has memory for at the smallest limit."""
    fit = int(psutil.virtual_memory().total) // (2 * SMALLEST)
    return max(1, min(os.cpu_count() or 1, fit))


def memory_limit(jobs: int) -> int:
    """Bytes that each of so many job processes may map, and the worker that is busy for it: all
    of them together are in the machine's memory, unless it is too small for so many.

    >>> SMALLEST <= memory_limit(1000) <= memory_limit(1) <= LARGEST
    True
    """
    share = int(psutil.virtual_memory().total) // (2 * jobs)
    return max(SMALLEST, min(LARGEST, share))


def _begin(lifeline: Connection, memory: int) -> None:
    """First thing in a job process: end with whoever holds the other end of `lifeline`, and map no
    more than `memory` bytes, which its workers do not either (`Slot`)."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    if most != resource.RLIM_INFINITY:
        memory = min(memory, most)
    resource.setrlimit(resource.RLIMIT_AS, (memory, most))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started us
    collect_less()
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    lifeline.poll(None)
    try:
        if _slot is not None:
            _slot.close()
    finally:  # the main thread may be at work with the slot, and closing it fail
        os._exit(0)


def _in_slot(work: Callable[..., Result], arguments: tuple[Any, ...]) -> Result:
    global _slot
    if _slot is None:
        _slot = Slot()
    return work(_slot, *arguments)


def kept_at(slot: Slot, model: str) -> int:
    """Bytes of memory that this process holds when it begins with a model."""
    slot.begin(model)
    return int(psutil.Process().memory_info().rss)


class Pool:
    """`jobs` processes, each with a slot of its own; a context manager that ends them.

    `run(work, blocks)` calls `work(slot, *block)` for each block and gives the results in order;
    a module-level function, and what can be pickled. A process that dies is an error, since
    libraries, which may crash, are in processes of their own. `memory`: what each may map
    (`memory_limit`).
    """

    def __init__(self, jobs: int, memory: int | None = None) -> None:
        # A user's own repository may hold a harness/ or reports/: never import from the cwd.
        os.environ["PYTHONSAFEPATH"] = "1"
        spawn = get_context("spawn")
        memory = memory or memory_limit(jobs)
        theirs, self._lifeline = spawn.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(jobs, spawn, initializer=_begin, initargs=(theirs, memory))

    def __enter__(self) -> "Pool":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close(wait=error is None)

    def close(self, *, wait: bool = True) -> None:
        """End the processes and their workers, whatever they are at."""
        self._lifeline.close()
        self._pool.shutdown(wait=wait, cancel_futures=True)

    def submit(self, work: Callable[..., Result], *arguments: Any) -> "Future[Result]":
        """`work(slot, *arguments)` in a process that is free. The future raises BrokenProcessPool
        where the process dies."""
        return self._pool.submit(_in_slot, work, arguments)

    def run(
        self, work: Callable[..., Result], blocks: Sequence[tuple[Any, ...]]
    ) -> Iterator[Result]:
        """The result of each block, in order. Errors: JobDied."""
        try:
            waiting: list[Future[Result]]
            waiting = [self.submit(work, *block) for block in blocks]
            for future in waiting:
                yield future.result()
        except BrokenProcessPool:
            raise JobDied from None

    def as_ended(
        self, work: Callable[..., Result], blocks: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, Result]]:
        """(number, result) of each block, in the order in which they end. Errors: JobDied."""
        try:
            numbers = {self.submit(work, *block): at for at, block in enumerate(blocks)}
            for future in as_completed(numbers):
                yield numbers[future], future.result()
        except BrokenProcessPool:
            raise JobDied from None


class Inline:
    """The same in this process: for one job, and for tests. The slot is its caller's."""

    def __init__(self, slot: Slot) -> None:
        self._slot = slot

    def run(
        self, work: Callable[..., Result], blocks: Sequence[tuple[Any, ...]]
    ) -> Iterator[Result]:
        """The result of each block, in order."""
        for block in blocks:
            yield work(self._slot, *block)

    def as_ended(
        self, work: Callable[..., Result], blocks: Sequence[tuple[Any, ...]]
    ) -> Iterator[tuple[int, Result]]:
        """(number, result) of each block, in their order."""
        yield from enumerate(self.run(work, blocks))
