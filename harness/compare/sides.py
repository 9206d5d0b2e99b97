"""The kinds of side a cell can have: the reference in this process, an oracle in its worker.

A batch is submitted to a side and collected later, so that the oracle's worker and the
reference work on it at the same time.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from tokparity.harness.compare.verdict import Results
from tokparity.oracles.subjects.client import SubjectClient
from tokparity.oracles.worker.client import OracleWorker
from tokparity.oracles.worker.host import Handle
from tokparity.reference_impl.batches import Answer, Answers, Decodings, Encodings
from tokparity.reference_impl.chat.encoding import Chat
from tokparity.reference_impl.chat.errors import TemplateLimit
from tokparity.reference_impl.contract import (
    Bytes,
    Case,
    ChatCase,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Encoding,
    FullCase,
    FullEncoding,
    ObjectCase,
    Observation,
    Op,
    Options,
    Refusal,
    Rendered,
    Stage,
    StageCase,
    StageOutput,
    StreamCase,
    Streamed,
    Text,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.streaming.decode_stream import DecodeStream
from tokparity.reference_impl.streaming.incremental import Maker
from tokparity.reference_impl.streaming.pushes import NoStream, streamed
from tokparity.reference_impl.tokenizer.full_encoding import encode_full_batch
from tokparity.reference_impl.tokenizer.refusals import REFUSING, refusal_of
from tokparity.reference_impl.tokenizer.stages import NotShown, stage_output
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.records.engine import REFERENCE, Engine


@dataclass(frozen=True, slots=True)
class EncodeBatch:
    """Texts to encode under one set of options."""

    texts: tuple[str, ...]
    options: EncodeOptions

    def __len__(self) -> int:
        return len(self.texts)

    def case(self, index: int) -> Case:
        """The case at one place of the batch."""
        return EncodeCase(self.texts[index], self.options)


@dataclass(frozen=True, slots=True)
class DecodeBatch:
    """Id sequences to decode under one set of options."""

    ids: tuple[tuple[int, ...], ...]
    options: DecodeOptions

    def __len__(self) -> int:
        return len(self.ids)

    def case(self, index: int) -> Case:
        """The case at one place of the batch."""
        return DecodeCase(self.ids[index], self.options)


@dataclass(frozen=True, slots=True)
class FullBatch:
    """Texts, or pairs of them, of which everything is asked, under one set of options."""

    cases: tuple[FullCase, ...]
    options: EncodeOptions

    def __len__(self) -> int:
        return len(self.cases)

    def case(self, index: int) -> Case:
        """The case at one place of the batch."""
        return self.cases[index]


@dataclass(frozen=True, slots=True)
class CaseBatch:
    """Cases of one op under one set of options that travel as they are."""

    cases: tuple[ObjectCase, ...]
    options: Options

    def __len__(self) -> int:
        return len(self.cases)

    def case(self, index: int) -> Case:
        """The case at one place of the batch."""
        return self.cases[index]


Batch = EncodeBatch | DecodeBatch | FullBatch | CaseBatch


class Pending(Protocol):
    """An answer under way."""

    def result(self) -> Results: ...


class Side(Protocol):
    """An engine holding one artefact."""

    @property
    def engine(self) -> Engine: ...

    def submit(self, batch: Batch) -> Pending: ...

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any] | None:
        """The engine's own outputs of one stage, None where it does not show them."""
        ...


@dataclass(frozen=True, slots=True)
class _Later:
    """Work done when it is asked for: the reference runs while the worker is busy."""

    tokenizer: Tokenizer
    batch: Batch
    stream: Maker = DecodeStream

    def result(self) -> Results:
        match self.batch:
            case EncodeBatch(texts, options):
                return self.tokenizer.encode_batch(texts, options)
            case DecodeBatch(ids, decode_options):
                return self.tokenizer.decode_batch(ids, decode_options)
            case FullBatch(full_cases):
                return encode_full_batch(self.tokenizer, full_cases)
            case CaseBatch(cases):
                return self._answers(cases)

    def _answers(self, cases: Sequence[ObjectCase]) -> Answers:
        answers = Answers()
        for case in cases:
            if isinstance(case, ChatCase):
                answers.refuse(Refusal("unsupported", "a tokenizer renders no conversation"))
                continue
            try:
                answers.add(self._answer(case))
            except (NotShown, NoStream) as error:
                answers.refuse(Refusal("unsupported", str(error)))
            except REFUSING as error:
                answers.refuse(refusal_of(error))
        return answers

    def _answer(self, case: StageCase | StreamCase) -> Answer:
        match case:
            case StageCase():
                return stage_output(self.tokenizer, case)
            case StreamCase():
                return streamed(self.tokenizer, case, self.stream)


@dataclass(frozen=True, slots=True)
class ReferenceSide:
    """The reference, or a faulty one, in this process. `stream`: how it decodes one by one."""

    tokenizer: Tokenizer
    engine: Engine = REFERENCE
    stream: Maker = DecodeStream

    def submit(self, batch: Batch) -> Pending:
        return _Later(self.tokenizer, batch, self.stream)

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any] | None:
        return None


@dataclass(frozen=True, slots=True)
class BlackBoxSide:
    """A tokenizer of ours that is asked as an engine we know nothing of: only for its answers.

    `fault_models` are the names of its changes, or of their families, in the catalogue: whoever
    names its bug is not to look there.
    """

    engine: Engine
    tokenizer: Tokenizer
    fault_models: frozenset[str] = frozenset()

    def submit(self, batch: Batch) -> Pending:
        return _Later(self.tokenizer, batch)

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any] | None:
        return None


