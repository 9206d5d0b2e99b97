"""What the index page shows, as plain data: the template only lays it out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tokparity.oracles.protocol import ORACLES
from tokparity.reports.records.finding import Finding, RefusalRecord
from tokparity.reports.records.properties import property_sheet
from tokparity.reports.records.run_directory import Run
from tokparity.reports.records.tables import cases_at_no_stage, cases_by_status, totals
from tokparity.reports.summary import describe
from tokparity.reports.summary.heat_map import heat_map
from tokparity.reports.summary.implementations import implementation_sheet
from tokparity.reports.summary.matrix import Line, lines, matrix_view, ops
from tokparity.reports.summary.one_engine import engines
from tokparity.reports.summary.three_ways import pair_sheet
from tokparity.reports.summary.verdict import KnownCause, answer, headline, known_causes
from tokparity.reports.summary.vocabulary_share import coverage_lines, vocabulary_sheet
from tokparity.reports.summary.votes import derived_sheet, vote_totals, votes_sheet
from tokparity.reports.triage.deeds import title_words
from tokparity.reports.triage.words import Words
from tokparity.reports.views.html.row_facts import RowFacts, RunFacts, filters, search_text

MOST_NEW, MOST_CAUSES, MOST_MODELS = 10, 10, 12
"""New findings, known causes and models that are shown without a click."""
MOST_FINDINGS = 800
"""Listed on the index; where there are more, `findings.html` lists all."""


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
class FindingLine:
    """A finding as a row: its title, where it was seen, in how many cases, and what else it is
    found by."""

    finding: Finding
    title: Words
    where: str
    cases: int
    facts: RowFacts
    search: str


def index_view(run: Run, found: Sequence[FindingLine]) -> dict[str, Any]:
    """The names that index.html uses; `found` are all findings as rows."""
    columns, rows = matrix_view(run.cells, run.findings)
    matrix_lines = lines(columns, rows)
    findings, facts = found[:MOST_FINDINGS], RunFacts(run)
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
        "filters": filters(
            [each.facts for each in findings] + [facts.line(each) for each in matrix_lines]
        ),
        "facts": facts.line,
        "heat": heat_map(matrix_lines),
        "model_facts": facts.model,
        "model_of": {each.name: each.model for each in run.info.artefacts},
        "replay": describe.replay_command(run.directory, run.info),
        "totals": totals(run.cells),
        "ops": ops(columns),
        "differing": [line for line in matrix_lines if line.differs],
        "rejected": [line for line in calm if _refuses(line)],
        "calm": [line for line in calm if not _refuses(line)],
        "most_models": MOST_MODELS,
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
        "engines": _named_apart(engines(run)),
        "properties": property_sheet(run.properties),
        "implementations": implementation_sheet(run),
        "options": {name: _option(value) for name, value in run.info.options.items()},
        "refusals": refusal_groups(run.refusals),
        "unsupported": unsupported.to_dict("records"),
    }


def findings_view(found: Sequence[FindingLine]) -> dict[str, Any] | None:
    """The names that findings.html uses; None where the index lists them all."""
    if len(found) <= MOST_FINDINGS:
        return None
    return {"findings": found, "filters": filters([each.facts for each in found])}


def finding_lines(run: Run) -> list[FindingLine]:
    """All findings as rows, by urgency."""
    facts = RunFacts(run)
    return [_finding_line(facts, finding) for finding in by_urgency(run.findings)]


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


def _finding_line(facts: RunFacts, finding: Finding) -> FindingLine:
    names = list(dict.fromkeys(map(describe.artefact, finding.sightings)))
    where = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    cases = sum(sighting.count for sighting in finding.sightings)
    title = title_words(finding, describe.smallest(finding))
    return FindingLine(finding, title, where, cases, facts.finding(finding), search_text(finding))


def _named_apart(oracles: Sequence[str]) -> list[tuple[str, str]]:
    """Each adapter with its library's name; of two of one library with its own name too."""
    labels = [ORACLES[oracle].label for oracle in oracles]
    return [
        (oracle, f"{label} ({oracle})" if labels.count(label) > 1 else label)
        for oracle, label in zip(oracles, labels, strict=True)
    ]


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
