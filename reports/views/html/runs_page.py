"""What the page of many runs shows: each with its verdict and its report, newest first."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.compare_runs.trend import Trend, trend
from tokparity.reports.records.run_directory import Run, read_run
from tokparity.reports.records.run_info import read_run_info
from tokparity.reports.summary.verdict import answer, headline
from tokparity.reports.views.html.one_page import line

DRAWN = ("cases", "cases per CPU-second", "parity diverged", "fidelity diverged", "new", "open")


@dataclass(frozen=True, slots=True)
class RunLine:
    """A run in a row. `link` is None where there is no report, `ok` where there is no verdict."""

    name: str
    started: str
    asked: str
    verdict: str
    answer: str
    ok: bool | None
    link: str | None


def run_names(folder: Path) -> list[str]:
    """The run directories in a folder, or one below, by their paths from it."""
    found = [*folder.glob("*/run.json"), *folder.glob("*/*/run.json")]
    return sorted(path.parent.relative_to(folder).as_posix() for path in found)


def readable(folder: Path) -> list[Run]:
    """The runs in a folder that ended and can be read."""
    found = []
    for name in run_names(folder):
        with suppress(TokparityError, OSError):
            found.append(read_run(folder / name))
    return found


def report_link(name: str) -> str:
    """The address of a run's report on a server of its folder.

    >>> report_link("a b/0001")
    '/a%20b/0001/report/index.html'
    """
    return f"/{quote(name, errors='surrogateescape')}/report/index.html"


def runs_view(folder: Path) -> dict[str, Any]:
    """The names that runs.html uses."""
    listed, whole = [], []
    for name in run_names(folder):
        try:
            run = read_run(folder / name)
        except (TokparityError, OSError) as wrong:
            listed.append(_without_verdict(folder / name, name, str(wrong)))
        else:
            whole.append(run)
            listed.append(_line(run, name))
    listed.sort(key=lambda each: (each.started, each.name), reverse=True)
    drawn = lines_over_time(trend(whole)) if len(whole) > 1 else []
    return {"folder": folder.name, "runs": listed, "drawn": drawn}


def lines_over_time(table: Trend) -> list[Any]:
    """The pictures above a table of runs."""
    labels = list(table.runs["started"])
    return [line(name, list(table.runs[name]), labels) for name in DRAWN]


def _line(run: Run, name: str) -> RunLine:
    info = run.info
    asked = (
        f"{info.profile}, seed {info.seed}, {len(info.artefacts)} artefacts, {info.cases:,} cases"
    )
    link = report_link(name) if (run.directory / "report/index.html").is_file() else None
    return RunLine(name, info.started, asked, headline(run), answer(run), run.ok, link)


def _without_verdict(directory: Path, name: str, wrong: str) -> RunLine:
    try:
        info = read_run_info(directory)
    except (TokparityError, OSError):
        return RunLine(name, "", "", "no run that can be read", wrong, None, None)
    asked = f"{info.profile}, seed {info.seed}"
    return RunLine(name, info.started, asked, "not ended", wrong, None, None)
