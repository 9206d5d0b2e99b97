"""Many runs as one site: what is answered to which address. Not here: the server (`serve`).

Only pages that a report is made of are given out, of runs that lie in the folder; nothing else of a
run directory, and nothing that a link in it leads to.
"""

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from urllib.parse import unquote

from tokparity.reports.compare_runs.trend import trend
from tokparity.reports.compare_runs.trend_sheets import trend_sheets
from tokparity.reports.records.run_directory import Run
from tokparity.reports.views.html import environment
from tokparity.reports.views.html.one_page import page_text
from tokparity.reports.views.html.runs_page import (
    lines_over_time,
    readable,
    report_link,
    run_names,
    runs_view,
)

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
}
_TREND = "trend.html"
_SHARED = ("style.css", "report.js")
_PAGE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._+-]*")


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer to an address. `location`: where else to ask."""

    status: HTTPStatus
    type: str = "text/plain; charset=utf-8"
    body: bytes = b""
    location: str = ""


NOT_FOUND = Reply(HTTPStatus.NOT_FOUND, body=b"No such page: all runs are at /\n")


def reply(folder: Path, address: str) -> Reply:
    """What a server of a folder of runs says to "/0001/report/index.html"."""
    path = unquote(address.partition("?")[0], errors="surrogateescape").lstrip("/")
    if not path:
        return Reply(HTTPStatus.OK, TYPES[".html"], _runs(folder).encode("utf-8", "replace"))
    if path in _SHARED:
        content = files("tokparity.reports.views.html").joinpath("templates", path).read_bytes()
        return Reply(HTTPStatus.OK, TYPES[Path(path).suffix], content)
    if path == _TREND and (runs := readable(folder)):
        return Reply(HTTPStatus.OK, TYPES[".html"], _trend(runs).encode("utf-8", "replace"))
    run, found, page = path.rstrip("/").partition("/report")
    if run not in run_names(folder):
        return NOT_FOUND
    if not found or not page:
        return Reply(HTTPStatus.FOUND, location=report_link(run))
    return _page(folder / run / "report", page.removeprefix("/"))


def _page(report: Path, name: str) -> Reply:
    path = report / name
    if not _PAGE.fullmatch(name) or path.suffix not in TYPES or path.is_symlink():
        return NOT_FOUND
    try:
        return Reply(HTTPStatus.OK, TYPES[path.suffix], path.read_bytes())
    except OSError:
        return NOT_FOUND


def _runs(folder: Path) -> str:
    templates = environment()
    templates.globals["nonce"] = secrets.token_hex(16)
    return templates.get_template("runs.html").render(runs_view(folder))


def _trend(runs: Sequence[Run]) -> str:
    """Runs over time, as `tokparity trend` has them."""
    table = trend(runs)
    told = f"{len(runs)} run{'s' * (len(runs) != 1)}"
    return page_text("Runs over time", told, trend_sheets(table), lines_over_time(table), "/")
