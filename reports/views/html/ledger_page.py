"""What the page of the ledger shows: each entry that covers findings of the run, and these."""

from collections.abc import Sequence
from typing import Any

from tokparity.reports.records.run_directory import Run
from tokparity.reports.summary.verdict import known_causes
from tokparity.reports.views.html.index_page import FindingLine, is_of


def ledger_view(run: Run, found: Sequence[FindingLine]) -> dict[str, Any] | None:
    """The names that ledger.html uses; None where no entry covers anything."""
    causes = known_causes(run)
    if not causes:
        return None
    return {
        "ledger": run.info.ledger,
        "causes": [
            (cause, [line for line in found if is_of(line.finding, cause)]) for cause in causes
        ],
        "cases": sum(cause.cases for cause in causes),
    }
