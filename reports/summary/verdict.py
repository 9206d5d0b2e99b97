"""A run's verdict and totals in one line each, the same in every view."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tokparity.oracles.pinned import unpinned
from tokparity.reference_impl.contract import Op
from tokparity.reports.records.finding import Finding, Status
from tokparity.reports.records.run_directory import Run
from tokparity.reports.records.run_info import Coverage, FileDifference
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
    coverage = run.info.coverage
    lost, invariants = run.without_finding, run.broken_invariants
    parts = [
        *([f"{failed} could not run"] if failed else []),
        *([] if run.info.cases or failed else ["Nothing was compared"]),
        *([] if coverage.complete else [_incomplete(coverage)]),
        *([f"{new} new divergence{'s' * (new != 1)}"] if new else []),
        *([f"{stale} stale ledger {'entry' if stale == 1 else 'entries'}"] if stale else []),
        *([f"{lost:,} divergence{'s' * (lost != 1)} without a finding"] if lost else []),
        *([f"{invariants} invariant{'s' * (invariants != 1)} broken"] if invariants else []),
    ]
    return ", ".join(parts) or ("No new divergence" if run.findings else _agreement(run))


def _agreement(run: Run) -> str:
    """Files that say different things do not agree, though no case shows it."""
    hidden = not_shown(run)
    if not hidden:
        return "All agree"
    return f"No case differs, but the files do: {', '.join(each.aspect for each in hidden)}"


def not_shown(run: Run) -> list[FileDifference]:
    """What the files say differently that no case made for it shows."""
    return [each for each in run.info.file_differences if not each.shown]


def _incomplete(coverage: Coverage) -> str:
    """What is missing of what was required, in a few words."""
    if coverage.compared < coverage.required:
        return f"Incomplete: {coverage.compared} of {coverage.required} vocabularies"
    cells = len(coverage.missing)
    return f"Incomplete: {cells} cell{'s' * (cells != 1)} not compared"


_ASKED: tuple[tuple[Op, str, str], ...] = (
    ("encode", "Encoding", "texts"),
    ("decode", "Decoding", "id sequences"),
    ("stream", "Streaming", "replies"),
    ("chat", "Conversations", "conversations"),
)


def answer(run: Run) -> str:
    """What the user asked, answered: "Encoding: identical on 2,048 texts. Decoding: 18 of 512 id
    sequences differ, one known cause."

    Of both questions together; what each library reports besides, and each stage by itself, is in
    the totals.
    """
    sentences = []
    for op, name, noun in _ASKED:
        cells = run.cells[run.cells["op"] == op]
        compared, diverged, refused = (
            int(cells[count].sum()) for count in ("compared", "diverged", "refused")
        )
        if not compared:
            continue
        refusals = f", {refused:,} refused" if refused else ""
        if not diverged:
            sentences.append(f"{name}: identical on {compared - refused:,} {noun}{refusals}.")
            continue
        findings = [finding for finding in run.findings if finding.signature.op == op]
        sentences.append(
            f"{name}: {diverged:,} of {compared:,} {noun} differ{refusals}, {_causes(findings)}."
        )
    if not sentences and not run.info.file_differences:
        return "Nothing was compared."
    return " ".join([*sentences, *_of_files(run), *_of_versions(run)])


def _of_versions(run: Run) -> list[str]:
    """That the answers are those of other versions than the reference follows."""
    asked = {side for pair in run.info.pairs for side in (pair.left, pair.right)}
    of_asked = {name: it for name, it in run.info.oracles.items() if name in asked}
    return [f"Asked was {line}." for line in unpinned(of_asked)]


def _of_files(run: Run) -> list[str]:
    """What came of each thing that the files say differently."""
    parts = []
    for each in run.info.file_differences:
        if not each.tried:
            parts.append(f"{each.aspect} (not compared: --as-configured does)")
        elif each.shown:
            parts.append(f"{each.aspect} (shown by {each.shown:,} of {each.tried:,} cases)")
        else:
            parts.append(f"{each.aspect} (not shown by any of {each.tried:,} cases)")
    return [f"The files differ in {', '.join(parts)}."] if parts else []


def _causes(findings: Iterable[Finding]) -> str:
    """How many causes are known, and how many findings are new."""
    known, new = set(), 0
    for finding in findings:
        if finding.status in LEDGERED:
            known.add(finding.ledger_entry)
        else:
            new += 1
    counts = ((len(known), "known cause"), (new, "new finding"))
    parts = [
        f"{'one' if count == 1 else count} {noun}{'s' * (count != 1)}"
        for count, noun in counts
        if count
    ]
    return " and ".join(parts) or "in no finding"


@dataclass(frozen=True, slots=True)
class KnownCause:
    """A ledger entry that accounts for cases of a run."""

    entry: str
    status: Status
    cases: int
    reason: str


def known_causes(run: Run) -> list[KnownCause]:
    """Each with its reason, that of most cases first."""
    cases: Counter[tuple[str, Status]] = Counter()
    for finding in run.findings:
        if finding.ledger_entry is not None:
            cases[finding.ledger_entry, finding.status] += sum(s.count for s in finding.sightings)
    reasons = run.info.ledger.reasons
    return [
        KnownCause(entry, status, count, reasons.get(entry, ""))
        for (entry, status), count in sorted(cases.items(), key=lambda item: (-item[1], item[0]))
    ]


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
    stale, others = len(run.info.ledger.stale), len(run.info.ledger.elsewhere)
    return [
        f"ledgered cases: {ledgered}",
        f"new: {known['new']:,}",
        *(f"{count:,} {what}" for what, count in amiss.items() if count),
        *([f"{stale} stale {'entry' if stale == 1 else 'entries'}"] if stale else []),
        *([f"{others} {'entry' if others == 1 else 'entries'} of other files"] if others else []),
        *([f"{cannot} witness{'es' * (cannot != 1)} cannot run"] if cannot else []),
        *([f"{len(run.could_not_run)} could not run"] if run.could_not_run else []),
    ]
