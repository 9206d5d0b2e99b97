"""What the page by who is likely wrong shows: the findings of a run, a group a name."""

from collections.abc import Sequence
from typing import Any

from tokparity.reports.records.run_directory import Run
from tokparity.reports.triage.who import by_who
from tokparity.reports.views.html.index_page import FindingLine
from tokparity.reports.views.html.row_facts import filters


def who_view(run: Run, lines: Sequence[FindingLine]) -> dict[str, Any] | None:
    """The names that who.html uses; None of a run without findings."""
    if not lines:
        return None
    by_id = {line.finding.id: line for line in lines}
    groups = by_who(run.info, [line.finding for line in lines])
    return {
        "groups": [(each, [by_id[found.id] for found in each.findings]) for each in groups],
        "filters": filters([line.facts for line in lines]),
    }
