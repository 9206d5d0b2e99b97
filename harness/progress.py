"""The progress bar of long work: on stderr, and only where a person is looking."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from harness.execution import Progress as Report


@contextmanager
def progress_bar(console: Console) -> Iterator[Report]:
    """A bar of units done; its callback may be called from any thread."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("running", total=None)

        def report(done: int, total: int | None, cell: str) -> None:
            bar.update(task, completed=done, total=total, description=cell)

        yield report
