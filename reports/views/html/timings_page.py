"""What the page of times shows: the only page in which two runs of one plan differ."""

from typing import Any

from tokparity.reports.compare_runs.previous import since_line
from tokparity.reports.records.run_directory import Run
from tokparity.reports.summary.vocabulary_share import cost_lines, cost_sheet, shares, speed
from tokparity.reports.views.pictures.growth_curves import HEIGHT, LEFT, WIDTH, growth_pictures


def timings_view(run: Run) -> dict[str, Any]:
    """The names that timings.html uses."""
    return {
        "info": run.info,
        "speed": speed(run),
        "costs": cost_lines(run),
        "since": since_line(run),
        "shares": shares(run),
        "vocabularies": cost_sheet(run),
        "growth": growth_pictures(run.growth),
        "width": WIDTH,
        "height": HEIGHT,
        "edge": LEFT,
    }
