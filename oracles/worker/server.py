"""The program of a worker process: one library, many artefacts, one case at a time.

Started by `process`, with a line of JSON as its argument. Reads requests from one pipe and
answers on another: never stdin and stdout, where libraries print. Before each case its
index goes to shared memory, so that whoever watches knows which case a crash or a hang
belongs to. What is not here: restarting, time limits, checking (the client does all three,
because none of them can be left to a process that may be broken).
"""

import importlib
import json
import mmap
import os
import resource
import signal
import sys
import time
from array import array
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal, TypeVar, get_args

from tokparity.oracles.protocol import (
    ALL_OPTIONS,
    Adapter,
    BatchAdapter,
    ChatAdapter,
    FullAdapter,
    StreamAdapter,
)
from tokparity.oracles.worker import frames
from tokparity.oracles.worker.collector import collect_less, give_back
from tokparity.reference_impl.batches import Decodings, Encodings, FullEncodings
from tokparity.reference_impl.codec import read, write
from tokparity.reference_impl.contract import (
    Artefact,
    Case,
    ChatCase,
    Decoded,
    DecodeOptions,
    EncodeOptions,
    Format,
    Observation,
    Refusal,
    StageCase,
    StageOutput,
    StreamCase,
    Text,
)
from tokparity.reference_impl.errors import RegexLimit

DETAIL_LIMIT = 300
REQUEST_LIMIT = (1 << 32) - 1


def main() -> None:
    """Serve until the requests' pipe closes: which is also how the parent's death is noticed."""
    collect_less()
    settings = json.loads(sys.argv[1])
    _limit_this_process(settings["memory_bytes"], settings["file_bytes"])
    progress = memoryview(mmap.mmap(settings["progress_fd"], 16)).cast("q")
    requests, answers = (
        os.fdopen(settings["read_fd"], "rb"),
        os.fdopen(settings["write_fd"], "wb", 0),
    )
    try:
        module = importlib.import_module(settings["module"])
        adapter: type[Adapter] = getattr(module, settings["adapter"])
        hello = {"seq": 0, "version": adapter.version(), "supported": _supported(adapter)}
    except BaseException as error:  # a pyo3 panic is no Exception
        _write(answers, frames.pack({"seq": 0, "refusal": _refusal_json(error)}))
        return
    _write(answers, frames.pack(hello))

    server = _Server(adapter, settings["offsets"], settings["decodes"], progress)
    while head := requests.read(frames.HEAD.size):
        header_size, blobs_size = frames.body_size(head, REQUEST_LIMIT)
        header, blobs = frames.unpack(requests.read(header_size + blobs_size), header_size)
        signal.setitimer(signal.ITIMER_PROF, header["alarm"])  # of CPU time
        signal.alarm(header["wall_alarm"])
        reply, arrays = server.answer(header, blobs)
        progress[1] = -1
        reply |= {"seq": header["seq"], "cpu": time.process_time()}
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)  # before writing: a client may take its time to fetch the answer
        _write(answers, frames.pack(reply, arrays))


_Item = TypeVar("_Item")
_Answer = TypeVar("_Answer")


