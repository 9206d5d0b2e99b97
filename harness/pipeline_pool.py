"""Job processes for generated tokenizers: blocks of them, each to whatever process is free.

Unlike the units of a run, a block needs nothing that another one has loaded; so there is no
home for it, and results come back in the order of the blocks.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from os import _exit, environ
from types import TracebackType
from typing import Any, TypeVar

from harness.executors import collect_less
from harness.slot import Slot

Result = TypeVar("Result")

_slot: Slot | None = None


def _begin(lifeline: Connection) -> None:
    collect_less()
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    lifeline.poll(None)
    if _slot is not None:
        _slot.close()
    _exit(0)


def _in_slot(work: Callable[..., Result], arguments: tuple[Any, ...]) -> Result:
    global _slot
    if _slot is None:
        _slot = Slot()
    return work(_slot, *arguments)


class Pool:
    """`jobs` processes, each with a slot of its own; a context manager that ends them.

    `run(work, blocks)` calls `work(slot, *block)` for each block and gives the results in order;
    a module-level function, and what can be pickled. A process that dies is an error: what was
    at fault is a bug of ours, since libraries are in processes of their own.
    """

    def __init__(self, jobs: int) -> None:
        environ["PYTHONSAFEPATH"] = "1"  # a user's own repository may hold a harness/
        spawn = get_context("spawn")
        theirs, self._lifeline = spawn.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(jobs, spawn, initializer=_begin, initargs=(theirs,))

    def __enter__(self) -> "Pool":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._lifeline.close()
        self._pool.shutdown(wait=error is None, cancel_futures=True)

    def run(
        self, work: Callable[..., Result], blocks: Sequence[tuple[Any, ...]]
    ) -> Iterator[Result]:
        """The result of each block, in order."""
        waiting: list[Future[Result]] = [self._pool.submit(_in_slot, work, one) for one in blocks]
        for future in waiting:
            yield future.result()


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
