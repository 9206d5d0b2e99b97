"""The matrix artefact × pair × op as squares: what the page, the summary and the terminal show.

The sums are `reports.records.tables.matrix`; here each square also knows how it stands and
which findings were seen in it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import pandas as pd

from tokparity.reference_impl.contract import Op
from tokparity.reports.records.counts import Counts
from tokparity.reports.records.finding import Finding
from tokparity.reports.records.tables import matrix
from tokparity.reports.summary import describe

SHOWS: Mapping[str, tuple[Op, ...]] = {
    "encode": ("encode",),
    "decode": ("decode",),
    "encode_full": ("encode",),
    "stage": ("encode", "decode"),
    "stream": ("stream", "decode"),
    "chat": ("chat",),
}
"""Of what a case of each op may show a fault: see `harness.naming.diverging_case.direction`."""

State = Literal["none", "agrees", "refused", "known", "new"]


@dataclass(frozen=True, slots=True)
class Square:
    """One cell of the matrix: its counts, how it stands, and the findings seen in it."""

    counts: Counts
    state: State
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """An artefact (pair) and its squares, None where it was not compared that way."""

    model: str
    artefact: str
    against: str
    squares: tuple[Square | None, ...]

    @property
    def name(self) -> str:
        return f"{self.artefact} ~ {self.against}" if self.against else self.artefact


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the matrix folded to a screen's width: one artefact and pair, a square for each of
    `ops`."""

    model: str
    name: str
    pair: str
    squares: tuple[Square | None, ...]
    ops: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """Whether anything was found here, known or new; refusals of both sides are not."""
        return any(
            square is not None and square.state in ("known", "new") for square in self.squares
        )


def matrix_view(
    cells: pd.DataFrame, findings: Sequence[Finding]
) -> tuple[list[tuple[str, str]], list[MatrixRow]]:
    """The matrix as (pair, op) columns and rows of squares."""
    columns, table = matrix(cells)
    seen: dict[tuple[str, str, str, str], list[Finding]] = {}
    for finding in findings:
        for sighting in finding.sightings:
            place = (sighting.artefact, sighting.against or "")
            seen.setdefault((*place, describe.pair(finding), finding.signature.op), []).append(
                finding
            )
    rows = []
    for (model, artefact, against), counts in table.items():
        squares = []
        for pair, op in columns:
            places = [(artefact, against, pair, fault) for fault in SHOWS[op]]
            findings_here = [finding for place in places for finding in seen.get(place, [])]
            squares.append(_square(counts.get((pair, op)), findings_here))
        rows.append(MatrixRow(model, artefact, against, tuple(squares)))
    return columns, rows


def _square(counts: Counts | None, findings: list[Finding]) -> Square | None:
    if counts is None:
        return None
    if not counts.diverged + counts.refused:
        findings = []  # seen in cases of another op
    return Square(counts, _state(counts, findings), tuple(findings))


def _state(counts: Counts, findings: list[Finding]) -> State:
    if any(finding.status in ("new", "stale") for finding in findings):
        return "new"
    if counts.diverged:
        return "known" if findings else "new"
    if findings:
        return "known"
    if counts.refused:
        return "refused"
    return "agrees" if counts.agreed else "none"


def lines(columns: Sequence[tuple[str, str]], rows: Sequence[MatrixRow]) -> list[Line]:
    """The matrix one line an artefact and pair, a square for each of `ops(columns)`."""
    folded = []
    for row in rows:
        squares = dict(zip(columns, row.squares, strict=True))
        for pair in dict.fromkeys(pair for pair, _ in columns):
            in_line = tuple(squares.get((pair, op)) for op in ops(columns))
            if any(in_line):
                folded.append(Line(row.model, row.name, pair, in_line, tuple(ops(columns))))
    return folded


def ops(columns: Sequence[tuple[str, str]]) -> list[str]:
    """The ops of a matrix, each once, in its order."""
    return list(dict.fromkeys(op for _, op in columns))
