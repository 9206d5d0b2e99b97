"""A subject as the engine sees it: load, encode, decode, stream, probe, as an `OracleWorker`.

No exception for a bad case, or for a bad subject: whatever it does is a refusal in its batch. What
it cannot do by its own word (`Capabilities`) is `unsupported`, and not asked. Not here: processes
(`program`), words (`messages`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tokparity.oracles.subjects.batching import (
    Batch,
    Item,
    Request,
    as_sent,
    is_taken,
    length_of,
    refused,
    with_refusals,
)
from tokparity.oracles.subjects.handover import Handover
from tokparity.oracles.subjects.messages import (
    DETAIL,
    PROTOCOL,
    BadReply,
    Capabilities,
    Hello,
    decodings_of,
    encodings_of,
    expresses,
    read_hello,
    read_loaded,
    results_of,
    streams_of,
)
from tokparity.oracles.subjects.program import Limits, ProgramProcess
from tokparity.oracles.subjects.server import ServerConnection
from tokparity.oracles.subjects.spec import Program, Server
from tokparity.oracles.worker.client import PendingBatch
from tokparity.oracles.worker.host import Handle
from tokparity.oracles.worker.process import Died
from tokparity.oracles.worker.recovery import run_job
from tokparity.reference_impl.batches import Answers, Decodings, Encodings, FullEncodings
from tokparity.reference_impl.contract import (
    Artefact,
    DecodeOptions,
    EncodeOptions,
    FullCase,
    ObjectCase,
    Options,
    Refusal,
    Stage,
    StreamCase,
)

SECONDS = 10.0
"""What a batch may take, besides `SECONDS_PER_ITEM`: a subject may be written in anything."""
SECONDS_PER_ITEM = 1e-4
"""Per character of a text, per id."""
START_SECONDS = LOAD_SECONDS = 30.0
_ALONE: Mapping[str, Path] = MappingProxyType({})
SUSPECTS_KEPT = 1000
"""So many cases that ended the subject alone are remembered."""


class SubjectClient:
    """One implementation under test, with one artefact in the life of its process.

    `memory_mb` is what it and its children may have in use. Not for use from two threads at once.
    A case that ends it twice, hangs or fills the memory is a `Refusal`, at the cost of a restart.
    """

    def __init__(
        self, asked: Program | Server, *, seconds: float = SECONDS, memory_mb: int = 4096
    ) -> None:
        self.asked, self.seconds = asked, seconds
        self._limits = Limits(memory_mb=memory_mb)
        self._process: ProgramProcess | ServerConnection | None = None
        self._server: ServerConnection | None = None
        self._hello: Hello | Refusal | None = None
        self._said, self._given = Hello("", ""), False
        self._loaded: Handle | None = None
        self._builtin: dict[int, str] = {}
        self._beside: dict[int, Mapping[str, Path]] = {}
        self._can: dict[int, Capabilities] = {}
        self._handover = Handover()
        self._killers: dict[tuple[Any, ...], Refusal] = {}
        self._suspects: set[tuple[Any, ...]] = set()
        self._pending: PendingBatch[Any] | None = None
        self._cpu_of_the_dead = 0.0
        self.restarts = -1
        self.on_reply: Callable[[dict[str, Any]], None] | None = None

    def __enter__(self) -> "SubjectClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the program. A batch still pending is lost."""
        if self._process is not None:
            if self._pending is None and isinstance(self._process, ProgramProcess):
                self._process.stop()
            self._bury()
        self._pending = None
        self._handover.close()

    def rest(self) -> None:
        """End the program until it is asked again: its handles stay, and are loaded anew."""
        self._settle()
        if self._process is not None:
            self._bury()

    def hello(self) -> Hello | Refusal:
        """Who it is and what it can do, with what it loaded last; or why it does not say. Errors:
        BadSubject."""
        if self._hello is None:
            self._settle()
            try:
                self._start()
            except Died as death:
                self._hello = death.refusal
        return self._hello or self._said

    @property
    def version(self) -> str:
        """What it says its version is."""
        hello = self.hello()
        return f"unavailable: {hello.detail}" if isinstance(hello, Refusal) else hello.version

    def cpu_seconds(self) -> float:
        """User and system time of all its processes and their children."""
        now = 0.0 if self._process is None else self._process.cpu_seconds()
        return self._cpu_of_the_dead + now

    def measure(self) -> float:
        """As `cpu_seconds`, looked at now."""
        if isinstance(self._process, ProgramProcess):
            self._process.note_usage()
        return self.cpu_seconds()

    def stderr_tail(self) -> list[str]:
        """What it printed last on stderr."""
        return [] if self._process is None else self._process.stderr_tail()

    def load(
        self, artefact: Artefact, builtin: str | None = None, beside: Mapping[str, Path] = _ALONE
    ) -> Handle | Refusal:
        """A handle for an artefact, or what the subject says is wrong with it.

        `builtin`: the artefact is this vocabulary of the catalogue, which a subject may have.
        `beside`: the files that the model has besides, as a cache has no folders of models.
        """
        self._settle()
        hello = self.hello()
        if isinstance(hello, Refusal):
            return hello
        handle = Handle(len(self._beside), artefact)
        if builtin is not None and builtin in hello.capabilities.vocabularies:
            self._builtin[handle.number] = builtin
        elif artefact.format not in hello.capabilities.formats:
            reads = ", ".join((*hello.capabilities.formats, *hello.capabilities.vocabularies))
            return Refusal("unsupported", f"is {artefact.format}; it says it loads {reads}")
        self._beside[handle.number] = beside
        try:
            return self._awake(handle) or handle
        except Died as death:
            return death.refusal

    def drop(self, handle: Handle) -> None:
        """Let go of an artefact, with the program. Its handle would load it again."""
        if self._loaded == handle:
            self.rest()

    def submit_encode(
        self, handle: Handle, texts: Sequence[str], options: EncodeOptions
    ) -> PendingBatch[Encodings]:
        """Encode each text, in the manner of `OracleWorker.submit_encode`."""
        unit = self._can_do(handle).offsets

        def read(reply: dict[str, Any], items: Sequence[str]) -> Encodings:
            return encodings_of(results_of(reply, len(items)), items, unit)

        said = {"add_special": options.add_special, "parse_special": options.parse_special}
        request = Request({"op": "encode", **said}, "texts")
        empty = Encodings() if unit is not None else Encodings(offsets=None)
        return self._submit(handle, options, texts, request, read, empty)

    def submit_decode(
        self, handle: Handle, ids: Sequence[tuple[int, ...]], options: DecodeOptions
    ) -> PendingBatch[Decodings]:
        """Decode each sequence of ids, in the manner of `submit_encode`."""
        kind = self._can_do(handle).decodes or "text"

        def read(reply: dict[str, Any], items: Sequence[tuple[int, ...]]) -> Decodings:
            return decodings_of(results_of(reply, len(items)), kind)

        request = Request({"op": "decode", "skip_special": options.skip_special}, "ids")
        return self._submit(handle, options, ids, request, read, Decodings(kind))

    def submit_full(
        self, handle: Handle, cases: Sequence[FullCase], options: EncodeOptions
    ) -> PendingBatch[FullEncodings]:
        """Refused as `unsupported`: no subject is asked for all columns."""
        return refused(FullEncodings(), len(cases), "a subject is asked for ids and offsets")

    def submit_cases(
        self, handle: Handle, cases: Sequence[ObjectCase], options: Options
    ) -> PendingBatch[Answers]:
        """Replies that are decoded id by id; anything else is refused as `unsupported`."""
        streams = self._can_do(handle).streams
        asked = [case for case in cases if isinstance(case, StreamCase)]
        if not streams or len(asked) < len(cases) or not isinstance(options, DecodeOptions):
            return refused(Answers(), len(cases), "it says that it does not")

        def read(reply: dict[str, Any], items: Sequence[StreamCase]) -> Answers:
            return streams_of(results_of(reply, len(items)))

        request = Request({"op": "stream", "skip_special": options.skip_special}, "replies")
        return self._submit(handle, options, asked, request, read, Answers())

    def probe(self, handle: Handle, stage: Stage, inputs: Sequence[Any]) -> list[Any] | Refusal:
        """The subject's own output of one stage for each input (shapes: `Adapter.probe`)."""
        hello = self.hello()
        if isinstance(hello, Refusal):
            return hello
        if stage not in self._can_do(handle).stages:
            return Refusal("unsupported", f"it does not show its {stage} stage")
        self._settle()
        request = {"op": "stage", "stage": stage, "inputs": list(inputs)}
        try:
            if refusal := self._awake(handle):
                return refusal
            reply = self._ask(request, self._allowed(len(str(inputs))))
            outputs = reply.get("results")
            if not isinstance(outputs, list) or len(outputs) != len(inputs):
                raise self._condemn(BadReply("results", f"is no array of {len(inputs)} outputs"))
        except Died as death:
            return death.refusal
        return outputs

    def _can_do(self, handle: Handle) -> Capabilities:
        """What it can do with an artefact, whichever it loaded since."""
        self.hello()
        return self._can.get(handle.number, self._said.capabilities)

    def _submit(
        self,
        handle: Handle,
        options: Options,
        items: Sequence[Any],
        request: Request,
        read: Callable[[dict[str, Any], Sequence[Any]], Batch],
        empty: Batch,
    ) -> PendingBatch[Batch]:
        self._settle()
        hello = self.hello()
        if isinstance(hello, Refusal):
            return refused(empty, len(items), hello.detail, hello)
        can = self._can_do(handle)
        if not expresses(can, options):
            return refused(empty, len(items), f"it says that it cannot express {options}")
        known: tuple[Any, ...] = (handle.artefact.identity, options)
        refusals: dict[int, Refusal] = {}
        for at, item in enumerate(items):
            if (killer := self._killers.get((*known, item))) is not None:
                refusals[at] = killer
            elif isinstance(item, str) and not is_taken(item, can.bytes):
                refusals[at] = Refusal("unsupported", "the text is no Unicode")
        asked = [item for at, item in enumerate(items) if at not in refusals]
        under_way = self._send(handle, request, asked) if asked else None

        def exchange(part: Sequence[Any]) -> Batch | Refusal:
            nonlocal under_way
            sent, under_way = under_way, None
            if sent is None or (not isinstance(sent, Died | Refusal) and self._process is not sent):
                sent = self._send(handle, request, part)
            if isinstance(sent, Refusal):
                return sent
            if isinstance(sent, Died):  # of a start, or a load: no text is to blame
                raise sent
            try:
                length = sum(map(length_of, part))
                reply = self._answer(sent, self._allowed(length))
                if "error" in reply:
                    if len(part) > 1:  # of which of them it is, shows when each is asked alone
                        raise Died(Refusal("error", str(reply["error"])[:DETAIL]), None)
                    reply = {"results": [reply]}
                try:
                    return read(reply, part)
                except BadReply as error:
                    raise self._condemn(error) from error
            except Died as death:
                if len(part) == 1:
                    self._remember((*known, part[0]), death.refusal)
                raise

        def finish() -> Batch:
            return with_refusals(run_job(asked, empty, exchange), refusals, len(items))

        self._pending = PendingBatch(finish)
        return self._pending

    def _remember(self, case: tuple[Any, ...], refusal: Refusal) -> None:
        """What ended it alone twice is not asked again, nor what it answered with garbage."""
        if case in self._suspects or refusal.kind == "error":
            self._killers[case] = refusal
        elif len(self._suspects) < SUSPECTS_KEPT:
            self._suspects.add(case)

    def _send(
        self, handle: Handle, request: Request, items: Sequence[Item]
    ) -> "ProgramProcess | ServerConnection | Died | Refusal":
        """The process that the batch was sent to, or why it was not."""
        try:
            if refusal := self._awake(handle):
                return refusal
        except Died as death:
            return death
        assert self._process is not None
        self._process.send(request.of([as_sent(item) for item in items]))
        return self._process

    def _awake(self, handle: Handle) -> Refusal | None:
        """Have the program run, with this artefact loaded and no other before: some keep words of
        one tokenizer for the next (budtiktok 0.1.0). Raises `Died`."""
        if self._loaded == handle:
            return None
        if self._given and isinstance(self._process, ProgramProcess):
            self._bury()
        if self._process is None:
            self._start()
        self._given, self._loaded = True, None
        said: dict[str, Any] = {"vocabulary": self._builtin.get(handle.number)}
        if said["vocabulary"] is None:
            try:
                said = self._handover.request(handle.artefact, self._beside[handle.number])
            except (OSError, ValueError, TypeError, RecursionError) as error:
                return Refusal("error", f"the file cannot be handed over: {error}"[:DETAIL])
        reply = self._ask({"op": "load", **said}, LOAD_SECONDS)
        if "error" in reply:
            return Refusal("error", str(reply["error"])[:DETAIL])
        try:
            can = read_loaded(reply, self._said.capabilities)
        except BadReply as error:
            raise self._condemn(error) from error
        self._hello = replace(self._said, capabilities=can)
        self._can[handle.number] = can
        self._loaded = handle
        return None

    def _start(self) -> None:
        self.restarts += 1
        if isinstance(self.asked, Server):  # the same one again: it knows which file it was given
            self._process = self._server = self._server or ServerConnection(self.asked)
        else:
            self._process = ProgramProcess(self.asked, self._limits)
        reply = self._ask({"op": "start", "protocol": PROTOCOL}, START_SECONDS)
        try:
            self._hello = self._said = read_hello(reply)
        except BadReply as error:
            raise self._condemn(error) from error

    def _ask(self, request: dict[str, Any], allowed: float) -> dict[str, Any]:
        assert self._process is not None
        self._process.send(request)
        return self._answer(self._process, allowed)

    def _answer(self, process: ProgramProcess | ServerConnection, allowed: float) -> dict[str, Any]:
        try:
            reply = process.receive(allowed)
        except Died:
            self._bury()
            raise
        if self.on_reply is not None:
            self.on_reply(reply)
        return reply

    def _condemn(self, error: BadReply) -> Died:
        self._bury()
        return Died(Refusal("error", str(error)), None)

    def _bury(self) -> None:
        assert self._process is not None
        self._process.close()
        self._cpu_of_the_dead += self._process.cpu_seconds()
        self._process, self._loaded, self._given = None, None, False

    def _allowed(self, length: int) -> float:
        return self.seconds + SECONDS_PER_ITEM * length

    def _settle(self) -> None:
        """Finish the batch under way: there is one request at a time."""
        if self._pending:
            self._pending.result()
            self._pending = None
