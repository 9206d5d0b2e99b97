"""The run in a terminal: the matrix as a table, what is new, and the totals as last lines.

Prints to the console it is given; which stream that is, is the command line's decision.
"""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from reports import describe
from reports.matrix import Square, State, matrix_view
from reports.run_directory import Run
from reports.verdict import headline, totals_and_ledger
from reports.visible import harmless

_STYLES: dict[State, str] = {
    "agrees": "green",
    "known": "yellow",
    "new": "bold red",
    "refused": "magenta",
    "none": "dim",
}
MOST_FINDINGS = 10


def print_summary(run: Run, console: Console) -> None:
    """Print the matrix, the new findings, and last the line of `totals_and_ledger`."""
    columns, rows = matrix_view(run.cells, run.findings)
    ops = list(dict.fromkeys(op for _, op in columns))
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("artefact", "pair"):
        table.add_column(name, overflow="fold")
    for op in ops:
        table.add_column(op, justify="right")
    for row in rows:
        name = row.artefact + (f" ~ {row.against}" if row.against else "")
        squares = dict(zip(columns, row.squares, strict=True))
        for pair in dict.fromkeys(pair for pair, _ in columns):
            shown = [squares.get((pair, op)) for op in ops]
            if any(shown):
                cells = (_square(square) for square in shown)
                table.add_row(Text(harmless(name)), Text(harmless(pair)), *cells)
    console.print(table)
    for skipped in run.info.skipped:
        _line(console, f"skipped {skipped.name}: {skipped.reason}", "dim")
    for finding in run.red[:MOST_FINDINGS]:
        sighting = describe.smallest(finding)
        title = f"{finding.status}: {finding.signature.stage} {finding.signature.component}"
        _line(console, f"{title}, {describe.pair(finding)}, in {sighting.artefact}", "red")
        _line(console, f"  {describe.case_line(sighting.case)}", None)
    if len(run.red) > MOST_FINDINGS:
        _line(console, f"… {len(run.red) - MOST_FINDINGS} more", "red")
    _line(console, headline(run), "bold green" if run.ok else "bold red")
    _line(console, totals_and_ledger(run), None)


def _line(console: Console, line: str, style: str | None) -> None:
    console.print(Text(harmless(line), style=style or ""), soft_wrap=True)


def _square(square: Square | None) -> Text:
    if square is None:
        return Text("–", style="dim")
    parts = [
        f"{square.agreed:,}",
        *([f"≠ {square.diverged:,}"] if square.diverged else []),
        *([f"refused {square.refused:,}"] if square.refused else []),
        *([f"unsupported {square.unsupported:,}"] if square.unsupported else []),
    ]
    return Text(" ".join(parts), style=_STYLES[square.state])
