"""A worker and its handles: load, encode, decode, probe, and never an exception for a bad case.

`OracleWorker` loads artefacts when they are needed, drops those unused for long, and after
a crash, a hang or garbage starts a new process, loads the one handle in use and goes on
behind the culprit. What is not here: how a batch is split around its culprits (`recovery`),
bytes and signals (`process`), libraries (`worker`).
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Generic, TypeVar

from oracles import frames
from oracles.process import Died, WorkerProcess
from oracles.protocol import ALL_OPTIONS, ORACLES, OracleSpec
from oracles.recovery import Job, run_job
from reference_impl.batches import Decodings, Encodings
from reference_impl.contract import (
    Artefact,
    DecodeOptions,
    EncodeOptions,
    Format,
    Options,
    Refusal,
    Stage,
)

Batch = TypeVar("Batch", Encodings, Decodings)

SECONDS_PER_ITEM = 5e-6
"""Further time for long cases: per character of a text, per id of a sequence."""
ANSWER_BASE, ANSWER_FACTOR = 64 << 20, 64
"""An answer has at most this many bytes, and this many more per byte asked."""
MEMORY_PER_FILE_BYTE = 32
"""What a loaded vocabulary takes, as a multiple of its file: for how much to keep loaded."""


@dataclass(frozen=True, slots=True)
class Handle:
    """An artefact as one worker knows it."""

    number: int
    artefact: Artefact


class Pending(Generic[Batch]):
    """A batch that the worker is busy with, while its caller does something else."""

    def __init__(self, finish: Callable[[], Batch]) -> None:
        self._finish: Callable[[], Batch] = finish
        self._batch: Batch | None = None

    def result(self) -> Batch:
        """Wait for the batch. The same batch every time."""
        if self._batch is None:
            self._batch = self._finish()
        return self._batch


class OracleWorker:
    """One library in a process of its own. Not for use from two threads at once.

    `oracle` is a name of the registry or a spec; `timeout` the seconds one case may take,
    beside `SECONDS_PER_ITEM`; `memory_mb` what the process may map. At most `max_handles`
    artefacts are loaded at a time: any other is loaded again when it is next used.

    >>> with OracleWorker("huggingface_tokenizers") as worker:  # doctest: +SKIP
    ...     handle = worker.load(artefact)
    ...     worker.encode(handle, ["hello world"], EncodeOptions()).ids
    array('i', [14990, 1879])
    """

    def __init__(
        self,
        oracle: str | OracleSpec,
        *,
        timeout: float = 2.0,
        load_timeout: float = 120.0,
        memory_mb: int = 8192,
        max_handles: int = 64,
    ) -> None:
        self.spec = ORACLES[oracle] if isinstance(oracle, str) else oracle
        self.timeout, self.load_timeout, self.memory_mb = timeout, load_timeout, memory_mb
        self.max_handles = max_handles
        self.restarts = 0
        self.reloads = 0
        self._process: WorkerProcess | None = None
        self._closed = False
        self._hello: tuple[str, frozenset[tuple[str, int]]] | None = None
        self._cpu_of_the_dead = 0.0
        self._handles = 0
        self._ever_loaded: set[int] = set()
        self._loaded: OrderedDict[int, int] = OrderedDict()  # handle number -> bytes of its file
        self._to_drop: list[int] = []
        self._pending: Pending[Any] | None = None

    def __enter__(self) -> "OracleWorker":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process. A batch still pending is lost; a closed worker stays closed."""
        self._closed = True
        self._pending = None
        self._forget_process()

    @property
    def version(self) -> str:
        """The library's version, or why it has none: "unavailable: ModuleNotFoundError: …"."""
        self._settle()
        broken = self._start()
        if self._hello is None:
            return f"unavailable: {broken.detail if broken else ''}"
        return self._hello[0]

    def supports(self, format: Format, options: Options) -> bool:
        """Whether the library can express these options for this format."""
        if self._hello is None:
            self._settle()
            self._start()
        return self._hello is not None and (format, ALL_OPTIONS.index(options)) in self._hello[1]

    def cpu_seconds(self) -> float:
        """User and system time of all its processes, as of their last answer."""
        return self._cpu_of_the_dead + (self._process.cpu_seconds if self._process else 0.0)

    def load(self, artefact: Artefact) -> Handle | Refusal:
        """A handle for an artefact, or what the library says is wrong with it."""
        self._settle()
        self._handles += 1
        handle = Handle(self._handles, artefact)
        return self._load(handle) or handle

    def drop(self, handle: Handle) -> None:
        """Unload an artefact. Its handle would load it again."""
        if self._loaded.pop(handle.number, None) is not None:
            self._to_drop.append(handle.number)

    def encode(self, handle: Handle, texts: Sequence[str], options: EncodeOptions) -> Encodings:
        """Encode each text: one entry each, in order, refusals included."""
        return self.submit_encode(handle, texts, options).result()

    def decode(
        self, handle: Handle, ids: Sequence[Sequence[int]], options: DecodeOptions
    ) -> Decodings:
        """Decode each sequence of ids. OverflowError for an id beyond 64 bits."""
        return self.submit_decode(handle, ids, options).result()

    def submit_encode(
        self, handle: Handle, texts: Sequence[str], options: EncodeOptions
    ) -> Pending[Encodings]:
        """Like `encode`, but returns while the worker is at it. One batch at a time is under
        way: submitting another waits for this one."""
        offsets = self.spec.reports_offsets

        def read(header: dict[str, Any], blobs: Sequence[memoryview], cases: int) -> Encodings:
            return frames.encodings_from_answer(header, blobs, cases, offsets)

        request = {"op": "encode", "options": [options.add_special, options.parse_special]}
        empty = Encodings() if offsets else Encodings(offsets=None)
        return self._submit(
            handle, options, Job(request, texts, frames.texts_to_blobs, read, empty)
        )

    def submit_decode(
        self, handle: Handle, ids: Sequence[Sequence[int]], options: DecodeOptions
    ) -> Pending[Decodings]:
        """Like `decode`, in the manner of `submit_encode`."""
        kind = self.spec.decodes

        def read(header: dict[str, Any], blobs: Sequence[memoryview], cases: int) -> Decodings:
            return frames.decodings_from_answer(header, blobs, cases, kind)

        request = {"op": "decode", "options": [options.skip_special]}
        job = Job(request, ids, frames.ids_to_blobs, read, Decodings(kind))
        return self._submit(handle, options, job)

    def probe(self, handle: Handle, stage: Stage, inputs: Sequence[Any]) -> list[Any] | Refusal:
        """The library's own output of one stage for each input (shapes: `Adapter.probe`)."""
        self._settle()
        refusal = self._load(handle)
        if refusal or not inputs:
            return refusal or []
        request = {"op": "probe", "stage": stage, "inputs": list(inputs)}
        length = len(str(inputs))
        try:
            self._send(handle, request, [], len(inputs) * self.timeout)
            header, _ = self._receive(lambda _: self._allowed(length), length)
            found = header.get("found")
            if "refusal" in header:
                return frames.refusal_from_json(header["refusal"])
            if not isinstance(found, list) or len(found) != len(inputs):
                raise frames.Garbage(f"no list of {len(inputs)} stage outputs")
        except frames.Garbage as garbage:
            return self._condemn(garbage).refusal
        except Died as death:
            return death.refusal
        return found

    def _submit(self, handle: Handle, options: Options, job: Job[Batch]) -> Pending[Batch]:
        self._settle()
        if not self.supports(handle.artefact.format, options):
            for _ in job.items:
                job.empty.refuse(Refusal("unsupported", f"{self.spec.engine}: {options}"))
            return Pending(lambda: job.empty)
        sent_to = self._send_job(handle, job, job.items) if job.items else None
        asked_first = None if isinstance(sent_to, Refusal) else sent_to

        def exchange(items: Sequence[Any]) -> Batch | Refusal:
            nonlocal asked_first
            asked, asked_first = asked_first, None
            if asked is None or asked is not self._process:
                sent = self._send_job(handle, job, items)
                if isinstance(sent, Refusal):
                    return sent
            return self._receive_job(job, items)

        pending = Pending(lambda: run_job(job, exchange))
        self._pending = pending
        return pending

    def _send_job(
        self, handle: Handle, job: Job[Batch], items: Sequence[Any]
    ) -> WorkerProcess | Refusal:
        refusal = self._load(handle)
        if refusal or self._process is None:
            return refusal or Refusal("error", "no worker")
        seconds = sum(self._allowed(len(item)) for item in items)
        self._send(handle, job.request, job.pack(items), seconds)
        return self._process

    def _receive_job(self, job: Job[Batch], items: Sequence[Any]) -> Batch:
        length = sum(map(len, items))

        def allowed(index: int | None) -> float:
            known = index is not None and index < len(items)
            return self._allowed(len(items[index or 0]) if known else length)

        header, blobs = self._receive(allowed, 8 * length)
        try:
            return job.read(header, blobs, len(items))
        except frames.Garbage as garbage:
            raise self._condemn(garbage) from garbage

    def _allowed(self, length: int) -> float:
        return self.timeout + SECONDS_PER_ITEM * length

    def _settle(self) -> None:
        """Finish the batch under way: the pipes carry one request at a time."""
        if self._pending:
            self._pending.result()
            self._pending = None

    def _start(self) -> Refusal | None:
        """A process that is there and quiet, or why there is none."""
        if self._closed:
            raise ValueError("this OracleWorker is closed")
        if self._process is not None and self._process.quiet():
            return None
        self.restarts += self._process is not None or self._hello is not None
        self._forget_process()
        try:
            self._process = WorkerProcess(self.spec, self.memory_mb, self.load_timeout)
            hello = self._process.hello
            if "refusal" in hello:
                refusal = frames.refusal_from_json(hello["refusal"])
                self._forget_process()
                return refusal
            self._hello = frames.hello_from_json(hello)
        except frames.Garbage as garbage:
            return self._condemn(garbage).refusal
        except Died as death:
            return death.refusal
        return None

    def _load(self, handle: Handle) -> Refusal | None:
        """Make a handle usable, or say why it is not."""
        refusal = self._start()
        if refusal or handle.number in self._loaded:
            if not refusal:
                self._loaded.move_to_end(handle.number)
            return refusal
        crowd = len(self._loaded)
        refusal = self._load_now(handle)
        if refusal and refusal.kind == "memory" and crowd:  # perhaps there is room without others
            self._forget_process()
            refusal = self._start() or self._load_now(handle)
        return refusal

    def _load_now(self, handle: Handle) -> Refusal | None:
        path = handle.artefact.path
        size = path.stat().st_size if path.is_file() else 0
        room = (self.memory_mb << 20) // MEMORY_PER_FILE_BYTE
        while self._loaded and (
            len(self._loaded) >= self.max_handles or sum(self._loaded.values()) + size > room
        ):
            self._to_drop.append(self._loaded.popitem(last=False)[0])
        self.reloads += handle.number in self._ever_loaded
        request = {"op": "load", "artefact": handle.artefact.to_json()}
        try:
            self._send(handle, request, [], self.load_timeout)
            header, _ = self._receive(lambda _: self.load_timeout, 0)
            if "refusal" in header:
                return frames.refusal_from_json(header["refusal"])
        except frames.Garbage as garbage:
            return self._condemn(garbage).refusal
        except Died as death:
            return death.refusal
        self._loaded[handle.number] = size
        self._ever_loaded.add(handle.number)
        return None

    def _send(
        self, handle: Handle, request: dict[str, Any], blobs: Sequence[bytes], seconds: float
    ) -> None:
        assert self._process is not None
        extra = {"handle": handle.number, "drop": self._to_drop, "alarm": int(seconds) + 10}
        self._process.send(request | extra, blobs, seconds)
        self._to_drop = []

    def _receive(
        self, allowed: Callable[[int | None], float], asked: int
    ) -> tuple[dict[str, Any], list[memoryview]]:
        assert self._process is not None
        try:
            return self._process.receive(allowed, ANSWER_BASE + ANSWER_FACTOR * asked)
        except Died:
            self._forget_process()
            raise

    def _condemn(self, garbage: frames.Garbage) -> Died:
        assert self._process is not None
        death = self._process.condemn(garbage)
        self._forget_process()
        return death

    def _forget_process(self) -> None:
        if self._process is not None:
            self._process.close()
            self._cpu_of_the_dead += self._process.cpu_seconds
        self._process = None
        self._loaded.clear()
        self._to_drop = []
