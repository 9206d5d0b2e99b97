"""A worker as its users see it: load, encode, decode, probe, and no exception for a bad case.

What is not here: how a batch is finished around its culprits (`recovery`), what is loaded
when (`host`), bytes and signals (`process`), libraries (`worker`).
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from types import TracebackType
from typing import Any, Generic, TypeVar

from tokparity.oracles.protocol import ALL_OPTIONS, ORACLES, OracleSpec
from tokparity.oracles.worker import frames
from tokparity.oracles.worker.host import Handle, Host
from tokparity.oracles.worker.process import Died, WorkerProcess
from tokparity.oracles.worker.recovery import Job, run_job
from tokparity.reference_impl.batches import Answers, Decodings, Encodings, FullEncodings
from tokparity.reference_impl.codec import write
from tokparity.reference_impl.contract import (
    Artefact,
    DecodeOptions,
    EncodeOptions,
    Format,
    FullCase,
    ObjectCase,
    Options,
    Refusal,
    Stage,
    StageCase,
)

Batch = TypeVar("Batch", Encodings, Decodings, FullEncodings, Answers)

SECONDS_PER_ITEM = 5e-6
"""Further time for long cases: per character of a text, per id of a sequence."""
FAR, SECONDS_PER_FAR_ITEM = 1 << 16, 1.5e-5
"""… and for each behind so many. In all twice what the slowest takes of half a million characters:
llama.cpp, where `std::wregex` cuts the words."""

TO_SHOW_A_STAGE = 10
"""How many times as long a stage may take: to show it, some libraries are given a vocabulary
made from the artefact's, and of a large one making it takes seconds."""


