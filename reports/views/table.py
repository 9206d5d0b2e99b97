"""The findings of a run as a table: a row each, for a spreadsheet, pandas or a database."""

from pathlib import Path

import pandas as pd

from tokparity.reports.records.finding import Finding
from tokparity.reports.records.run_directory import Run
from tokparity.reports.summary import describe

COLUMNS = (
    "key", "id", "status", "question", "op", "stage", "component", "method", "cases",
    "smallest", "left", "right", "left_answer", "right_answer",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for one."""


def findings_table(run: Run) -> pd.DataFrame:
    """A row a finding, by key; `cases` of all sightings, `smallest` as `case_line` writes it."""
    return pd.DataFrame([_row(finding) for finding in run.findings], columns=list(COLUMNS))


def findings_csv(run: Run) -> str:
    """The table as CSV. A cell that a spreadsheet would compute has an apostrophe before it."""
    table = findings_table(run)
    return str(table.map(_inert).to_csv(index=False, lineterminator="\n"))


def write_parquet(run: Run, path: Path) -> None:
    """The table as a Parquet file, whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    findings_table(run).to_parquet(part, index=False)
    part.replace(path)


def _inert(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def _row(finding: Finding) -> dict[str, object]:
    sighting = describe.smallest(finding)
    left, right = describe.side_names(finding, sighting)
    return {
        "key": finding.key,
        "id": finding.id,
        "status": finding.status,
        "question": finding.signature.question,
        "op": finding.signature.op,
        "stage": finding.signature.stage,
        "component": finding.signature.component,
        "method": finding.method,
        "cases": sum(each.count for each in finding.sightings),
        "smallest": describe.case_line(sighting.case),
        "left": left,
        "right": right,
        "left_answer": describe.answer_line(sighting.left),
        "right_answer": describe.answer_line(sighting.right),
    }
