"""The kinds of side a cell can have: the reference in this process, an oracle in its worker.

A batch is submitted to a side and collected later, so that the oracle's worker and the
reference work on it at the same time.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from oracles.client import Handle, OracleWorker
from reference_impl.batches import Decodings, Encodings
from reference_impl.contract import (
    Case,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Observation,
    Refusal,
    Stage,
)
from reference_impl.tokenizer import Tokenizer


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


Batch = EncodeBatch | DecodeBatch
Results = Encodings | Decodings


class Pending(Protocol):
    """An answer under way."""

    def result(self) -> Results: ...


class Side(Protocol):
    """An engine holding one artefact."""

    @property
    def engine(self) -> str: ...

    def submit(self, batch: Batch) -> Pending: ...

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any] | None:
        """The engine's own outputs of one stage, None where it does not show them."""
        ...


@dataclass(frozen=True, slots=True)
class _Later:
    """Work done when it is asked for: the reference runs while the worker is busy."""

    tokenizer: Tokenizer
    batch: Batch

    def result(self) -> Results:
        match self.batch:
            case EncodeBatch(texts, options):
                return self.tokenizer.encode_batch(texts, options)
            case DecodeBatch(ids, decode_options):
                return self.tokenizer.decode_batch(ids, decode_options)


@dataclass(frozen=True, slots=True)
class ReferenceSide:
    """The reference, or a variant of it, in this process."""

    engine: str
    tokenizer: Tokenizer

    def submit(self, batch: Batch) -> Pending:
        return _Later(self.tokenizer, batch)

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any] | None:
        return None


@dataclass(frozen=True, slots=True)
class OracleSide:
    """An oracle in its worker, with the handle of the artefact it holds there."""

    engine: str
    worker: OracleWorker
    handle: Handle
    unshown: set[Stage] = field(default_factory=set)

    def submit(self, batch: Batch) -> Pending:
        match batch:
            case EncodeBatch(texts, options):
                return self.worker.submit_encode(self.handle, texts, options)
            case DecodeBatch(ids, decode_options):
                return self.worker.submit_decode(self.handle, ids, decode_options)

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any] | None:
        if stage in self.unshown:
            return None
        answer = self.worker.probe(self.handle, stage, inputs)
        if isinstance(answer, Refusal):
            if answer.kind == "unsupported":
                self.unshown.add(stage)
            return None
        return answer


def observe(side: Side, cases: Sequence[Case]) -> list[Observation]:
    """Each case's observation; cases of one op and options travel together, order is kept."""
    answers: dict[int, Observation] = {}
    groups: dict[tuple[str, Any], list[int]] = {}
    for index, case in enumerate(cases):
        groups.setdefault((case.op, case.options), []).append(index)
    for places in groups.values():
        batch = batch_of([cases[index] for index in places])
        results = side.submit(batch).result().observations()
        answers.update(zip(places, results, strict=True))
    return [answers[index] for index in range(len(cases))]


def batch_of(cases: Sequence[Case]) -> Batch:
    """One batch of cases that share op and options."""
    first = cases[0]
    match first:
        case EncodeCase():
            return EncodeBatch(tuple(c.text for c in cases if c.op == "encode"), first.options)
        case DecodeCase():
            return DecodeBatch(tuple(c.ids for c in cases if c.op == "decode"), first.options)
