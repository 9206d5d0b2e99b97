"""Who is likely wrong about a finding, in a name: what a night's triage is grouped by.

Not here: why (`roles.reasons`), nor in which words a page says so (`account`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tokparity.reports.records.finding import Finding
from tokparity.reports.records.ledger import NOBODY
from tokparity.reports.records.run_info import RunInfo
from tokparity.reports.summary import describe
from tokparity.reports.triage.roles import (
    DEADLY,
    NOBODY_CAN_TELL,
    Votes,
    breaks_off,
    cannot_heed,
    is_of_arguments,
    no_fault,
    parts,
    reasons,
)


@dataclass(frozen=True, slots=True)
class Group:
    """Findings that one name is likely wrong about; `is_nobody`: no name at all."""

    who: str
    findings: tuple[Finding, ...]
    is_nobody: bool

    @property
    def cases(self) -> int:
        """Of all of them."""
        return sum(seen.count for each in self.findings for seen in each.sightings)

    @property
    def new(self) -> int:
        """How many of them the ledger does not know."""
        return sum(each.ledger_entry is None for each in self.findings)


def likely_wrong(info: RunInfo, finding: Finding) -> str:
    """The name: of the ledger where it has one, without more about it, else the library's, or the
    implementation's; NOBODY where neither side is wrong, or nobody can tell.

    >>> likely_wrong(info, finding)  # doctest: +SKIP
    'llama.cpp'
    """
    if who := info.ledger.deviates.get(finding.ledger_entry or "", ""):
        return who.partition(", ")[0]
    smallest = describe.smallest(finding)
    got, expected = parts(finding, smallest)
    is_dead = getattr(got.recorded, "kind", None) in DEADLY or breaks_off(got.recorded)
    if no_fault(finding.signature.component) or cannot_heed(info, finding, got):
        return NOBODY
    if is_of_arguments(finding) and not is_dead:
        return NOBODY
    first, *_ = reasons(finding, got, expected, (), Votes())
    return NOBODY if first == NOBODY_CAN_TELL else got.label


def by_who(info: RunInfo, findings: Sequence[Finding]) -> list[Group]:
    """The names with most new findings first, then with most cases; nobody last."""
    named: dict[str, list[Finding]] = {}
    for finding in findings:
        named.setdefault(likely_wrong(info, finding), []).append(finding)
    groups = [Group(who, tuple(found), who == NOBODY) for who, found in named.items()]
    return sorted(groups, key=lambda it: (it.is_nobody, -it.new, -it.cases, it.who))
