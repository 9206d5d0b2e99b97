"""`Picture`: what two sides make of one word, as boxes over the symbols that they span.

The first row are the symbols of the word. A box that the other side has not is `odd`. Not here:
what the boxes are (`alignment`, `merge_tree`, `lattice_paths`), and drawing them (`pictures.html`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from tokparity.reference_impl.text.byte_level import unspell, utf8
from tokparity.reports.triage.legible import legible

LETTER, SPACE, ROW = 8, 18, 34
"""Pixels: of a letter in the font of the boxes, around a text, of a row."""
MOST_SYMBOLS = 40
"""A longer word is read in its table."""


@dataclass(frozen=True, slots=True)
class Span:
    """What a side has over the symbols start to end, in a row. `label`: its rank, or score."""

    text: str
    start: int
    end: int
    row: int
    label: str | None
    last: bool
    odd: bool


@dataclass(frozen=True, slots=True)
class Box:
    """A span in pixels, from the top left of its side. `text` is made visible; `last` says that it
    is a token in the end."""

    text: str
    label: str | None
    x: int
    y: int
    width: int
    last: bool
    odd: bool


@dataclass(frozen=True, slots=True)
class Boxes:
    """Those of one side, and how high they are together."""

    boxes: tuple[Box, ...]
    height: int


@dataclass(frozen=True, slots=True)
class Picture:
    """The sides of one word, how wide the wider is, and what is seen: "merge tree"."""

    word: str
    sides: tuple[Boxes, ...]
    width: int
    kind: str


def picture(word: str, sides: Sequence[Sequence[Span]], source: str, kind: str) -> Picture:
    """`source`: the text that the word is of; its bytes are shown as what they spell."""
    read = _reading(word, source)
    shown = [[(span, legible(read(span.text))) for span in side] for side in sides]
    columns = _columns(len(word), [each for side in shown for each in side])
    drawn = tuple(
        Boxes(
            tuple(
                Box(
                    text,
                    span.label,
                    columns[span.start],
                    span.row * ROW,
                    columns[span.end] - columns[span.start] - 4,
                    span.last,
                    span.odd,
                )
                for span, text in side
            ),
            (max((span.row for span, _ in side), default=0) + 1) * ROW,
        )
        for side in shown
    )
    return Picture(read(word), drawn, columns[-1], kind)


def _reading(word: str, source: str) -> Callable[[str], str]:
    """How a text of the word is read: as bytes where the word spells a stretch of the source."""
    data = unspell(word)
    if data is None or word in source or data not in utf8(source):
        return str

    def read(text: str) -> str:
        spelled = unspell(text) or b""
        try:
            return spelled.decode()
        except UnicodeDecodeError:
            return f"0x{spelled.hex()}"

    return read


def _columns(symbols: int, spans: Sequence[tuple[Span, str]]) -> list[int]:
    """Where each symbol begins, and the last ends: wide enough for the text of every box."""
    widths = [LETTER + SPACE] * symbols
    for span, text in sorted(spans, key=lambda each: each[0].end - each[0].start):
        letters = max(cell_len(text), len(f"≠ {span.label}") if span.label else 0)
        lacking = letters * LETTER + SPACE - sum(widths[span.start : span.end])
        if lacking > 0:
            widths[span.end - 1] += lacking
    places = [0]
    for width in widths:
        places.append(places[-1] + width)
    return places
