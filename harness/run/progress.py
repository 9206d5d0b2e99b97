"""The progress of long work on stderr: a bar where a person is looking, else a line a minute."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tokparity.harness.naming.investigation import NamedSighting
from tokparity.harness.run.execution import Progress as Report
from tokparity.reports.summary.describe import case_line

EVERY_SECONDS = 60.0
"""How often a log that no person is looking at gets a line."""


@contextmanager
def progress_bar(console: Console, of: str = "shards") -> Iterator[Report]:
    """A bar of units done, which are `of`; its callback may be called from any thread."""
    if not console.is_terminal:
        yield _lines(console, of)
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("running", total=None)

        def report(done: int, total: int | None, cell: str) -> None:
            bar.update(task, completed=done, total=total, description=cell)

        yield report


def announcer(console: Console) -> Callable[[NamedSighting], None]:
    """Prints a finding as it comes, above the bar: the first of each signature."""

    def announce(found: NamedSighting) -> None:
        sighting = found.sighting
        line = f"found in {sighting.artefact}: {found.signature.key}: {case_line(sighting.case)}"
        console.print(line, markup=False, highlight=False, soft_wrap=True)

    return announce


def _lines(console: Console, units: str) -> Report:
    began = reported = time.monotonic()

    def report(done: int, total: int | None, cell: str) -> None:
        nonlocal reported
        now = time.monotonic()
        if now - reported >= EVERY_SECONDS:
            reported = now
            of = "" if total is None else f" of {total}"
            line = f"after {(now - began) / 60:.0f} min: {done}{of} {units}, now {cell}"
            console.print(line, markup=False, highlight=False, soft_wrap=True)

    return report
