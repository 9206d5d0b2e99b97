"""A run's verdict and totals in one line each, the same in every view."""

from tokparity.reports.records.finding import Status
from tokparity.reports.records.run_directory import Run
from tokparity.reports.records.tables import (
    Totals,
    cases_at_no_stage,
    cases_by_status,
    totals,
)

LEDGERED: tuple[Status, ...] = ("accepted", "open", "fixed-in")
"""What the ledger can say of a divergence that it excuses."""


def headline(run: Run) -> str:
    """The verdict in a few words: "All agree", "2 new divergences, 1 stale ledger entry".

    Never a good one where nothing was compared, or something could not run.
    """
    new = sum(finding.status == "new" for finding in run.findings)
    stale = len(run.info.ledger.stale) or sum(f.status == "stale" for f in run.findings)
    failed = len(run.could_not_run)
    lost, invariants = run.without_finding, run.broken_invariants
    parts = [
        *([f"{failed} could not run"] if failed else []),
        *([] if run.info.cases or failed else ["Nothing was compared"]),
        *([f"{new} new divergence{'s' * (new != 1)}"] if new else []),
        *([f"{stale} stale ledger {'entry' if stale == 1 else 'entries'}"] if stale else []),
        *([f"{lost:,} divergence{'s' * (lost != 1)} without a finding"] if lost else []),
        *([f"{invariants} invariant{'s' * (invariants != 1)} broken"] if invariants else []),
    ]
    return ", ".join(parts) or ("No new divergence" if run.findings else "All agree")


def totals_line(name: str, totals: Totals) -> str:
    """One question's sums: "fidelity: 10 compared, 9 agreed, 1 diverged, 0 refused, …"."""
    sums = (f"{figure.value:,} {figure.heading}" for figure in totals.counts.figures)
    return f"{name}: {', '.join(sums)}"


def totals_and_ledger(run: Run) -> str:
    """The last line of a run: both questions' totals, and cases by what the ledger says of them."""
    sums = [totals_line(question, counted) for question, counted in totals(run.cells).items()]
    return "; ".join([*sums, *ledger_line(run)])


def ledger_line(run: Run) -> list[str]:
    """Ledgered cases per status, what is in no entry, and whatever else is amiss: only if it is.

    Cases are counted, but for entries and witnesses, which are the ledger's.
    """
    known = cases_by_status(run.findings)
    ledgered = ", ".join(f"{known[status]:,} {status}" for status in LEDGERED)
    amiss = {
        "under stale entries": known["stale"],
        "of an unknown stage": cases_at_no_stage(run.findings),
        "without a finding": run.without_finding,
    }
    cannot = run.info.ledger.cannot_run
    stale = len(run.info.ledger.stale)
    return [
        f"ledgered cases: {ledgered}",
        f"new: {known['new']:,}",
        *(f"{count:,} {what}" for what, count in amiss.items() if count),
        *([f"{stale} stale {'entry' if stale == 1 else 'entries'}"] if stale else []),
        *([f"{cannot} witness{'es' * (cannot != 1)} cannot run"] if cannot else []),
        *([f"{len(run.could_not_run)} could not run"] if run.could_not_run else []),
    ]