class PendingBatch(Generic[Batch]):
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
    artefacts are loaded at a time: any other is loaded again when it is next used. A case
    that crashes twice, hangs or exhausts the process is a `Refusal` in its batch, at the cost of
    a restart and a reload each time; so is each case of a handle that can no longer be loaded.

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
        self.timeout = timeout
        self._host = Host(self.spec, load_timeout, memory_mb, max_handles)
        self._handles = 0
        self._pending: PendingBatch[Any] | None = None

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
        self._pending = None
        self._host.close()

    @property
    def version(self) -> str:
        """The library's version, or why it has none: "unavailable: ModuleNotFoundError: …"."""
        broken = self._awake()
        if self._host.hello is None:
            return f"unavailable: {broken.detail if broken else ''}"
        return self._host.hello[0]

    @property
    def restarts(self) -> int:
        """Processes started beyond the first."""
        return self._host.restarts

    @property
    def reloads(self) -> int:
        """Artefacts loaded beyond their first time."""
        return self._host.reloads

    @property
    def pid(self) -> int | None:
        """The process at this moment, if there is one."""
        return None if self._host.process is None else self._host.process.pid

    def cpu_seconds(self) -> float:
        """User and system time of all its processes, as of their last answer."""
        return self._host.cpu_seconds()

    def supports(self, format: Format, options: Options) -> bool:
        """Whether the library can express these options for this format."""
        if self._host.hello is None:
            self._awake()
        hello = self._host.hello
        return hello is not None and (format, ALL_OPTIONS.index(options)) in hello[1]

    def load(self, artefact: Artefact) -> Handle | Refusal:
        """A handle for an artefact, or what the library says is wrong with it."""
        self._settle()
        self._handles += 1
        handle = Handle(self._handles, artefact)
        return self._host.load(handle) or handle

    def drop(self, handle: Handle) -> None:
        """Unload an artefact. Its handle would load it again."""
        self._host.drop(handle)

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
    ) -> PendingBatch[Encodings]:
        """Like `encode`, but returns while the worker is at it.

        One batch is under way at a time: any other request waits for it first.
        """
        offsets = self.spec.reports_offsets

        def read(header: dict[str, Any], blobs: Sequence[memoryview], cases: int) -> Encodings:
            return frames.encodings_from_answer(header, blobs, cases, offsets)

        request = {"op": "encode", "options": [options.add_special, options.parse_special]}
        empty = Encodings() if offsets else Encodings(offsets=None)
        job = Job(request, texts, frames.texts_to_blobs, read, empty)
        return self._submit(handle, options, job)

    def submit_decode(
        self, handle: Handle, ids: Sequence[Sequence[int]], options: DecodeOptions
    ) -> PendingBatch[Decodings]:
        """Like `decode`, in the manner of `submit_encode`."""
        kind = self.spec.decodes

        def read(header: dict[str, Any], blobs: Sequence[memoryview], cases: int) -> Decodings:
            return frames.decodings_from_answer(header, blobs, cases, kind)

        request = {"op": "decode", "options": [options.skip_special, options.remove_special]}
        job = Job(request, ids, frames.ids_to_blobs, read, Decodings(kind))
        return self._submit(handle, options, job)

    def submit_full(
        self, handle: Handle, cases: Sequence[FullCase], options: EncodeOptions
    ) -> PendingBatch[FullEncodings]:
        """All that the library reports of each text or pair, in the manner of `submit_encode`.

        A library that does not report so much refuses the case as `unsupported`.
        """
        flags = [options.add_special, options.parse_special]
        items = [frames.json_of([case.text, case.pair, flags]) for case in cases]
        pack, read = frames.texts_to_blobs, frames.full_from_answer
        job = Job({"op": "full"}, items, pack, read, FullEncodings())
        return self._submit(handle, options, job)

    def submit_cases(
        self, handle: Handle, cases: Sequence[ObjectCase], options: Options
    ) -> PendingBatch[Answers]:
        """The answers to cases that share their options, in the manner of `submit_encode`.

        A library that does not show a stage, stream or render refuses the case as `unsupported`.
        """

        def read(_: dict[str, Any], blobs: Sequence[memoryview], count: int) -> Answers:
            return frames.answers_from_blob(blobs, count)

        items = [frames.json_of(write(case)) for case in cases]
        patience = TO_SHOW_A_STAGE if any(isinstance(case, StageCase) for case in cases) else 1
        empty = Answers()
        job = Job({"op": "cases"}, items, frames.texts_to_blobs, read, empty, patience)
        return self._submit(handle, options, job)

    def probe(self, handle: Handle, stage: Stage, inputs: Sequence[Any]) -> list[Any] | Refusal:
        """The library's own output of one stage for each input (shapes: `Adapter.probe`).

        A worker that dies over them is asked once more.
        """
        outputs = self._probe_now(handle, stage, inputs)
        if isinstance(outputs, Refusal) and outputs.kind == "crash":
            return self._probe_now(handle, stage, inputs)
        return outputs

    def _probe_now(
        self, handle: Handle, stage: Stage, inputs: Sequence[Any]
    ) -> list[Any] | Refusal:
        self._settle()
        refusal = self._host.load(handle)
        if refusal or not inputs:
            return refusal or []
        request = {"op": "probe", "stage": stage, "inputs": list(inputs)}
        length = len(str(inputs))
        try:
            allowed = self._allowed(length) * TO_SHOW_A_STAGE
            self._host.send(handle, request, [], len(inputs) * allowed)
            header, _ = self._host.receive(lambda _: allowed, length)
            outputs = header.get("outputs")
            if "refusal" in header:
                return frames.refusal_from_json(header["refusal"])
            if not isinstance(outputs, list) or len(outputs) != len(inputs):
                raise frames.Garbage(f"no list of {len(inputs)} stage outputs")
        except frames.Garbage as garbage:
            return self._host.condemn(garbage).refusal
        except Died as death:
            return death.refusal
        return outputs

    def _submit(self, handle: Handle, options: Options, job: Job[Batch]) -> PendingBatch[Batch]:
        self._settle()
        if not self.supports(handle.artefact.format, options):
            settings = ", ".join(f"{name}={value}" for name, value in asdict(options).items())
            for _ in job.items:
                job.empty.refuse(
                    Refusal("unsupported", f"{self.spec.label} cannot express {settings}")
                )
            return PendingBatch(lambda: job.empty)
        first = self._send(handle, job, job.items) if len(job.items) else None

        def exchange(items: Sequence[Any]) -> Batch | Refusal:
            nonlocal first
            recipient, first = first, None
            if not isinstance(recipient, Refusal) and recipient is not self._host.process:
                recipient = None  # the process that the batch was sent to is no more
            recipient = recipient or self._send(handle, job, items)
            if isinstance(recipient, Refusal):
                return recipient
            return self._receive(job, items)

        self._pending = PendingBatch(lambda: run_job(job.items, job.empty, exchange))
        return self._pending

    def _send(
        self, handle: Handle, job: Job[Batch], items: Sequence[Any]
    ) -> WorkerProcess | Refusal:
        refusal = self._host.load(handle)
        if refusal:
            return refusal
        seconds = sum(self._allowed(len(item)) for item in items) * job.patience
        return self._host.send(handle, job.request, job.pack(items), seconds)

    def _receive(self, job: Job[Batch], items: Sequence[Any]) -> Batch:
        length = sum(map(len, items))

        def allowed(index: int | None) -> float:
            of_case = index is not None and index < len(items)
            return self._allowed(len(items[index or 0]) if of_case else length) * job.patience

        header, blobs = self._host.receive(allowed, 8 * length)
        try:
            return job.read(header, blobs, len(items))
        except frames.Garbage as garbage:
            raise self._host.condemn(garbage) from garbage

    def _allowed(self, length: int) -> float:
        far = max(0, length - FAR)
        return self.timeout + SECONDS_PER_ITEM * length + SECONDS_PER_FAR_ITEM * far

    def _awake(self) -> Refusal | None:
        self._settle()
        return self._host.start()

    def _settle(self) -> None:
        """Finish the batch under way: the pipes carry one request at a time."""
        if self._pending:
            self._pending.result()
            self._pending = None
