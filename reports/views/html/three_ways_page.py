"""What the page of three ways shows: which engines hold a model, and how they differ in pairs."""

from typing import Any

from tokparity.reports.records.run_directory import Run
from tokparity.reports.summary.three_ways import (
    counted,
    file_sheet,
    lacking_sheet,
    left_out_sheet,
    pair_sheet,
)
from tokparity.reports.summary.votes import vote_totals


def three_ways_view(run: Run) -> dict[str, Any] | None:
    """The names that three-ways.html uses; None where no model is held by two engines."""
    pairs = pair_sheet(run)
    if not pairs.rows:
        return None
    of_files = file_sheet(run), lacking_sheet(run), left_out_sheet(run)
    return {
        "counts": counted(run),
        "vote_totals": vote_totals(run),
        "pairs": pairs,
        "others": [sheet for sheet in of_files if sheet.rows],
    }
