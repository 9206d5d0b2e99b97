"""What several runs say over time, as sheets: the runs, the versions that moved, the findings."""

from tokparity.reports.compare_runs.trend import STATUSES, Trend
from tokparity.reports.text.sheets import Sheet, Value

MOST_RUNS = 8
"""Runs of which a finding's counts stand side by side."""
ORACLE = "oracle "


def trend_sheets(trend: Trend) -> list[Sheet]:
    """All there is to show a person."""
    return [run_sheet(trend), version_sheet(trend), finding_sheet(trend)]


def run_sheet(trend: Trend) -> Sheet:
    """A row a run. Of the columns that should be empty, only those that are not."""
    sparse = (*STATUSES, "could not run")
    columns = [
        name
        for name in trend.runs.columns
        if not name.startswith(ORACLE) and (name not in sparse or trend.runs[name].any())
    ]
    table = trend.runs[columns].assign(started=trend.runs["started"].map(_minute))
    rows = tuple(map(tuple, table.astype(object).to_numpy()))
    note = f"findings by status ({', '.join(STATUSES)}), where there are any"
    return Sheet("Runs", tuple(columns), rows, note)


def version_sheet(trend: Trend) -> Sheet:
    """The runs in which a library has another version than in the run before."""
    rows: list[tuple[Value, ...]] = []
    for column in trend.runs.columns:
        if column.startswith(ORACLE):
            versions = trend.runs[column].dropna()
            moved = versions[versions.ne(versions.shift())][1:]
            for at, version in moved.items():
                before = versions[versions.index < at].iloc[-1]
                when = _minute(trend.runs["started"][at])
                rows.append((column.removeprefix(ORACLE), when, before, version))
    return Sheet("Versions that moved", ("library", "in the run of", "from", "to"), tuple(rows))


def finding_sheet(trend: Trend) -> Sheet:
    """A row a finding: since when, until when, and how many cases in the latest runs."""
    started = list(map(_minute, trend.runs["started"]))
    rows = tuple(
        (
            row["status"],
            (f"{row['question']} {row['op']}: {row['name']}", row["pair"], row["id"]),
            started[row["first"]],
            started[row["last"]] if row["last"] < len(started) - 1 else "still there",
            " ".join(
                "–" if count is None else f"{count:,}" for count in row["counts"][-MOST_RUNS:]
            ),
        )
        for row in trend.history.to_dict("records")
    )
    columns = ("status", "finding", "first seen", "last seen", "cases")
    many = len(started) > MOST_RUNS
    note = f"cases in the latest {MOST_RUNS} runs" if many else "cases in each run"
    return Sheet("Findings", columns, rows, note, "None in any run.")


def _minute(started: str) -> str:
    """
    >>> _minute("2026-11-21T16:03:37+00:00")
    '2026-11-21 16:03'
    """
    return started[:16].replace("T", " ")
