"""Two answers of many columns as one table: full encodings, outputs of one stage, streams.

A cell that both sides fill alike is shown once. Not here: rows that were inserted or left
out; what follows them differs, as it does in the arrays themselves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from tokparity.reference_impl.contract import FullEncoding, Observation, StageOutput, Streamed

MOST_ROWS = 120

Value = str | int | None


@dataclass(frozen=True, slots=True)
class SidesCell:
    """What each side has in one place; `left` and `right` are None where its rows end before."""

    left: Value
    right: Value
    differs: bool


@dataclass(frozen=True, slots=True)
class SidesTable:
    """Rows from the first one that differs, or a little before; `before` and `after` count
    those left out; `first` is the index of that row, None where none differs."""

    header: tuple[str, ...]
    rows: tuple[tuple[SidesCell, ...], ...]
    before: int
    after: int
    first: int | None


_FULL = ("id", "token", "from", "to", "type", "word", "special", "attention")
_STREAMED = ("push", "id", "piece", "text")

Pushed = Sequence[tuple[int | None, str | None]]
"""The ids that were streamed, and their pieces."""


def side_by_side(left: Observation, right: Observation, pushed: Pushed = ()) -> SidesTable | None:
    """The table of two answers; None where neither is one of many columns.

    >>> table = side_by_side(StageOutput((("a", 0, 1),)), StageOutput((("b", 0, 1),)))
    >>> [cell.differs for cell in table.rows[0]]
    [True, False, False]
    """
    mine, theirs = _rows(left, pushed), _rows(right, pushed)
    if mine is None and theirs is None:
        return None
    header: tuple[str, ...] = ()
    if isinstance(left, FullEncoding) or isinstance(right, FullEncoding):
        header = _FULL
    elif isinstance(left, Streamed) or isinstance(right, Streamed):
        header = _STREAMED
    rows = [
        tuple(
            SidesCell(a, b, a_row != b_row and a != b)
            for a, b in zip_longest(a_row or (), b_row or ())
        )
        for a_row, b_row in zip_longest(mine or (), theirs or ())
    ]
    parted = [at for at, row in enumerate(rows) if any(cell.differs for cell in row)][:1]
    start = max(0, sum(parted) - MOST_ROWS // 8)
    visible = tuple(rows[start : start + MOST_ROWS])
    first = parted[0] - start if parted else None
    return SidesTable(header, visible, start, len(rows) - start - len(visible), first)


def _rows(answer: Observation, pushed: Pushed) -> list[tuple[Value, ...]] | None:
    match answer:
        case Streamed(parts):
            rest: Pushed = [(None, None)] * (len(parts) - len(pushed))
            known = enumerate(zip([*pushed, *rest], parts, strict=False))
            return [(at, token_id, piece, part) for at, ((token_id, piece), part) in known]
        case StageOutput(rows):
            return list(rows)
        case FullEncoding():
            return _tokens(answer)
        case _:
            return None


def _tokens(encoding: FullEncoding) -> list[tuple[Value, ...]]:
    """A row a token; then those of the windows that truncation cut off."""
    starts, ends = (tuple(span[side] for span in encoding.offsets) for side in (0, 1))
    columns = (
        encoding.ids,
        encoding.tokens,
        starts,
        ends,
        encoding.type_ids,
        encoding.words,
        encoding.special_tokens_mask,
        encoding.attention_mask,
    )
    rows: list[tuple[Value, ...]] = list(zip(*columns, strict=True))
    for number, window in enumerate(encoding.overflowing, 1):
        rows.append((f"window {number} cut off:", *[None] * (len(columns) - 1)))
        rows += _tokens(window)
    return rows
