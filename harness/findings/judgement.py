"""What the ledger says of the findings of a run."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tokparity.harness.explanations.binding import check_changes, elsewhere, names_no_file
from tokparity.harness.explanations.changes import does
from tokparity.harness.findings.committed_cases import committed
from tokparity.reference_impl.contract import Artefact
from tokparity.reports.records.finding import Finding
from tokparity.reports.records.ledger import Ledger, Witness, classify, load_ledger
from tokparity.reports.records.run_info import KnownChange

OWN_LEDGER = Path(".tokparity") / "known"


@dataclass(frozen=True, slots=True)
class Judged:
    """Findings with their status, the stale entries, and how many witnesses could not run.

    `elsewhere` are entries that name a file of a user's own which was not looked at.
    """

    findings: tuple[Finding, ...]
    stale: tuple[str, ...]
    cannot_run: int
    reasons: Mapping[str, str]
    """Why the two sides differ, by the entry that covers a finding."""
    elsewhere: tuple[str, ...] = ()
    changes: Mapping[str, tuple[KnownChange, ...]] = field(default_factory=dict)
    """What is changed to account for them, by the same entry."""
    deviates: Mapping[str, str] = field(default_factory=dict)
    """Who does otherwise than the model was made for, where the entry says so."""
    shown_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The committed cases that show it."""


def own_ledger(own: Path = OWN_LEDGER) -> Ledger:
    """The shipped ledger and the user's own, each witness of which is there.

    Errors: BadLedger. For the start of a run: a bad ledger is known before any work is done.
    """
    ledger = load_ledger(own)
    ledger.check(case.name for case in committed())
    check_changes(ledger)
    return ledger


def judge(
    findings: Sequence[Finding],
    witnesses: Mapping[str, Witness],
    versions: Mapping[str, str],
    own: Path = OWN_LEDGER,
    ledger: Ledger | None = None,
    idle: Collection[str] = (),
    artefacts: Iterable[Artefact] = (),
) -> Judged:
    """Classify each finding by the shipped ledger and the user's own, or by the part of them
    that is in question. An entry is stale where its witnesses agree, where it names no file that
    there is, and where an explanation of it does nothing (`idle`). `artefacts` are all files that
    were looked at. Errors: BadLedger."""
    ledger = load_ledger(own) if ledger is None else ledger
    agreeing = {entry.id for entry in ledger.stale(witnesses, versions)}
    stale = tuple(
        entry.id
        for entry in ledger.entries
        if entry.id in agreeing or entry.id in idle or any(map(names_no_file, entry.explanations))
    )
    judged = tuple(classify(finding, ledger, versions, stale) for finding in findings)
    used = {name for finding in judged for name in (finding.ledger_entry or "").split(", ")}
    reasons = {
        entry.id: entry.reason or entry.evidence for entry in ledger.entries if entry.id in used
    }
    deviates = {
        entry.id: entry.deviates for entry in ledger.entries if entry.id in used and entry.deviates
    }
    changes = {
        entry.id: tuple(
            KnownChange(each.deed, each.on, each.beside, each.ops, does(each))
            for each in entry.explanations
        )
        for entry in ledger.entries
        if entry.id in used
    }
    shown_by = {entry.id: tuple(entry.witnesses) for entry in ledger.entries if entry.id in used}
    others = dict.fromkeys(each.entry for each in elsewhere(ledger, artefacts))
    return Judged(
        judged,
        stale,
        ledger.cannot_run(witnesses),
        reasons,
        tuple(others),
        changes,
        deviates,
        shown_by,
    )
