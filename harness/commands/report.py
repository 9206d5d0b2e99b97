"""`tokparity report`: make the views of a run directory again from its files."""

from pathlib import Path

import click
from rich.console import Console

from tokparity.reports.views.terminal import print_summary, print_totals
from tokparity.reports.views.write import write_views


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
def report(run: Path) -> None:
    """Write report/index.html, junit.xml and summary.md of RUN again, and print its matrix."""
    views = write_views(run)
    console = Console()
    print_summary(views, console)
    click.echo(f"report: {run / 'report' / 'index.html'}", err=True)
    print_totals(views, console)
