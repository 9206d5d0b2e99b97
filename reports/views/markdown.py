"""summary.md: the run on one screen, for a CI job's page.

Short on purpose: what is long, or needs colour, is in the HTML report. Of a big run the rows
that agree are folded; a page of GitHub's may have a megabyte.
"""

from collections import Counter
from html import escape
from pathlib import Path

from tokparity.reports.records.finding import Finding
from tokparity.reports.records.run_directory import Run
from tokparity.reports.records.tables import totals
from tokparity.reports.summary import describe
from tokparity.reports.summary.matrix import Line, Square, lines, matrix_view, ops
from tokparity.reports.summary.omissions import omissions
from tokparity.reports.summary.verdict import (
    LEDGERED,
    answer,
    headline,
    known_causes,
    ledger_line,
    totals_line,
)
from tokparity.reports.summary.vocabulary_share import coverage_lines, vocabulary_sheet
from tokparity.reports.summary.votes import derived_sheet, vote_line, vote_totals, votes_sheet
from tokparity.reports.text.markdown import code, plain
from tokparity.reports.text.sheets import Sheet, markdown_row, markdown_table
from tokparity.reports.text.visible import clip, harmless
from tokparity.reports.triage.deeds import title_words
from tokparity.reports.triage.words import Stretch

MOST_FINDINGS = 20
MOST_KNOWN = 200
MOST_SKIPPED = 50
FOLDED_FROM = 40
"""Rows of a matrix from which on those that agree are folded."""
LONGEST_LABEL = 80
LONGEST_REASON = 300


def write_markdown(run: Run) -> Path:
    """Write RUN/summary.md, complete or not at all, and return its path."""
    path = run.directory / "summary.md"
    part = path.with_name("summary.md.part")
    part.write_text(markdown(run), "utf-8", newline="\n")
    part.replace(path)
    return path


