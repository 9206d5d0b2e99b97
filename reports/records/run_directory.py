"""A run directory, read whole: the one source of every view.

What it is not: a view (`html`, `junit`, `markdown`, `terminal`), or a writer (each
file is written by the module of its schema).
"""

from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from tokparity.reports.records.errors import BadRecord, NotARun
from tokparity.reports.records.finding import Finding, RefusalRecord
from tokparity.reports.records.growth import Curve, read_growth
from tokparity.reports.records.lines import read_lines
from tokparity.reports.records.properties import PropertyRecord, read_properties
from tokparity.reports.records.run_info import RunInfo, read_run_info
from tokparity.reports.records.tables import cases_without_finding, cells


@dataclass(frozen=True, slots=True)
class Run:
    """Everything a view may show. `cells` is the table of `reports.records.tables.cells`."""

    directory: Path
    info: RunInfo
    cells: pd.DataFrame
    findings: tuple[Finding, ...]
    refusals: tuple[RefusalRecord, ...]
    properties: tuple[PropertyRecord, ...] = ()
    growth: tuple[Curve, ...] = ()

    @property
    def red(self) -> tuple[Finding, ...]:
        """Findings that fail a run: new ones, and those whose ledger entry is stale."""
        return tuple(finding for finding in self.findings if finding.status in ("new", "stale"))

    @property
    def could_not_run(self) -> tuple[str, ...]:
        """The cells and regression cases that could not run at all."""
        return tuple(self.info.extra.get("could_not_run", ()))

    @property
    def broken_invariants(self) -> int:
        """How many invariants of an artefact the reference broke."""
        return sum(record.breaks_invariant for record in self.properties)

    @property
    def without_finding(self) -> int:
        """How many diverging cases no finding speaks of: these too fail a run."""
        return cases_without_finding(self.cells, self.findings)

    @property
    def ok(self) -> bool:
        """Whether all agree, or differ only as the ledger says; and something was compared."""
        whole = not self.could_not_run and self.info.cases > 0 and not self.broken_invariants
        whole = whole and (self.info.coverage.complete or self.info.coverage.allowed)
        return whole and not (self.red or self.info.ledger.stale or self.without_finding)


SCRIPTS = "scripts"
LONGEST_SCRIPT = 1 << 16
"""Bytes of a script, of those that a run keeps and that a page shows."""


def kept_script(run_dir: Path, finding: str) -> tuple[str, str] | None:
    """(its file's name, its text): the script of a finding, by its id, that asks the library alone;
    None where the run has kept none."""
    for suffix in (".py", ".mjs"):
        path = run_dir / SCRIPTS / f"{finding}{suffix}"
        if path.is_file() and path.stat().st_size <= LONGEST_SCRIPT:
            return path.name, path.read_text("utf-8", errors="replace")
    return None


def read_run(run_dir: Path) -> Run:
    """Read every file of a run directory.

    Raises NotARun where a file is missing, BadRecord (file, line, field, reason) where
    one is not as its schema says.
    """
    info = read_run_info(run_dir)
    for name in ("cells.parquet", "findings.jsonl", "refusals.jsonl"):
        if not (run_dir / name).is_file():
            step = "finish the run with `tokparity run --resume`"
            raise NotARun(run_dir, f"it has no {name}", step)
    records = (cells(run_dir), read_findings(run_dir), read_refusals(run_dir))
    return Run(run_dir, info, *records, read_properties(run_dir), read_growth(run_dir))


def read_findings(run_dir: Path) -> tuple[Finding, ...]:
    """The findings of a run, as written (in key order); raises BadRecord."""
    path = run_dir / "findings.jsonl"
    findings: dict[str, Finding] = {}
    for number, finding in read_lines(path, Finding):
        if not finding.sightings:
            raise BadRecord(path, number, "sightings", "is empty")
        if finding.key in findings:
            raise BadRecord(path, number, "key", "stands on an earlier line too")
        findings[finding.key] = finding
    return tuple(findings.values())


def read_refusals(run_dir: Path) -> tuple[RefusalRecord, ...]:
    """The refusals of a run, as written; raises BadRecord."""
    return tuple(record for _, record in read_lines(run_dir / "refusals.jsonl", RefusalRecord))
