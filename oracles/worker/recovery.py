"""How a batch is finished although some of its cases kill the worker.

A death names the case in hand: those before it (their answers died with the worker, but they
are known to be harmless) and those behind it are asked again. The case itself is asked once
more, alone, and refused if that is a death too: the first may have been an accident, such as a
signal from outside. A hang or full memory is none, and costs too much to be asked for twice.
Where a death names no case, as garbage does, the cases are asked one by one.
What is not here: starting processes; whoever calls brings an `exchange` that does.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from tokparity.oracles.worker.process import Died
from tokparity.reference_impl.batches import Answers, Decodings, Encodings, FullEncodings
from tokparity.reference_impl.contract import Refusal, RefusalKind

Batch = TypeVar("Batch", Encodings, Decodings, FullEncodings, Answers)

DEATHS_IN_A_ROW = 8
"""After so many deaths without one answer between, the rest of the batch is not tried."""


@dataclass(frozen=True, slots=True)
class _Span:
    """The cases [start, stop) of a batch. `suspect`: it died before; one more death is its own."""

    start: int
    stop: int
    suspect: bool = False


@dataclass(frozen=True, slots=True)
class Job(Generic[Batch]):
    """A batch to be done: how it is asked, and how answers are read. `patience`: how many times
    the seconds of a plain case each may take."""

    request: dict[str, Any]
    items: Sequence[Any]
    pack: Callable[[Sequence[Any]], list[bytes]]
    read: Callable[[dict[str, Any], Sequence[memoryview], int], Batch]
    empty: Batch
    patience: int = 1


def run_job(
    items: Sequence[Any], empty: Batch, exchange: Callable[[Sequence[Any]], Batch | Refusal]
) -> Batch:
    """All results in order, one per item, in `empty` or in a batch of its kind.

    `exchange` asks for some of the items: their results, or a Refusal that stands for all
    of them (the artefact no longer loads), or raises `Died`.
    """
    out = empty
    todo: deque[_Span | Refusal] = deque([_Span(0, len(items))] if items else [])
    deaths = 0
    while todo:
        step = todo.popleft()
        if isinstance(step, Refusal):
            out.refuse(step)
            continue
        try:
            part = exchange(items[step.start : step.stop])
        except Died as death:
            left = _around(death, step)
            deaths += any(isinstance(item, Refusal) for item in left)
            if deaths == DEATHS_IN_A_ROW:
                left = _give_up(death, step, todo)
            todo.extendleft(reversed(left))
            continue
        deaths = 0
        if isinstance(part, Refusal):
            todo.extendleft([part] * (step.stop - step.start))
        elif len(part) == len(items):
            return part  # the ordinary batch: nothing to put together
        else:
            _extend(out, part)
    return out


def _around(death: Died, span: _Span) -> list[_Span | Refusal]:
    """What is left to do of a span's cases after a death among them."""
    start, stop = span.start, span.stop
    final = span.suspect or death.refusal.kind != "crash"
    if death.index is None or death.index >= stop - start:
        if final and stop - start == 1:
            return [death.refusal]
        return [_Span(index, index + 1, suspect=True) for index in range(start, stop)]
    culprit = start + death.index
    return [
        *([_Span(start, culprit)] if start < culprit else []),
        death.refusal if final else _Span(culprit, culprit + 1, suspect=True),
        *([_Span(culprit + 1, stop)] if culprit + 1 < stop else []),
    ]


def _give_up(death: Died, span: _Span, todo: deque[_Span | Refusal]) -> list[_Span | Refusal]:
    """The refusals of all cases that are left, in order: none is their own. Empties `todo`."""
    detail = f"not tried: the worker died {DEATHS_IN_A_ROW} times in a row"
    # Garbage is of no case in particular: what follows would be garbage too.
    kind: RefusalKind = "error" if death.refusal.kind == "error" else "unsupported"
    untried = Refusal(kind, f"{detail}, last: {death.refusal.detail}")
    left: list[_Span | Refusal] = []
    for step in (span, *todo):
        if isinstance(step, Refusal):
            left.append(step)
        else:
            left.extend([untried] * (step.stop - step.start))
    todo.clear()
    return left


def _extend(out: Batch, part: Batch) -> None:
    """Append a part's cases to a batch of the same kind."""
    if isinstance(out, Answers) and isinstance(part, Answers):
        out.found += part.found
        return
    if isinstance(out, FullEncodings) and isinstance(part, FullEncodings):
        out.extend(part)
        return
    assert not isinstance(out, Answers | FullEncodings)
    assert not isinstance(part, Answers | FullEncodings)
    before = len(out)
    out.refusals.update({before + index: no for index, no in part.refusals.items()})
    if isinstance(out, Encodings) and isinstance(part, Encodings):
        out.ids.extend(part.ids)
        out.counts.extend(part.counts)
        if out.offsets is not None and part.offsets is not None:
            out.offsets.extend(part.offsets)
    elif isinstance(out, Decodings) and isinstance(part, Decodings):
        out.blob += part.blob
        out.lengths.extend(part.lengths)
