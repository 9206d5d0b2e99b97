"""The run in a terminal: the matrix as a table and what is new; and the totals as last lines.

Prints to the console it is given; which stream that is, is the command line's decision.
"""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tokparity.oracles.protocol import ORACLES
from tokparity.reports.compare_runs.previous import since_line
from tokparity.reports.records.engine import REFERENCE, Engine, Golden, engine_called, oracle_of
from tokparity.reports.records.run_directory import Run
from tokparity.reports.summary import describe
from tokparity.reports.summary.matrix import Square, State, lines, matrix_view, ops
from tokparity.reports.summary.omissions import omissions
from tokparity.reports.summary.verdict import answer, headline, known_causes, totals_and_ledger
from tokparity.reports.summary.vocabulary_share import cost_lines, coverage_lines, speed
from tokparity.reports.summary.votes import vote_line, vote_totals
from tokparity.reports.text.tables import print_table
from tokparity.reports.text.visible import harmless
from tokparity.reports.triage.deeds import title_words
from tokparity.reports.triage.words import plain_words

_STYLES: dict[State, str] = {
    "agrees": "green",
    "known": "yellow",
    "new": "bold red",
    "refused": "magenta",
    "none": "dim",
}
MOST_FINDINGS = 10
MOST_ROWS = 60
"""Rows of the matrix from which on only those that differ are printed."""


def print_summary(run: Run, console: Console) -> None:
    """Print the matrix, what was left out, and the new findings."""
    columns, rows = matrix_view(run.cells, run.findings)
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("artefact", "pair"):
        table.add_column(name, overflow="fold")
    every = lines(columns, rows)
    folded = every if len(every) <= MOST_ROWS else [line for line in every if line.differs]
    squares = {op: [line.squares[at] for line in folded] for at, op in enumerate(ops(columns))}
    compared_ops = [op for op, column in squares.items() if any(map(_compares, column))]
    for op in compared_ops:
        table.add_column(op, justify="right", no_wrap=True)
    for at, line in enumerate(folded):
        cells = (_square(squares[op][at]) for op in compared_ops)
        table.add_row(Text(harmless(line.name)), Text(harmless(_short(line.pair))), *cells)
    if folded:
        print_table(console, table)
    if len(folded) < len(every):
        _line(
            console, f"{len(every) - len(folded)} rows without a divergence: see the report", "dim"
        )
    unsupported = {
        op: sum(square.counts.unsupported for line in every if (square := line.squares[at]))
        for at, op in enumerate(ops(columns))
    }
    if any(unsupported.values()):
        counts = ", ".join(f"{op} {count:,}" for op, count in unsupported.items() if count)
        _line(
            console,
            f"unsupported (options or stages that a library does not have): {counts}",
            "dim",
        )
    for missing in omissions(run.info):
        what = "could not run" if missing.name in run.could_not_run else "skipped"
        _line(console, f"{what} {missing.name}: {missing.reason}", "dim")
    for said in (*coverage_lines(run), *cost_lines(run), *vote_totals(run)):
        _line(console, said, None)
    for finding in run.red[:MOST_FINDINGS]:
        sighting = describe.smallest(finding)
        title = plain_words(title_words(finding, sighting), str)
        _line(console, f"{finding.status}: {title}", "red")
        where = f"{describe.place(finding)}, in {sighting.artefact}"
        _line(console, f"  {where}: {describe.case_line(sighting.case)}", None)
        if (vote := vote_line(finding, sighting)) is not None:
            _line(console, f"  {vote}", None)
    if len(run.red) > MOST_FINDINGS:
        _line(console, f"… {len(run.red) - MOST_FINDINGS} more", "red")


def print_totals(run: Run, console: Console) -> None:
    """Print speed, verdict, and as the very last line that of `totals_and_ledger`."""
    _line(console, speed(run), None)
    if (line := since_line(run)) is not None:
        _line(console, line, None)
    for cause in known_causes(run):
        _line(
            console, f"{cause.status}, {cause.cases:,} cases: {cause.entry}: {cause.reason}", "dim"
        )
    _line(console, headline(run), "bold green" if run.ok else "bold red")
    _line(console, answer(run), None)
    _line(console, totals_and_ledger(run), None)


def _line(console: Console, line: str, style: str | None) -> None:
    console.print(Text(harmless(line), style=style or ""), soft_wrap=True)


def _compares(square: Square | None) -> bool:
    return square is not None and square.counts.compared > 0


def _square(square: Square | None) -> Text:
    if square is None:
        return Text("–", style="dim")
    counts = square.counts
    line = f"{counts.agreed:,}" + (f" ≠ {counts.diverged:,}" if counts.diverged else "")
    refused = f"\nrefused {counts.refused:,}" if counts.refused else ""
    further = "".join(f"\n{figure.heading} {figure.value:,}" for figure in counts.further)
    return Text(line + refused + further, style=_STYLES[square.state])


def _short(pair: str) -> str:
    """A pair by its libraries; the reference, one side of most, goes without saying.

    >>> _short("reference ~ golden:openai_tiktoken")
    'golden tiktoken'
    >>> _short("huggingface_tokenizers ~ huggingface_transformers")
    'tokenizers ~ transformers'
    """
    sides = [engine_called(side) for side in pair.split(" ~ ")]
    return " ~ ".join(_engine_label(side) for side in sides if side != REFERENCE)


def _engine_label(engine: Engine) -> str:
    oracle = oracle_of(engine)
    if oracle is None:
        return str(engine)
    library = ORACLES[oracle].label
    return f"golden {library}" if isinstance(engine, Golden) else library
