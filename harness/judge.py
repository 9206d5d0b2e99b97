"""What the ledger says of the findings of a run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness.gate import WitnessState
from reports.records import Finding


@dataclass(frozen=True, slots=True)
class Judged:
    """Findings with their status, the stale entries, and how many witnesses could not run."""

    findings: tuple[Finding, ...]
    stale: tuple[str, ...]
    cannot_run: int


def judge(
    findings: Sequence[Finding],
    witnesses: Mapping[str, WitnessState],
    *,
    complete: bool,
    user: Path | None,
) -> Judged:
    return Judged(tuple(findings), (), 0)
