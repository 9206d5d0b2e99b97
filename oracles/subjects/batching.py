"""The batches of a subject: what is sent of a case, and how refusals find their places again.

Not here: who is asked, and when (`client`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from tokparity.oracles.subjects.messages import text_of
from tokparity.oracles.worker.client import PendingBatch
from tokparity.reference_impl.batches import Answers, Decodings, Encodings, FullEncodings
from tokparity.reference_impl.contract import Bytes, Refusal, StreamCase, Text

Batch = TypeVar("Batch", Encodings, Decodings, FullEncodings, Answers)
Item = str | tuple[int, ...] | StreamCase


@dataclass(frozen=True, slots=True)
class Request:
    """A kind of batch: what is sent, and which of its cases it is told apart by."""

    message: dict[str, Any]
    field: str

    def of(self, items: Sequence[Any]) -> dict[str, Any]:
        """The message with its cases."""
        return {**self.message, self.field: items}


def as_sent(item: Item) -> Any:
    """A case as a request holds it."""
    match item:
        case str():
            return text_of(item)
        case StreamCase(ids, prompt_ids):
            return {"ids": ids, "prompt_ids": prompt_ids}
        case _:
            return item


def is_taken(text: str, takes_bytes: bool) -> bool:
    """Whether a text can be asked: it is Unicode, or bytes and the subject takes them."""
    match text_of(text):
        case str():
            return True
        case None:
            return False
        case _:
            return takes_bytes


def length_of(item: Item) -> int:
    """Characters of a text, ids of a sequence or of a reply."""
    return len(item.ids) + len(item.prompt_ids) if isinstance(item, StreamCase) else len(item)


def refused(
    empty: Batch, count: int, why: str, refusal: Refusal | None = None
) -> PendingBatch[Batch]:
    """So many cases that are not asked, `unsupported` unless another refusal is given."""
    for _ in range(count):
        empty.refuse(refusal or Refusal("unsupported", why))
    return PendingBatch(lambda: empty)


def with_refusals(answered: Batch, refusals: dict[int, Refusal], count: int) -> Batch:
    """The batch with the cases that were not asked in their places."""
    if not refusals:
        return answered
    out: Any = type(answered)(answered.kind) if isinstance(answered, Decodings) else None
    if isinstance(answered, Encodings):
        out = Encodings() if answered.offsets is not None else Encodings(offsets=None)
    out = Answers() if out is None else out
    results = iter(answered.observations())
    for at in range(count):
        match refusals.get(at) or next(results):
            case Refusal() as refusal:
                out.refuse(refusal)
            case Text(value):
                out.add(value.encode("utf-8"))
            case Bytes(raw):
                out.add(raw)
            case answer:
                out.add(answer)
    made: Batch = out
    return made
