"""The matrix at a glance: a row a model, a column a pair of engines or an implementation.

What stands in a square are sums over all files and ops of its model; `matrix` has these apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tokparity.reports.records.counts import Counts
from tokparity.reports.records.engine import Subject, engine_called
from tokparity.reports.summary.matrix import Line, State
from tokparity.reports.summary.votes import engine_label

WORST: tuple[State, ...] = ("none", "agrees", "refused", "known", "new")
"""What a square of several says: the last of these that any of them is."""


@dataclass(frozen=True, slots=True)
class HeatSquare:
    """What a model did in a column: cases equal and not, and the worst of its states."""

    counts: Counts
    state: State


@dataclass(frozen=True, slots=True)
class HeatRow:
    """A model, and a square for each column; None where it was not compared so."""

    model: str
    squares: tuple[HeatSquare | None, ...]
    lines: tuple[Line, ...]

    @property
    def differs(self) -> bool:
        """Whether anything was found here, known or new."""
        return any(line.differs for line in self.lines)


@dataclass(frozen=True, slots=True)
class HeatMap:
    """`columns` are names of pairs, or of implementations under test, as users say them."""

    columns: tuple[str, ...]
    rows: tuple[HeatRow, ...]


def heat_map(lines: Sequence[Line]) -> HeatMap:
    """Of the lines of the matrix, models in their order, those that differ first."""
    columns = list(dict.fromkeys(_column(line.pair) for line in lines))
    by_model: dict[str, list[Line]] = {}
    for line in lines:
        by_model.setdefault(line.model, []).append(line)
    rows = [
        HeatRow(
            model,
            tuple(_square([it for it in own if _column(it.pair) == name]) for name in columns),
            tuple(own),
        )
        for model, own in by_model.items()
    ]
    return HeatMap(tuple(columns), tuple(sorted(rows, key=lambda row: not row.differs)))


def _column(pair: str) -> str:
    """The implementation under test, or both engines."""
    left, _, right = pair.partition(" ~ ")
    if isinstance(subject := engine_called(right), Subject):
        return subject.name
    return f"{engine_label(left)} ~ {engine_label(right)}"


def _square(lines: Sequence[Line]) -> HeatSquare | None:
    squares = [square for line in lines for square in line.squares if square is not None]
    if not squares:
        return None
    counts = Counts()
    for square in squares:
        counts.add(square.counts)
    state = max((square.state for square in squares), key=WORST.index)
    return HeatSquare(counts, state)
