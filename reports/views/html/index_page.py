"""What the index page shows, as plain data: the template only lays it out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tokparity.reports.records.finding import RefusalRecord
from tokparity.reports.records.properties import property_sheet
from tokparity.reports.records.run_directory import Run
from tokparity.reports.records.tables import cases_at_no_stage, cases_by_status, totals
from tokparity.reports.summary import describe
from tokparity.reports.summary.implementations import implementation_sheet
from tokparity.reports.summary.matrix import lines, matrix_view, ops
from tokparity.reports.summary.verdict import answer, headline, known_causes
from tokparity.reports.summary.vocabulary_share import coverage_lines, vocabulary_sheet
from tokparity.reports.summary.votes import derived_sheet, vote_totals, votes_sheet
from tokparity.reports.views.html.implementation_page import page_name

OPEN_ROWS = 40
"""Rows without a divergence that are shown without a click."""


@dataclass(frozen=True, slots=True)
class RefusalGroup:
    """Refusals of one kind by one side in one artefact."""

    artefact: str
    side: str
    op: str
    kind: str
    count: int
    example: RefusalRecord


def index_view(run: Run) -> dict[str, Any]:
    """The names that index.html uses."""
    columns, rows = matrix_view(run.cells, run.findings)
    matrix_lines = lines(columns, rows)
    unsupported = run.cells[run.cells["unsupported"] > 0]
    return {
        "run": run,
        "info": run.info,
        "headline": headline(run),
        "answer": answer(run),
        "known_causes": known_causes(run),
        "replay": describe.replay_command(run.directory, run.info),
        "totals": totals(run.cells),
        "ops": ops(columns),
        "differing": [line for line in matrix_lines if line.differs],
        "calm": [line for line in matrix_lines if not line.differs],
        "open_rows": OPEN_ROWS,
        "findings": sorted(run.findings, key=lambda f: (f.status not in ("new", "stale"), f.key)),
        "smallest": describe.smallest,
        "case_line": describe.case_line,
        "status_cases": cases_by_status(run.findings),
        "no_stage": cases_at_no_stage(run.findings),
        "no_finding": run.without_finding,
        "coverage": coverage_lines(run),
        "vocabularies": vocabulary_sheet(run),
        "votes": votes_sheet(run),
        "vote_totals": vote_totals(run),
        "derived": derived_sheet(run),
        "properties": property_sheet(run.properties),
        "implementations": implementation_sheet(run),
        "page_name": page_name,
        "options": {name: _option(value) for name, value in run.info.options.items()},
        "refusals": refusal_groups(run.refusals),
        "unsupported": unsupported.to_dict("records"),
    }


def _option(value: object) -> str:
    """A choice of the run, long ones by their size: the shards of each cell are in run.json."""
    return f"{len(value):,} entries, in run.json" if isinstance(value, dict) else str(value)


def refusal_groups(refusals: Sequence[RefusalRecord]) -> list[RefusalGroup]:
    """Refusals counted by artefact, side, op and kind, most frequent first."""
    groups: dict[tuple[str, str, str, str], list[RefusalRecord]] = {}
    for record in refusals:
        place = (record.artefact, record.side, record.op, record.refusal.kind)
        groups.setdefault(place, []).append(record)
    counted = [RefusalGroup(*place, len(group), group[0]) for place, group in groups.items()]
    return sorted(counted, key=lambda group: (-group.count, group.artefact, group.side, group.op))
