"""`tokparity diff`: what changed between two runs."""

from pathlib import Path

import click
from rich.console import Console

from tokparity.reports.compare_runs.diff import diff as compare_runs
from tokparity.reports.compare_runs.diff_sheets import diff_sheets, diff_tables, verdict_line
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.text.sheets import json_lines, print_sheets, sheets_markdown
from tokparity.reports.views.html.one_page import write_page


@click.command()
@click.argument("old", type=click.Path(path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.option("--json", "form", flag_value="json", help="Print every row as a JSON object.")
@click.option("--markdown", "form", flag_value="markdown", help="Print Markdown, for a job's page.")
@click.option("--html", type=click.Path(path_type=Path), help="Write it as one HTML page, too.")
@click.pass_context
def diff(context: click.Context, old: Path, new: Path, form: str | None, html: Path | None) -> None:
    """Compare run NEW with run OLD: findings, answers, versions, files, speed.

    \b
    tokparity diff runs/0001 runs/0002
    tokparity run --replay runs/0001 --out after && tokparity diff runs/0001 after

    The second form tells what an update changed: a replay asks the same cases, so that of
    each model it is known whether its library still gives the same ids. Runs with other cases
    (another seed, another file) can only be compared by their findings.

    Exit codes: 0 no finding came and no answer changed; 1 a finding came, turned new or
    stale, or answers changed; 2 a folder is no run.
    """
    compared = compare_runs(read_run(old), read_run(new))
    sheets = diff_sheets(compared)
    if html is not None:
        write_page(html, "What changed", verdict_line(compared), sheets)
    match form:
        case "json":
            for line in json_lines(diff_tables(compared)):
                click.echo(line)
        case "markdown":
            click.echo(f"# {verdict_line(compared)}\n\n{sheets_markdown(sheets)}", nl=False)
        case _:
            print_sheets(sheets, Console())
            click.echo(verdict_line(compared))
    context.exit(1 if compared.red else 0)
