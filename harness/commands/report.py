"""`tokparity report`: make the views of a run directory again from its files."""

import json
import sys
from pathlib import Path

import click
from rich.console import Console

from tokparity.reference_impl.codec import write
from tokparity.reports.records.run_directory import Run, read_run
from tokparity.reports.views.html import write_html
from tokparity.reports.views.junit import write_junit
from tokparity.reports.views.markdown import markdown
from tokparity.reports.views.table import findings_csv, write_parquet
from tokparity.reports.views.terminal import print_summary, print_totals
from tokparity.reports.views.write import write_views

PAGES = {"html": "report/index.html", "junit": "junit.xml"}
"""What is written into the run directory, and where."""
STREAMS = ("markdown", "json", "csv")
"""What is printed, or written to --out."""


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "as_format",
    type=click.Choice([*PAGES, *STREAMS, "parquet"]),
    help="This alone: html and junit in RUN, the others printed, or to --out.",
)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="A file for --format.")
def report(run: Path, as_format: str | None, out: Path | None) -> None:
    """Write report/index.html, junit.xml and summary.md of RUN again, and print its matrix.

    \b
    tokparity report runs/0001
    tokparity report runs/0001 --format csv > findings.csv     a row a finding
    tokparity report runs/0001 --format parquet --out findings.parquet
    tokparity report runs/0001 --format markdown >> "$GITHUB_STEP_SUMMARY"
    """
    if out is not None and as_format in (None, *PAGES):
        raise click.UsageError("--out is for --format markdown, json, csv or parquet")
    if as_format is None:
        views = write_views(run)
        console = Console()
        print_summary(views, console)
        click.echo(f"report: {run / PAGES['html']}", err=True)
        print_totals(views, console)
    elif as_format in PAGES:
        (write_html if as_format == "html" else write_junit)(read_run(run))
        click.echo(f"report: {run / PAGES[as_format]}", err=True)
    elif as_format == "parquet":
        if out is None:
            raise click.UsageError("--format parquet needs --out FILE")
        write_parquet(read_run(run), out)
    else:
        _give(_text(read_run(run), as_format), out)


def _text(run: Run, as_format: str) -> str:
    match as_format:
        case "markdown":
            return markdown(run)
        case "csv":
            return findings_csv(run)
        case _:
            return "".join(f"{json.dumps(write(it), sort_keys=True)}\n" for it in run.findings)


def _give(text: str, out: Path | None) -> None:
    """Whole or not at all; no line end is made another."""
    data = text.encode("utf-8", "backslashreplace")
    if out is None:
        sys.stdout.buffer.write(data)
        return
    part = out.with_name(f"{out.name}.part")
    part.write_bytes(data)
    part.replace(out)