class _Server:
    """The loaded artefacts, by handle number, and what is done with them."""

    def __init__(
        self,
        adapter: type[Adapter],
        offsets: bool,
        decodes: Literal["bytes", "text"],
        progress: memoryview,
    ) -> None:
        self._adapter, self._offsets, self._decodes = adapter, offsets, decodes
        self._progress = progress
        self._loaded: dict[int, Adapter] = {}

    def answer(
        self, header: dict[str, Any], blobs: list[memoryview]
    ) -> tuple[dict[str, Any], list[bytes]]:
        """Do one request. Every case's error is a refusal in the answer."""
        self._progress[1] = -1
        self._progress[0] = header["seq"]
        for number in header["drop"]:
            self._loaded.pop(number, None)
        if header["give_back"]:
            give_back()
        number = header["handle"]
        match header["op"]:
            case "load":
                return self._load(number, header["artefact"]), []
            case "encode":
                options = EncodeOptions(*header["options"])
                return self._encode(self._loaded[number], frames.texts_from_blobs(blobs), options)
            case "decode":
                skip = DecodeOptions(*header["options"])
                return self._decode(self._loaded[number], frames.ids_from_blobs(blobs), skip)
            case "full":
                return self._full(self._loaded[number], frames.texts_from_blobs(blobs))
            case "cases":
                return self._cases(self._loaded[number], frames.texts_from_blobs(blobs))
            case _:
                return self._probe(self._loaded[number], header["stage"], header["inputs"]), []

    def _load(self, number: int, artefact: dict[str, Any]) -> dict[str, Any]:
        self._progress[1] = 0
        try:
            self._loaded[number] = self._adapter.load(read(Artefact, artefact))
        except BaseException as error:
            return {"refusal": _refusal_json(error)}
        return {}

    def _encode(
        self, adapter: Adapter, texts: list[str], options: EncodeOptions
    ) -> tuple[dict[str, Any], list[bytes]]:
        out = Encodings(offsets=array("i") if self._offsets else None)
        progress = self._progress
        if isinstance(adapter, BatchAdapter):
            for found in self._at_once(partial(adapter.encode_batch, options=options), texts):
                out.refuse(found) if isinstance(found, Refusal) else out.add(found)
            texts = []
        encode_into = getattr(adapter, "encode_into", None) or _appending(adapter)
        for index, text in enumerate(texts):
            progress[1] = index
            try:
                encode_into(text, options, out)
            except BaseException as error:
                whole = sum(out.counts)
                del out.ids[whole:]
                if out.offsets is not None:
                    del out.offsets[2 * whole :]
                out.refuse(_refusal(error))
        arrays = (out.ids, out.counts, out.offsets)
        return _refusals_json(out), [part.tobytes() for part in arrays if part is not None]

    def _decode(
        self, adapter: Adapter, sequences: list[list[int]], options: DecodeOptions
    ) -> tuple[dict[str, Any], list[bytes]]:
        out = Decodings(self._decodes)
        if isinstance(adapter, BatchAdapter):
            for found in self._at_once(partial(adapter.decode_batch, options=options), sequences):
                out.refuse(found) if isinstance(found, Refusal) else out.add(_bytes_of(found))
            sequences = []
        for index, ids in enumerate(sequences):
            self._progress[1] = index
            try:
                out.add(_bytes_of(adapter.decode(ids, options)))
            except BaseException as error:
                out.refuse(_refusal(error))
        return _refusals_json(out), [bytes(out.blob), out.lengths.tobytes()]

    def _at_once(
        self, ask: Callable[[list[_Item]], Sequence[_Answer]], items: list[_Item]
    ) -> "list[_Answer | Refusal]":
        """The answers to all items in one call; where one of them is refused, each alone."""
        self._progress[1] = 0
        try:
            return list(ask(items))
        except BaseException:
            answers: list[_Answer | Refusal] = []
        for index, item in enumerate(items):
            self._progress[1] = index
            try:
                answers += ask([item])
            except BaseException as error:
                answers.append(_refusal(error))
        return answers

    def _full(self, adapter: Adapter, cases: list[str]) -> tuple[dict[str, Any], list[bytes]]:
        out = FullEncodings()
        for index, case in enumerate(cases):
            self._progress[1] = index
            try:
                if not isinstance(adapter, FullAdapter):
                    raise NotImplementedError("the library does not report so much")
                text, pair, flags = json.loads(case)
                out.add(adapter.encode_full(text, pair, EncodeOptions(*flags)))
            except NotImplementedError as error:
                out.refuse(Refusal("unsupported", _first_line(error)))
            except BaseException as error:
                out.refuse(_refusal(error))
        return _refusals_json(out), frames.full_to_blobs(out)

    def _cases(self, adapter: Adapter, cases: list[str]) -> tuple[dict[str, Any], list[bytes]]:
        answers = []
        for index, case in enumerate(cases):
            self._progress[1] = index
            try:
                answer = _answer(adapter, read(Case, json.loads(case)))
            except NotImplementedError as error:
                answer = Refusal("unsupported", _first_line(error))
            except BaseException as error:
                answer = _refusal(error)
            answers.append(write(answer, Observation))
        return {}, [frames.json_of(answers).encode("utf-8", "surrogatepass")]

    def _probe(self, adapter: Adapter, stage: Any, inputs: list[Any]) -> dict[str, Any]:
        outputs: list[Any] = []
        try:
            for index, stage_input in enumerate(inputs):
                self._progress[1] = index
                outputs += adapter.probe(stage, [stage_input])
        except NotImplementedError as error:
            return {"refusal": ["unsupported", _first_line(error)]}
        except BaseException as error:
            return {"refusal": _refusal_json(error)}
        return {"outputs": outputs}