def markdown(run: Run) -> str:
    """The summary as GitHub-flavoured Markdown."""
    blocks = [
        f"# {headline(run)}",
        answer(run),
        *_totals(run),
        *_red(run),
        _matrix(run),
        *_known(run),
        *_coverage(run),
        *_votes(run),
        *_rest(run),
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _totals(run: Run) -> list[str]:
    questions = [
        f"- {totals_line(question, sums)}"
        for question, sums in totals(run.cells).items()
        if sums.cells
    ]
    asked = f"- {run.info.cases:,} cases"
    return ["\n".join([*questions, f"- {'; '.join(ledger_line(run))}", asked])]


def _matrix(run: Run) -> str:
    columns, rows = matrix_view(run.cells, run.findings)
    if not rows:
        return "Nothing was compared."
    every = lines(columns, rows)
    head = ["artefact", "pair", *ops(columns)]
    if len(every) < FOLDED_FROM:
        return _table(head, every)
    loud = [line for line in every if line.differs]
    calm = [line for line in every if not line.differs]
    tables = [_table(head, loud)] if loud else []
    tables += [folded(f"{len(calm):,} rows without a divergence", _table(head, calm))]
    return "\n\n".join(tables)


def _table(head: list[str], matrix_lines: list[Line]) -> str:
    table = [markdown_row(head), markdown_row(["---"] * len(head))]
    for line in matrix_lines:
        squares = (_square(square) for square in line.squares)
        table.append(markdown_row([_label(line.name), _label(line.pair), *squares]))
    return "\n".join(table)


def _label(text: str) -> str:
    start, more = clip(text, LONGEST_LABEL)
    return plain(start) + "…" * bool(more)


def _square(square: Square | None) -> str:
    if square is None:
        return "–"
    counts = square.counts
    further = [f"{figure.value:,} {figure.heading}" for figure in counts.further]
    if square.state == "agrees":
        return ", ".join([f"✅ {counts.agreed:,}", *further])
    marks = {"new": "❌", "known": "🟡", "refused": "🟣", "none": "–"}
    wrong = f"{counts.diverged:,} of {counts.compared:,} differ" if counts.diverged else ""
    refused = f"{counts.refused:,} refused" if counts.refused else ""
    unsupported = f"{counts.unsupported:,} unsupported" if not counts.compared else ""
    figures = ", ".join(filter(None, [wrong, refused, unsupported, *further]))
    return " ".join(filter(None, [marks[square.state], figures]))


def _known(run: Run) -> list[str]:
    """What the ledger excuses, folded: each with its entry and status, and its stage."""
    known = [finding for finding in run.findings if finding.status in LEDGERED]
    if not known:
        return []
    rows = tuple(
        (
            finding.status,
            f"{finding.signature.stage} {finding.signature.component}",
            f"{finding.signature.question} {finding.signature.op}, {describe.pair(finding)}",
            len(finding.sightings),
            sum(sighting.count for sighting in finding.sightings),
            finding.ledger_entry,
        )
        for finding in known[:MOST_KNOWN]
    )
    columns = ("status", "stage", "pair", "artefacts", "cases", "ledger entry")
    more = len(known) - len(rows)
    table = markdown_table(Sheet("", columns, rows)) + f"\n\n… {more} more" * (more > 0)
    counts = Counter(finding.status for finding in known)
    statuses = ", ".join(f"{counts[status]:,} {status}" for status in LEDGERED if counts[status])
    reasons = "\n".join(
        f"- {cause.status}, {cause.cases:,} cases: {plain(cause.entry)}: {plain(cause.reason)}"
        for cause in known_causes(run)[:MOST_KNOWN]
    )
    title = f"{len(known):,} known finding{'s' * (len(known) != 1)}: {statuses}"
    return [folded(title, f"{reasons}\n\n{table}")]


def _coverage(run: Run) -> list[str]:
    """How much was asked; a row a vocabulary, folded."""
    shares = coverage_lines(run)
    if not shares:
        return []
    sheet = vocabulary_sheet(run)
    table = [folded(f"{len(sheet.rows):,} vocabularies", markdown_table(sheet))] * bool(sheet.rows)
    return ["## What was looked at", "\n".join(f"- {plain(line)}" for line in shares), *table]


def _votes(run: Run) -> list[str]:
    """Where three engines hold a model: who is alone, a row a pair folded."""
    totals = [f"- {plain(line)}" for line in vote_totals(run)]
    sheets = [sheet for sheet in (votes_sheet(run), derived_sheet(run)) if sheet.rows]
    tables = [folded(f"{len(s.rows):,} rows: {s.name}", markdown_table(s)) for s in sheets]
    return ["## Three ways", *totals, *tables] if sheets else []


def _red(run: Run) -> list[str]:
    if not run.red:
        return []
    lines = [_finding(finding) for finding in run.red[:MOST_FINDINGS]]
    more = len(run.red) - MOST_FINDINGS
    return ["## New divergences", "\n".join([*lines, *([f"- … {more} more"] if more > 0 else [])])]


def _marked(stretch: Stretch) -> str:
    return code(stretch.text) if stretch.is_code else plain(stretch.text)


def _finding(finding: Finding) -> str:
    sighting = describe.smallest(finding)
    signature = finding.signature
    artefacts = f"{len(finding.sightings)} artefact{'s' * (len(finding.sightings) != 1)}"
    title = f"**{''.join(map(_marked, title_words(finding, sighting)))}**"
    where = f"{signature.question}, {signature.op}, {plain(describe.place(finding))}; {artefacts}"
    seen = f"in {plain(sighting.artefact)}, {describe.options(sighting.case)}"
    lines = [
        f"- {title} ({where})",
        f"  - {code(describe.case_line(sighting.case))} {seen}",
        f"  - {plain(signature.left)}: {code(describe.answer_line(sighting.left))}",
        f"  - {plain(signature.right)}: {code(describe.answer_line(sighting.right))}",
    ]
    if (vote := vote_line(finding, sighting)) is not None:
        lines.append(f"  - {plain(vote)}")
    return "\n".join(lines)


def _rest(run: Run) -> list[str]:
    stale = [f"- stale ledger entry {code(harmless(entry))}" for entry in run.info.ledger.stale]
    skipped = [
        f"- {'could not run' if omission.name in run.could_not_run else 'skipped'} "
        f"{_label(omission.name)}: {plain(omission.reason[:LONGEST_REASON])}"
        for omission in omissions(run.info)
    ]
    more = len(skipped) - MOST_SKIPPED
    refusals = [f"- {len(run.refusals):,} refused cases are kept"] if run.refusals else []
    rest = [f"- … {more:,} more were skipped or could not run"] if more > 0 else []
    lines = [*stale, *refusals, *skipped[:MOST_SKIPPED], *rest]
    return ["\n".join(lines)] if lines else []


def folded(summary: str, body: str) -> str:
    """A block that opens at a click: GitHub reads Markdown in it after an empty line."""
    return f"<details><summary>{escape(summary)}</summary>\n\n{body}\n\n</details>"
