"""`tokparity trend`: several runs over time."""

from pathlib import Path

import click
from rich.console import Console

from tokparity.reports.compare_runs.trend import trend as over_time
from tokparity.reports.compare_runs.trend import trend_tables
from tokparity.reports.compare_runs.trend_sheets import trend_sheets
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.text.sheets import json_lines, print_sheets, sheets_markdown
from tokparity.reports.views.html.one_page import write_page
from tokparity.reports.views.html.runs_page import lines_over_time


@click.command()
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "form", flag_value="json", help="Print every row as a JSON object.")
@click.option("--markdown", "form", flag_value="markdown", help="Print Markdown, for a job's page.")
@click.option("--html", type=click.Path(path_type=Path), help="Write it as one HTML page, too.")
def trend(runs: tuple[Path, ...], form: str | None, html: Path | None) -> None:
    """Show RUNS by date: cases, divergences, findings by status, speed; each finding's first day.

    \b
    tokparity trend runs/*
    tokparity trend nightly-* --html trend.html

    A finding that the latest run did not meet need not be gone: compare the number of cases and
    vocabularies, or ask for the same cases again (`tokparity run --replay`).

    Exit codes: 0; 2 a folder is no run.
    """
    table = over_time([read_run(run) for run in dict.fromkeys(runs)])
    sheets = trend_sheets(table)
    if html is not None:
        told = f"{len(table.runs)} runs"
        write_page(html, "Runs over time", told, sheets, lines_over_time(table))
    match form:
        case "json":
            for row in json_lines(trend_tables(table)):
                click.echo(row)
        case "markdown":
            click.echo(sheets_markdown(sheets), nl=False)
        case _:
            print_sheets(sheets, Console())
