"""Two token rows over the text that they cover: a column a code point, a cell a token.

A piece is shown as the source text it stands for, so that two segmentations are compared without
reading ids. Not here: tokens of answers that cannot be laid over a text (`alignment` puts those
next to each other), nor how a ruler looks.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tokparity.reference_impl.contract import Encoding, Offset
from tokparity.reference_impl.text.byte_level import unspell, utf8
from tokparity.reference_impl.traces import Trace
from tokparity.reports.summary.alignment import Token

MOST_COLUMNS = 24
BEFORE = 6
"""Of a longer text the stretch that is shown, and how much of it before the first difference."""
MOST_TOKENS = 48
"""Tokens of one cell, and of no width at one place."""
LONGEST = 20_000
"""Code points of a text up to which pieces are laid over it where nobody said their ranges."""


@dataclass(frozen=True, slots=True)
class RulerCell:
    """Tokens over columns of the text; none: no token covers these. `first`: at this one of its
    tokens they part."""

    columns: int
    start: int
    end: int
    tokens: tuple[tuple[str, Token], ...]
    first: int | None = None
    more: int = 0


@dataclass(frozen=True, slots=True)
class Ruler:
    """`columns` are (place, code point), None for a place between two, where tokens of no width
    stand. A row of cells a side; `before` and `after` count code points that are not shown."""

    columns: tuple[tuple[int, str | None], ...]
    rows: tuple[tuple[RulerCell, ...], tuple[RulerCell, ...]]
    before: int
    after: int


def spells(pieces: Iterable[str | None]) -> bool:
    """Whether pieces in a row are bytes in the byte-level alphabet: together they are a text.

    >>> spells(["Ã", "©"]), spells(["c", "\xe9"]), spells(["ab"])
    (True, False, False)
    """
    joined = "".join(piece or "" for piece in pieces)
    data = None if joined.isascii() else unspell(joined)
    if data is None:
        return False
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def reading(piece: str, source: str, *, spelled: bool = False) -> str:
    r"""A piece as the text that it stands for; bytes that are part of a character in hex, also of
    one that a normalizer made where the row `spells`.

    >>> reading("Ġzdrav", " zdrav"), reading("▁a", " a"), reading("ï»", "\ufeff")
    (' zdrav', ' a', '0xefbb')
    >>> reading("i", "İ"), reading("Î©", "\u2126")
    ('i', 'Ω')
    >>> reading("Ã", "e"), reading("Ã", "e", spelled=True)
    ('Ã', '0xc3')
    """
    if piece.replace("▁", " ") == source:
        return source
    data, whole = unspell(piece), utf8(source)
    if data is None or piece == source:
        return piece
    if data == whole:
        return source
    if not data or piece.isascii():
        return piece
    if data in whole:
        return f"0x{data.hex()}"
    try:
        return data.decode()  # of a text that a normalizer made
    except UnicodeDecodeError:
        return f"0x{data.hex()}" if spelled else piece


def as_text(piece: str, spelled: bool) -> str:
    r"""A piece of a word that spells bytes as the text that it stands for, or in hex; any other as
    it is.

    >>> as_text("ĠÐ´", True), as_text("Ð", True), as_text("Ð", False)
    (' д', '0xd0', 'Ð')
    """
    return reading(piece, "", spelled=True) if spelled else piece


def ranges(
    encoding: Encoding, row: Sequence[Token], trace: Trace | None, text: str
) -> list[Offset] | None:
    """The range of `text` that each token covers: as the library says, else as the trace of the
    same ids does, else where its piece stands; None where that is not known."""
    if encoding.offsets is not None:
        return list(encoding.offsets)
    for stage in reversed(trace.stages if trace else ()):
        if tuple(piece.id for piece in stage.pieces) == encoding.ids:
            return [(piece.start, piece.end) for piece in stage.pieces]
    return _places([token.piece for token in row], text) if len(text) <= LONGEST else None


def _places(pieces: Sequence[str | None], text: str) -> list[Offset] | None:
    """Where each piece stands in the text, byte by byte; all of it must be covered."""
    whole = utf8(text)
    characters = [at for at, char in enumerate(text) for _ in utf8(char)] + [len(text)]
    at, places = 0, []
    for piece in pieces:
        end = at
        for data in _bytes(piece or ""):
            if data and whole.startswith(data, at):
                end = at + len(data)
                break
        last = characters[end - 1] + 1 if end > at else characters[at]
        places.append((characters[at], last))
        at = end
    return places if at == len(whole) else None


def _bytes(piece: str) -> list[bytes]:
    """What a piece may stand for, in any format's spelling."""
    if len(piece) == 6 and piece.startswith("<0x") and piece.endswith(">"):
        try:
            return [bytes([int(piece[3:5], 16)])]
        except ValueError:
            pass
    spaced = piece.replace("▁", " ")
    spelled = unspell(piece)
    ways = [utf8(spaced), utf8(spaced.lstrip(" ")), utf8(piece.removeprefix("##"))]
    return ways if spelled is None else [spelled, *ways]


