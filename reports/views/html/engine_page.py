"""What the page of a library shows: where it was asked, and what was found there."""

from typing import Any

from tokparity.oracles.protocol import ORACLES
from tokparity.reports.records.run_directory import Run
from tokparity.reports.summary.one_engine import of_engine
from tokparity.reports.summary.verdict import answer
from tokparity.reports.views.html.model_page import part_view


def engine_view(whole: Run, oracle: str) -> dict[str, Any]:
    """The names that part.html uses."""
    run = of_engine(whole, oracle)
    version = whole.info.oracles.get(oracle, "")
    title = f"{ORACLES[oracle].label} {version}".rstrip()
    return {"title": title, "answer": answer(run), "files": (), "again": None, **part_view(run)}
