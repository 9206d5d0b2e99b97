"""The progress of long work on stderr: a bar where a person is looking, else a line a minute."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
)

from tokparity.harness.naming.investigation import NamedSighting
from tokparity.reports.summary.describe import case_line

EVERY_SECONDS = 60.0
"""How often a log that no person is looking at gets a line."""


def rest(done: int, total: int | None, seconds: float) -> str:
    """How fast units were done, and how long the others take at that.

    >>> rest(50, 200, 60.0), rest(0, 200, 60.0), rest(3, 3, 600.0), rest(1, 400, 60.0)
    ('50 a minute, 3 min left', '', '0.3 a minute', '1 a minute, 7 h left')
    """
    if not done or seconds <= 0:
        return ""
    rate = 60 * done / seconds
    told = f"{rate:.0f} a minute" if rate >= 1 else f"{rate:.1f} a minute"
    if total is None or done >= total:
        return told
    left = (total - done) / rate
    for size, unit in ((60.0, "h"), (1.0, "min")):
        if left >= size:
            return f"{told}, {left / size:.0f} {unit} left"
    return f"{told}, {60 * left:.0f} s left"


class Shown:
    """A callback for progress, from any thread; `announce` prints a finding as it comes, the first
    of each signature, and counts them."""

    def __init__(self, console: Console, units: str, bar: Progress | None) -> None:
        self._console, self._units, self._bar = console, units, bar
        self._task = None
        if bar is not None:
            self._task = bar.add_task("loading the first files", total=None, count="", rest="")
        self._began = self._reported = time.monotonic()
        self._found = 0
        self._before: int | None = None  # done by whoever was killed: no measure of how fast

    def __call__(self, done: int, total: int | None, cell: str) -> None:
        now = time.monotonic()
        self._before = done - 1 if self._before is None else self._before
        left = None if total is None else total - self._before
        fast = rest(done - self._before, left, now - self._began)
        told = [it for it in (fast, self._findings()) if it]
        if self._bar is not None and self._task is not None:
            count = f"{done:,}" + ("" if total is None else f" of {total:,} {self._units}")
            self._bar.update(
                self._task,
                completed=done,
                total=total,
                description=cell,
                count=count,
                rest=", ".join(told),
            )
        elif now - self._reported >= EVERY_SECONDS:
            self._reported = now
            of = "" if total is None else f" of {total}"
            minutes = f"after {(now - self._began) / 60:.0f} min"
            self._print(", ".join([f"{minutes}: {done}{of} {self._units}", *told, f"now {cell}"]))

    def announce(self, found: NamedSighting) -> None:
        """Above the bar."""
        self._found += 1
        sighting = found.sighting
        self._print(
            f"found in {sighting.artefact}: {found.signature.key}: {case_line(sighting.case)}"
        )

    def _findings(self) -> str:
        return f"{self._found} finding{'s' * (self._found != 1)}" if self._found else ""

    def _print(self, line: str) -> None:
        self._console.print(line, markup=False, highlight=False, soft_wrap=True)


@contextmanager
def progress_bar(console: Console, of: str = "shards") -> Iterator[Shown]:
    """A bar of units done, which are `of`."""
    if not console.is_terminal:
        yield Shown(console, of, None)
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[count]}"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[rest]}"),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        yield Shown(console, of, bar)