def ruler(
    text: str,
    sides: tuple[Sequence[Token], Sequence[Token]],
    places: tuple[Sequence[Offset] | None, Sequence[Offset] | None],
) -> Ruler | None:
    """Both rows over the text; None where the ranges of one are not known.

    >>> left = [Token(5, "a", None), Token(6, "b", None)]
    >>> drawn = ruler("ab", (left, [Token(7, "ab", None)]), ([(0, 1), (1, 2)], [(0, 2)]))
    >>> [[cell.columns for cell in row] for row in drawn.rows]
    [[1, 1], [2]]
    """
    if places[0] is None or places[1] is None:
        return None
    first = _first(sides)
    groups = [_groups(text, spans) for spans in places if spans is not None]
    at = min((group[0] for row in groups for group in row if first in group[2]), default=0)
    start = 0 if len(text) <= MOST_COLUMNS else max(0, min(at - BEFORE, len(text) - MOST_COLUMNS))
    stop = min(len(text), start + MOST_COLUMNS)
    rows = [
        _cells(
            text, row, [group for group in some if group[0] <= stop and start <= group[1]], first
        )
        for row, some in zip(sides, groups, strict=True)
    ]
    between = {cell.start for row in rows for cell in row if cell.start == cell.end}
    columns: list[tuple[int, str | None]] = []
    for place in range(start, stop + 1):
        if place in between and (place < stop or stop == len(text)):
            columns.append((place, None))
        if place < stop:
            columns.append((place, text[place]))
    left, right = (_laid(row, columns) for row in rows)
    return Ruler(tuple(columns), (left, right), start, len(text) - stop)


def _first(sides: tuple[Sequence[Token], Sequence[Token]]) -> int:
    left, right = sides
    shared = min(len(left), len(right))
    return next((at for at in range(shared) if left[at].id != right[at].id), shared)


Group = tuple[int, int, list[int]]
"""Where it begins and ends in the text, and the positions of its tokens."""


def _groups(text: str, places: Sequence[Offset]) -> list[Group]:
    """The tokens of a row in order: those that share a character are one group."""
    groups: list[Group] = []
    for at, (start, end) in enumerate(places):
        start, end = min(start, len(text)), min(end, len(text))
        last = groups[-1][1] if groups else 0
        if start >= end:
            start = end = last if groups else min(start, len(text))
        if groups and start < end and start < last:
            begin, _, members = groups.pop()
            groups.append((min(begin, start), max(last, end), [*members, at]))
        elif groups and start == end == groups[-1][0] == last:
            groups[-1][2].append(at)
        else:
            groups.append((start, end, [at]))
    return groups


def _cells(text: str, row: Sequence[Token], groups: Sequence[Group], first: int) -> list[RulerCell]:
    """The cells of these groups of a row."""
    spelled = spells(token.piece for token in row)
    return [
        RulerCell(
            0,
            start,
            end,
            tuple(
                (_shown(row[at], text[start:end], spelled), row[at]) for at in members[:MOST_TOKENS]
            ),
            members.index(first) if first in members else None,
            max(0, len(members) - MOST_TOKENS),
        )
        for start, end, members in groups
    ]


def _shown(token: Token, source: str, spelled: bool) -> str:
    if token.piece is None and source:
        return source
    return reading(token.piece or "", source, spelled=spelled)


def _laid(
    cells: Sequence[RulerCell], columns: Sequence[tuple[int, str | None]]
) -> tuple[RulerCell, ...]:
    """The cells over the columns that are shown, with empty ones over what no token covers."""
    owner: dict[tuple[int, bool], int] = {}
    for number, cell in enumerate(cells):
        owner |= {(place, False): number for place in range(cell.start, cell.end)}
        owner |= {(place, True): number for place in range(cell.start + 1, cell.end)}
        if cell.start == cell.end:
            owner[cell.start, True] = number
    row = []
    for number, run in groupby(
        columns, lambda column: owner.get((column[0], column[1] is None), -1)
    ):
        places = [place for place, _ in run]
        cell = cells[number] if number >= 0 else RulerCell(0, places[0], places[-1] + 1, ())
        row.append(replace(cell, columns=len(places)))
    return tuple(row)