@dataclass(frozen=True, slots=True)
class OracleSide:
    """An oracle in its worker, or a subject, with the handle of the artefact it holds there."""

    engine: Engine
    worker: OracleWorker | SubjectClient
    handle: Handle
    unshown: set[Stage] = field(default_factory=set)

    def submit(self, batch: Batch) -> Pending:
        match batch:
            case EncodeBatch(texts, options):
                return self.worker.submit_encode(self.handle, texts, options)
            case DecodeBatch(ids, decode_options):
                return self.worker.submit_decode(self.handle, ids, decode_options)
            case FullBatch(full_cases, full_options):
                return self.worker.submit_full(self.handle, full_cases, full_options)
            case CaseBatch(cases, options):
                return self.worker.submit_cases(self.handle, cases, options)

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any] | None:
        if stage in self.unshown:
            return None
        answer = self.worker.probe(self.handle, stage, inputs)
        if isinstance(answer, Refusal):
            if answer.kind == "unsupported":
                self.unshown.add(stage)
            return None
        return answer


@dataclass(frozen=True, slots=True)
class RecordedSide:
    """Answers that were recorded; a case that was not is `unsupported`."""

    engine: Engine
    answers: Mapping[Case, Observation]

    def submit(self, batch: Batch) -> Pending:
        return _Recorded(self, batch)

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any] | None:
        return None


@dataclass(frozen=True, slots=True)
class _Recorded:
    side: RecordedSide
    batch: Batch

    def result(self) -> Results:
        missing = Refusal("unsupported", "not recorded")
        found = [
            self.side.answers.get(self.batch.case(index), missing)
            for index in range(len(self.batch))
        ]
        if isinstance(self.batch, DecodeBatch):
            kind: Literal["bytes", "text"] = (
                "bytes" if any(isinstance(answer, Bytes) for answer in found) else "text"
            )
            decodings = Decodings(kind)
            for answer in found:
                match answer:
                    case Text(value):
                        decodings.add(value.encode("utf-8"))
                    case Bytes(raw):
                        decodings.add(raw)
                    case _:
                        decodings.refuse(answer if isinstance(answer, Refusal) else missing)
            return decodings
        if isinstance(self.batch, FullBatch | CaseBatch):
            kinds = (FullEncoding, StageOutput, Streamed, Rendered, Refusal)
            return Answers([answer if isinstance(answer, kinds) else missing for answer in found])
        encodings = Encodings()
        if any(isinstance(answer, Encoding) and answer.offsets is None for answer in found):
            encodings.offsets = None
        for answer in found:
            if isinstance(answer, Encoding):
                encodings.add(answer)
            else:
                encodings.refuse(answer if isinstance(answer, Refusal) else missing)
        return encodings


def op_of(batch: Batch) -> Op:
    """The op that all cases of a batch share."""
    match batch:
        case EncodeBatch():
            return "encode"
        case DecodeBatch():
            return "decode"
        case FullBatch():
            return "encode_full"
        case CaseBatch(cases):
            return cases[0].op if cases else "stage"


def observe(side: Side, cases: Sequence[Case]) -> list[Observation]:
    """Each case's observation; cases of one op and options travel together, order is kept."""
    answers: dict[Case, Observation] = {}
    for group in by_options(cases):
        results = side.submit(batch_of(group)).result().observations()
        answers.update(zip(group, results, strict=True))
    return [answers[case] for case in cases]


def by_options(cases: Iterable[Case]) -> list[list[Case]]:
    """The cases in groups of one op and one set of options: what may travel together."""
    groups: dict[tuple[str, Any], list[Case]] = {}
    for case in cases:
        groups.setdefault((case.op, case.options), []).append(case)
    return list(groups.values())


def batch_of_inputs(op: Op, inputs: Sequence[Any], options: Any) -> Batch:
    """One batch of texts to encode, or of ids to decode."""
    kind = EncodeBatch if op == "encode" else DecodeBatch
    return kind(tuple(inputs), options)


def batch_of(cases: Sequence[Case]) -> Batch:
    """One batch of cases that share op and options."""
    first = cases[0]
    match first:
        case EncodeCase():
            return EncodeBatch(tuple(c.text for c in cases if c.op == "encode"), first.options)
        case DecodeCase():
            return DecodeBatch(tuple(c.ids for c in cases if c.op == "decode"), first.options)
        case FullCase():
            return FullBatch(tuple(c for c in cases if c.op == "encode_full"), first.options)
        case StageCase() | StreamCase() | ChatCase():
            kept = tuple(c for c in cases if isinstance(c, ObjectCase))
            return CaseBatch(kept, first.options)


@dataclass(frozen=True, slots=True)
class ChatSide:
    """Answers conversations, and refuses all else as `unsupported`."""

    chat: Chat
    engine: Engine = REFERENCE

    def submit(self, batch: Batch) -> Pending:
        return _Rendering(self.chat, batch)

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any] | None:
        return None


@dataclass(frozen=True, slots=True)
class _Rendering:
    """Rendered when asked for, while the worker of the other side is busy."""

    chat: Chat
    batch: Batch

    def result(self) -> Results:
        answers = Answers()
        for index in range(len(self.batch)):
            case = self.batch.case(index)
            if not isinstance(case, ChatCase):
                answers.refuse(Refusal("unsupported", "only conversations are rendered"))
                continue
            try:
                answers.add(self.chat.rendered(case))
            except TemplateLimit as error:
                answers.refuse(Refusal("unsupported", str(error)))
            except TokparityError as error:
                answers.refuse(Refusal("error", str(error)))
        return answers
