"""Two sides put next to each other: tokens of two encodings, stages of two traces.

Where they part is found here; how that looks is the business of the views.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Literal

from tokparity.reference_impl.contract import STAGES, Encoding, Offset, Place, Stage
from tokparity.reference_impl.traces import Piece, StageTrace, Trace

Change = Literal["same", "immaterial", "first", "later"]
WINDOW = 240
"""Tokens shown of each side: alignment is quadratic, and nobody reads more."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token as shown: its id, its piece where known, its range where reported."""

    id: int | None
    piece: str | None
    offset: Offset | None


@dataclass(frozen=True, slots=True)
class Column:
    """Tokens of both sides that stand for the same stretch."""

    left: tuple[Token, ...]
    right: tuple[Token, ...]
    change: Change


@dataclass(frozen=True, slots=True)
class Rows:
    """Two token rows in columns; `before` (equal ones) and `…_after` count tokens left out."""

    columns: tuple[Column, ...]
    before: int
    left_after: int
    right_after: int


def tokens(encoding: Encoding, pieces: dict[int, str]) -> list[Token]:
    """The tokens of an encoding with the pieces their ids stand for."""
    spans: Sequence[Offset | None] = encoding.offsets or [None] * len(encoding.ids)
    return [
        Token(token_id, pieces.get(token_id), span)
        for token_id, span in zip_longest(encoding.ids, spans)
        if token_id is not None
    ]


def align(left: Sequence[Token], right: Sequence[Token], window: int = WINDOW) -> Rows:
    """Put two token rows into columns, from a little before the first difference on.

    Tokens are the same where id and, if both report one, offset are.
    """
    with_offsets = all(token.offset for token in (*left, *right))

    def keys(row: Sequence[Token]) -> list[tuple[int | None, Offset | None]]:
        return [(token.id, token.offset if with_offsets else None) for token in row]

    left_keys, right_keys = keys(left), keys(right)
    first = next(
        (i for i, (a, b) in enumerate(zip_longest(left_keys, right_keys)) if a != b),
        len(left_keys),
    )
    start = max(0, first - window // 8)
    stop = start + window
    left_keys, right_keys = left_keys[start:stop], right_keys[start:stop]
    return Rows(
        tuple(_columns(left[start:stop], right[start:stop], left_keys, right_keys)),
        start,
        max(0, len(left) - stop),
        max(0, len(right) - stop),
    )


def _columns(
    left: Sequence[Token],
    right: Sequence[Token],
    left_keys: Sequence[Hashable],
    right_keys: Sequence[Hashable],
) -> Iterator[Column]:
    change: Change = "first"
    matcher = SequenceMatcher(None, left_keys, right_keys, autojunk=False)
    for tag, i, i_end, j, j_end in matcher.get_opcodes():
        if tag == "equal":
            for a, b in zip(left[i:i_end], right[j:j_end], strict=True):
                yield Column((a,), (b,), "same")
        else:
            yield Column(tuple(left[i:i_end]), tuple(right[j:j_end]), change)
            change = "later"


@dataclass(frozen=True, slots=True)
class StagePair:
    """One stage of both sides; None where a side does not have or does not show it."""

    left: StageTrace | None
    right: StageTrace | None
    change: Change


Output = tuple[Piece, ...] | None


def align_stages(
    left: Trace | None, right: Trace | None, named: Place | None = None
) -> tuple[StagePair, ...]:
    """Stages of two traces in pipeline order, marked from where their outputs part.

    A stage that a side lacks passes its input on; after the last one that it shows, nothing
    is known of it. Stages made of several components are compared by what comes out of the
    last. With only one trace nothing is marked: there is nothing to compare.

    `named`: the stage that a finding is named after. What parts before it is immaterial to the
    answer, unless that stage shows no difference.
    """
    pairs = _marked(left, right, named)
    if named is not None and not any(pair.change == "first" for pair in pairs):
        return _marked(left, right, None)
    return pairs


def _marked(left: Trace | None, right: Trace | None, named: Place | None) -> tuple[StagePair, ...]:
    begins = STAGES.index(named) if named in STAGES else 0
    pairs: list[StagePair] = []
    left_output: Output = None
    right_output: Output = None
    parted = False
    for stage in STAGES:
        mine, theirs = _of_stage(left, stage), _of_stage(right, stage)
        left_end = _output(left, stage, mine, left_output)
        right_end = _output(right, stage, theirs, right_output)
        differs = left_end is not None and right_end is not None and left_end != right_end
        change: Change = "later" if parted and differs else "same"
        for a, b in zip_longest(mine, theirs):
            left_output, right_output = (
                a.pieces if a else left_output,
                b.pieces if b else right_output,
            )
            if differs and not parted and left_output != right_output:
                parted = STAGES.index(stage) >= begins
                change = "first" if parted else "immaterial"
            pairs.append(StagePair(a, b, change))
            change = "later" if differs and parted else "same"
    return tuple(pairs)


def _output(trace: Trace | None, stage: Stage, passes: list[StageTrace], before: Output) -> Output:
    if passes:
        return passes[-1].pieces
    last = max((STAGES.index(s.stage) for s in trace.stages), default=-1) if trace else -1
    return before if STAGES.index(stage) < last else None


def _of_stage(trace: Trace | None, stage: Stage) -> list[StageTrace]:
    return (
        [stage_trace for stage_trace in trace.stages if stage_trace.stage == stage] if trace else []
    )


def differing(left: StageTrace | None, right: StageTrace | None) -> tuple[range, range]:
    """The places of the pieces between the first and the last difference, on each side."""
    if left is None or right is None:
        return range(0), range(0)
    a, b = left.pieces, right.pieces
    shortest = min(len(a), len(b))
    first = next((i for i in range(shortest) if a[i] != b[i]), shortest)
    same = 0
    while same < shortest - first and a[-1 - same] == b[-1 - same]:
        same += 1
    return range(first, len(a) - same), range(first, len(b) - same)
