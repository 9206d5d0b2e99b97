"""A process that is there when it is needed, with the artefact in question loaded.

Starts it, and starts it again after a death; loads a handle when it is used, and lets go
of the least recently used ones. What is not here: batches (`client`, `recovery`).
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tokparity.oracles.protocol import OracleSpec
from tokparity.oracles.worker import frames
from tokparity.oracles.worker.process import Died, WorkerProcess
from tokparity.oracles.worker.stopwatch import WALL_FACTOR
from tokparity.reference_impl.codec import write
from tokparity.reference_impl.contract import Artefact, Refusal

ANSWER_BASE, ANSWER_FACTOR = 64 << 20, 64
"""An answer has at most this many bytes, and this many more per byte asked."""
MEMORY_PER_FILE_BYTE = 32
"""What a loaded vocabulary takes, as a multiple of its file: for how much to keep loaded."""
GIVEN_BACK = 1 << 20
"""Bytes of files that are let go of before the process gives memory back: small ones are many."""
ALARM_MARGIN = 10
"""Seconds after which a worker ends itself, counted from when its client should have: seconds of
CPU time and, much later, of wall-clock time, which alone ends one that sleeps."""


@dataclass(frozen=True, slots=True)
class Handle:
    """An artefact as one worker knows it."""

    number: int
    artefact: Artefact


class Host:
    """One worker process at a time, and what is loaded in it.

    `restarts` counts processes after the first, `reloads` artefacts loaded once more.
    `hello` is (version, supported options) of the first process that could serve.
    """

    def __init__(
        self, spec: OracleSpec, load_timeout: float, memory_mb: int, max_handles: int
    ) -> None:
        self.restarts = 0
        self.reloads = 0
        self.hello: tuple[str, frozenset[tuple[str, int]]] | None = None
        self.process: WorkerProcess | None = None
        self._spec, self._load_timeout = spec, load_timeout
        self._memory_mb, self._max_handles = memory_mb, max_handles
        self._closed = False
        self._cpu_of_the_dead = 0.0
        self._ever_loaded: set[int] = set()
        # Handle number -> bytes of its file. By hand: a cache of cachetools has one bound, here are
        # two, and what goes must be told to the process before its room is taken.
        self._loaded: OrderedDict[int, int] = OrderedDict()
        self._to_drop: list[int] = []
        self._dropped = 0

    def close(self) -> None:
        """End the process for good."""
        self._closed = True
        self._forget()

    def cpu_seconds(self) -> float:
        """User and system time of all processes so far, as of their last answer."""
        return self._cpu_of_the_dead + (self.process.cpu_seconds if self.process else 0.0)

    def start(self) -> Refusal | None:
        """See to it that a process is there and quiet, or say why there is none.

        One that dies as it starts is started once more: a signal from outside is no answer.
        """
        if self._closed:
            raise ValueError("this OracleWorker is closed")
        if self.process is not None and self.process.quiet():
            return None
        refusal = self._start_now()
        return self._start_now() if refusal and refusal.kind == "crash" else refusal

    def _start_now(self) -> Refusal | None:
        self.restarts += self.process is not None or self.hello is not None
        self._forget()
        try:
            self.process = WorkerProcess(self._spec, self._memory_mb, self._load_timeout)
            hello = self.process.hello
            if "refusal" in hello:
                refusal = frames.refusal_from_json(hello["refusal"])
                self._forget()
                return refusal
            self.hello = frames.hello_from_json(hello)
        except frames.Garbage as garbage:
            return self.condemn(garbage).refusal
        except Died as death:
            return death.refusal
        return None

    def load(self, handle: Handle) -> Refusal | None:
        """See to it that a handle can be used, or say why it cannot.

        A worker that dies over it is asked once more, with this artefact alone.
        """
        refusal = self.start()
        if refusal:
            return refusal
        if handle.number in self._loaded:
            self._loaded.move_to_end(handle.number)
            return None
        crowd = len(self._loaded)
        refusal = self._load_now(handle)
        alone = refusal and refusal.kind == "memory" and crowd  # there may be room for it alone
        if alone or (refusal and refusal.kind == "crash"):
            self._forget()
            refusal = self.start() or self._load_now(handle)
        return refusal

    def drop(self, handle: Handle) -> None:
        """Let go of a handle, with the next request."""
        if (size := self._loaded.pop(handle.number, None)) is not None:
            self._to_drop.append(handle.number)
            self._dropped += size

    def send(
        self, handle: Handle, request: dict[str, Any], blobs: Sequence[bytes], seconds: float
    ) -> WorkerProcess:
        """Hand over a request that may take so many seconds; the process that now has it."""
        assert self.process is not None
        extra = {
            "handle": handle.number,
            "drop": self._to_drop,
            "give_back": self._dropped > GIVEN_BACK,
            "alarm": int(seconds) + ALARM_MARGIN,
            "wall_alarm": int(WALL_FACTOR * seconds) + ALARM_MARGIN,
        }
        self.process.send(request | extra, blobs, seconds)
        self._to_drop = []
        self._dropped = 0 if extra["give_back"] else self._dropped
        return self.process

    def receive(
        self, allowed: Callable[[int | None], float], size: int
    ) -> tuple[dict[str, Any], list[memoryview]]:
        """The answer to a request of `size` bytes (`WorkerProcess.receive`); may raise `Died`."""
        assert self.process is not None
        try:
            return self.process.receive(allowed, ANSWER_BASE + ANSWER_FACTOR * size)
        except Died:
            self._forget()
            raise

    def condemn(self, garbage: frames.Garbage) -> Died:
        """End a process whose answer was a frame, but made no sense."""
        assert self.process is not None
        death = self.process.condemn(garbage)
        self._forget()
        return death

    def _load_now(self, handle: Handle) -> Refusal | None:
        path = handle.artefact.path
        size = path.stat().st_size if path.is_file() else 0
        room = (self._memory_mb << 20) // MEMORY_PER_FILE_BYTE
        while self._loaded and (
            len(self._loaded) >= self._max_handles or sum(self._loaded.values()) + size > room
        ):
            number, dropped = self._loaded.popitem(last=False)
            self._to_drop.append(number)
            self._dropped += dropped
        self.reloads += handle.number in self._ever_loaded
        request = {"op": "load", "artefact": write(handle.artefact)}
        try:
            self.send(handle, request, [], self._load_timeout)
            header, _ = self.receive(lambda _: self._load_timeout, 0)
            if "refusal" in header:
                return frames.refusal_from_json(header["refusal"])
        except frames.Garbage as garbage:
            return self.condemn(garbage).refusal
        except Died as death:
            return death.refusal
        self._loaded[handle.number] = size
        self._ever_loaded.add(handle.number)
        return None

    def _forget(self) -> None:
        process, self.process = self.process, None  # a second thread may end it at the same time
        if process is not None:
            process.close()
            self._cpu_of_the_dead += process.cpu_seconds
        self._loaded.clear()
        self._to_drop, self._dropped = [], 0
