"""What the index page shows, as plain data: the template only lays it out."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from tokparity.oracles.protocol import ORACLES
from tokparity.reports.records.finding import Finding, RefusalRecord
from tokparity.reports.records.properties import property_sheet
from tokparity.reports.records.run_directory import Run
from tokparity.reports.records.tables import cases_at_no_stage, cases_by_status, totals
from tokparity.reports.summary import describe
from tokparity.reports.summary.implementations import implementation_sheet
from tokparity.reports.summary.matrix import Line, lines, matrix_view, ops
from tokparity.reports.summary.one_engine import engines
from tokparity.reports.summary.three_ways import pair_sheet
from tokparity.reports.summary.verdict import KnownCause, answer, headline, known_causes
from tokparity.reports.summary.vocabulary_share import coverage_lines, vocabulary_sheet
from tokparity.reports.summary.votes import derived_sheet, vote_totals, votes_sheet
from tokparity.reports.triage.deeds import title_words
from tokparity.reports.triage.words import Words

MOST_NEW, MOST_CAUSES, MOST_ROWS = 10, 10, 10
MOST_FINDINGS = 1_000
"""Listed on the index; where there are more, `findings.html` lists all."""
"""New findings, known causes and rows of the matrix that are shown without a click."""


@dataclass(frozen=True, slots=True)
class RefusalGroup:
    """Refusals of one kind by one side in one artefact."""

    artefact: str
    side: str
    op: str
    kind: str
    count: int
    example: RefusalRecord


@dataclass(frozen=True, slots=True)
class RowFacts:
    """What a row can be chosen by; several words of one kind are joined by "|"."""

    family: str
    format: str
    stage: str
    verdict: str


@dataclass(frozen=True, slots=True)
class FindingLine:
    """A finding as a row: its title, where it was seen, and in how many cases."""

    finding: Finding
    title: Words
    where: str
    cases: int
    facts: RowFacts


def index_view(run: Run) -> dict[str, Any]:
    """The names that index.html uses."""
    columns, rows = matrix_view(run.cells, run.findings)
    matrix_lines = lines(columns, rows)
    findings = finding_lines(run)[:MOST_FINDINGS]
    calm = [line for line in matrix_lines if not line.differs]
    unsupported = run.cells[run.cells["unsupported"] > 0]
    return {
        "run": run,
        "info": run.info,
        "headline": headline(run),
        "answer": answer(run),
        "new": [line for line in findings if is_new(line.finding)],
        "most_new": MOST_NEW,
        "all_new": sum(map(is_new, run.findings)),
        "elsewhere": len(run.findings) - len(findings),
        "causes": [
            (cause, [line for line in findings if is_of(line.finding, cause)])
            for cause in known_causes(run)
        ],
        "most_causes": MOST_CAUSES,
        "filters": filters(run, findings, matrix_lines),
        "facts": lambda line: line_facts(run, line),
        "replay": describe.replay_command(run.directory, run.info),
        "totals": totals(run.cells),
        "ops": ops(columns),
        "differing": [line for line in matrix_lines if line.differs],
        "rejected": [line for line in calm if _refuses(line)],
        "calm": [line for line in calm if not _refuses(line)],
        "most_rows": MOST_ROWS,
        "findings": findings,
        "case_line": describe.case_line,
        "status_cases": cases_by_status(run.findings),
        "no_stage": cases_at_no_stage(run.findings),
        "no_finding": run.without_finding,
        "coverage": coverage_lines(run),
        "vocabularies": vocabulary_sheet(run),
        "votes": votes_sheet(run),
        "vote_totals": vote_totals(run),
        "derived": derived_sheet(run),
        "ways": bool(pair_sheet(run).rows),
        "engines": [(oracle, ORACLES[oracle].label) for oracle in engines(run)],
        "properties": property_sheet(run.properties),
        "implementations": implementation_sheet(run),
        "options": {name: _option(value) for name, value in run.info.options.items()},
        "refusals": refusal_groups(run.refusals),
        "unsupported": unsupported.to_dict("records"),
    }


def findings_view(run: Run) -> dict[str, Any] | None:
    """The names that findings.html uses; None where the index lists them all."""
    if len(run.findings) <= MOST_FINDINGS:
        return None
    found = finding_lines(run)
    return {"findings": found, "filters": filters(run, found, ())}


def finding_lines(run: Run) -> list[FindingLine]:
    """All findings as rows, by urgency."""
    return [_finding_line(run, finding) for finding in by_urgency(run.findings)]


def by_urgency(findings: Sequence[Finding]) -> list[Finding]:
    """What fails a run first, then by key."""
    return sorted(findings, key=lambda f: (f.status not in ("new", "stale"), f.key))


def is_new(finding: Finding) -> bool:
    """Whether it is nothing that the ledger knows."""
    return finding.status in ("new", "stale") or finding.ledger_entry is None


def is_of(finding: Finding, cause: KnownCause) -> bool:
    """Whether the ledger says that this is its cause."""
    of = (finding.ledger_entry, finding.status) == (cause.entry, cause.status)
    return of and not is_new(finding)


def _refuses(line: Line) -> bool:
    return any(square is not None and square.counts.refused for square in line.squares)


def _finding_line(run: Run, finding: Finding) -> FindingLine:
    names = list(dict.fromkeys(map(describe.artefact, finding.sightings)))
    where = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    files = [name for s in finding.sightings for name in (s.artefact, s.against) if name]
    facts = _facts(run, files, [finding.signature.stage], [finding.status])
    cases = sum(sighting.count for sighting in finding.sightings)
    title = title_words(finding, describe.smallest(finding))
    return FindingLine(finding, title, where, cases, facts)


def line_facts(run: Run, line: Line) -> RowFacts:
    """Of a row of the matrix."""
    squares = [square for square in line.squares if square is not None]
    stages = [finding.signature.stage for square in squares for finding in square.findings]
    facts = _facts(run, line.name.split(" ~ "), stages, [square.state for square in squares])
    return replace(facts, family=line.model)


def _facts(
    run: Run, files: Sequence[str], stages: Sequence[str], verdicts: Sequence[str]
) -> RowFacts:
    known = {artefact.name: artefact for artefact in run.info.artefacts}
    held = [known[name] for name in files if name in known]
    kinds = ([a.model for a in held], [a.format for a in held], stages, verdicts)
    return RowFacts(*("|".join(sorted(set(kind))) for kind in kinds))


def filters(
    run: Run, findings: Sequence[FindingLine], lines: Sequence[Line]
) -> dict[str, list[str]]:
    """What the rows can be chosen by, and the words there are of each kind."""
    facts = [line.facts for line in findings] + [line_facts(run, line) for line in lines]
    return {
        field.name: sorted(
            {word for each in facts for word in getattr(each, field.name).split("|")} - {""}
        )
        for field in fields(RowFacts)
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
