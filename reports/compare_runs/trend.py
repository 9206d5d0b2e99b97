"""Several runs in the order of their start: what each was, and since when each finding is seen.

From pandas tables over the run directories. Runs of other profiles or vocabularies may stand
side by side; the table says so, and draws no conclusion.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from tokparity.reports.compare_runs.diff import finding_table
from tokparity.reports.records.finding import Status
from tokparity.reports.records.run_directory import Run
from tokparity.reports.records.tables import totals

STATUSES: tuple[Status, ...] = ("new", "stale", "open", "accepted", "fixed-in")


@dataclass(frozen=True, slots=True)
class Trend:
    """`runs`: a row a run, oldest first. `findings`: a row a finding and run it was seen in, with
    the columns of `diff.finding_table` and the run's number, from 0. `history`: a row a finding:
    first and last run it was seen in, in how many, and its cases in each (None: not seen).
    """

    runs: pd.DataFrame
    findings: pd.DataFrame
    history: pd.DataFrame


def trend(runs: Sequence[Run]) -> Trend:
    """The runs by start; of two with one start, by directory."""
    ordered = sorted(runs, key=lambda run: (run.info.started, str(run.directory)))
    seen = pd.concat(
        [finding_table(run.findings).assign(number=at) for at, run in enumerate(ordered)],
        ignore_index=True,
    )
    facts = pd.DataFrame(list(map(_facts, ordered)), dtype=object)
    return Trend(facts, seen, _history(seen, len(ordered)))


def _facts(run: Run) -> dict[str, str | int]:
    info = run.info
    sums = totals(run.cells)
    status = pd.Series([finding.status for finding in run.findings], dtype=object).value_counts()
    return {
        "run": str(run.directory),
        "started": info.started,
        "tokparity": info.tokparity,
        "profile": info.profile,
        "vocabularies": len(info.artefacts),
        "cases": info.cases,
        "fidelity diverged": sums["fidelity"].counts.diverged,
        "parity diverged": sums["parity"].counts.diverged,
        "refused": sum(total.counts.refused for total in sums.values()),
        **{name: int(status.get(name, 0)) for name in STATUSES},
        "could not run": len(run.could_not_run),
        "cases per CPU-second": round(info.cases_per_cpu_second),
        "seconds": round(info.seconds),
        **{f"oracle {name}": version for name, version in sorted(info.oracles.items())},
    }


def _history(seen: pd.DataFrame, runs: int) -> pd.DataFrame:
    counts = seen.pivot_table(index="key", columns="number", values="cases", aggfunc="sum")
    counts = counts.reindex(columns=range(runs)).astype("Int64")
    grouped = seen.groupby("key")
    table = grouped.agg(
        first=("number", "min"),
        last=("number", "max"),
        runs=("number", "size"),
    )
    latest = seen.sort_values("number", kind="stable").groupby("key").last()
    table = table.join(latest[["id", "name", "question", "op", "pair", "status"]])
    table["counts"] = [
        [None if pd.isna(count) else int(count) for count in row] for row in counts.to_numpy()
    ]
    return table.sort_values(["last", "first", "key"], ascending=[False, False, True]).reset_index()


def trend_tables(trend: Trend) -> dict[str, pd.DataFrame]:
    """Name → table, for a program: the numbers of runs made into their start."""
    started = list(trend.runs["started"])
    seen = {name: trend.history[name].map(started.__getitem__) for name in ("first", "last")}
    return {"run": trend.runs, "finding": trend.history.assign(**seen)}