def _bytes_of(decoded: Decoded) -> bytes:
    return decoded.value.encode("utf-8") if isinstance(decoded, Text) else decoded.value


def _answer(adapter: Adapter, case: object) -> Observation:
    """What the library says to a case that travels as an object."""
    match case:
        case StreamCase():
            if not isinstance(adapter, StreamAdapter):
                raise NotImplementedError("the library is asked for no stream")
            return adapter.stream(case)
        case ChatCase():
            if not isinstance(adapter, ChatAdapter):
                raise NotImplementedError("the library renders no conversation")
            return adapter.chat(case)
        case StageCase("added_tokens", text, options):
            (rows,) = adapter.probe("added_tokens", [[text, options.parse_special]])
        case StageCase("decoder", pieces):
            rows = [[text] for text in adapter.probe("decoder", [list(pieces)])]
        case StageCase(stage, stage_input):
            (rows,) = adapter.probe(stage, [stage_input])
        case _:
            raise NotImplementedError(f"{case!r:.80} does not travel as an object")
    return StageOutput(tuple(tuple(row) for row in rows))


def _appending(adapter: Adapter) -> Callable[[str, EncodeOptions, Encodings], None]:
    """`encode_into` for an adapter that has only `encode`."""

    def encode_into(text: str, options: EncodeOptions, out: Encodings) -> None:
        out.add(adapter.encode(text, options))

    return encode_into


def _refusal(error: BaseException) -> Refusal:
    """What kind of no-answer an exception is.

    Regex limits: tokenizers 0.23 panics with Oniguruma's "retry-limit-in-match over";
    tiktoken 0.14 raises ValueError with fancy-regex's "Max limit for backtracking count";
    llama.cpp has none, but a stack: its adapter says so.
    """
    text = str(error)
    if isinstance(error, MemoryError):
        return Refusal("memory", _first_line(error))
    limits = "retry-limit-in-match" in text or "Max limit for backtracking" in text
    if limits or isinstance(error, RegexLimit):
        return Refusal("regex-limit", _first_line(error))
    return Refusal("error", _first_line(error))


def _first_line(error: BaseException) -> str:
    lines = str(error).splitlines() or [""]
    return f"{type(error).__name__}: {lines[0]}"[:DETAIL_LIMIT]


def _refusal_json(error: BaseException) -> list[str]:
    refusal = _refusal(error)
    return [refusal.kind, refusal.detail]


def _refusals_json(batch: Encodings | Decodings | FullEncodings) -> dict[str, Any]:
    return {
        "refusals": {
            str(at): [refusal.kind, refusal.detail] for at, refusal in batch.refusals.items()
        }
    }


def _supported(adapter: type[Adapter]) -> list[list[Any]]:
    return [
        [format, number]
        for format in get_args(Format)
        for number, options in enumerate(ALL_OPTIONS)
        if adapter.supports(format, options)
    ]


def _limit_this_process(memory_bytes: int, file_bytes: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes, file_bytes))  # its log is a file
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the client ends it, or its pipe closing
    # A request that outlives a client killed outright: the kernel ends it at the alarm.
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)


def _write(pipe: Any, frame: bytes) -> None:
    """All of a frame; a closed pipe means that nobody waits any more."""
    rest = memoryview(frame)
    try:
        while rest:
            rest = rest[pipe.write(rest) :]
    except BrokenPipeError:
        os._exit(0)
