"""summary.md: the run on one screen, for a CI job's page.

Short on purpose: what is long, or needs colour, is in the HTML report.
"""

from pathlib import Path

from reports import describe
from reports.markdown_text import code, plain
from reports.matrix import Square, lines, matrix_view, ops
from reports.records import Finding
from reports.run_directory import Run
from reports.tables import totals
from reports.verdict import headline, ledger_line, totals_line
from reports.visible import harmless

MOST_FINDINGS = 20


def write_markdown(run: Run) -> Path:
    """Write RUN/summary.md, complete or not at all, and return its path."""
    path = run.directory / "summary.md"
    part = path.with_name("summary.md.part")
    part.write_text(markdown(run), "utf-8", newline="\n")
    part.replace(path)
    return path


def markdown(run: Run) -> str:
    """The summary as GitHub-flavoured Markdown."""
    blocks = [f"# {headline(run)}", *_totals(run), _matrix(run), *_red(run), *_rest(run)]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _totals(run: Run) -> list[str]:
    asked = [
        f"- {totals_line(question, sums)}"
        for question, sums in totals(run.cells).items()
        if sums.cells
    ]
    speed = (
        f"- {run.info.cases:,} cases, {run.info.cases_per_second:,.0f} per second, "
        f"{run.info.cases_per_cpu_second:,.0f} per CPU-second"
    )
    return ["\n".join([*asked, f"- {'; '.join(ledger_line(run))}", speed])]


def _matrix(run: Run) -> str:
    columns, rows = matrix_view(run.cells, run.findings)
    if not rows:
        return "Nothing was compared."
    head = ["artefact", "pair", *ops(columns)]
    table = [_row(head), _row(["---"] * len(head))]
    for line in lines(columns, rows):
        squares = (_square(square) for square in line.squares)
        table.append(_row([plain(line.name), plain(line.pair), *squares]))
    return "\n".join(table)


def _square(square: Square | None) -> str:
    if square is None:
        return "–"
    if square.state == "agrees":
        return f"✅ {square.agreed:,}"
    marks = {"new": "❌", "known": "🟡", "refused": "🟣", "none": "–"}
    wrong = f"{square.diverged:,} of {square.compared:,} differ" if square.diverged else ""
    refused = f"{square.refused:,} refused" if square.refused else ""
    unsupported = f"{square.unsupported:,} unsupported" if not square.compared else ""
    return " ".join(
        filter(None, [marks[square.state], ", ".join(filter(None, [wrong, refused, unsupported]))])
    )


def _red(run: Run) -> list[str]:
    if not run.red:
        return []
    lines = [_finding(finding) for finding in run.red[:MOST_FINDINGS]]
    more = len(run.red) - MOST_FINDINGS
    return ["## New divergences", "\n".join([*lines, *([f"- … {more} more"] if more > 0 else [])])]


def _finding(finding: Finding) -> str:
    sighting = describe.smallest(finding)
    signature = finding.signature
    artefacts = f"{len(finding.sightings)} artefact{'s' * (len(finding.sightings) != 1)}"
    title = f"**{signature.stage} · {plain(signature.component)}**"
    where = f"{signature.question}, {signature.op}, {plain(describe.pair(finding))}; {artefacts}"
    seen = f"in {plain(sighting.artefact)}, {describe.options(sighting.case)}"
    lines = [
        f"- {title} ({where})",
        f"  - {code(describe.case_line(sighting.case))} {seen}",
        f"  - {plain(signature.left)}: {code(describe.answer_line(sighting.left))}",
        f"  - {plain(signature.right)}: {code(describe.answer_line(sighting.right))}",
    ]
    return "\n".join(lines)


def _rest(run: Run) -> list[str]:
    stale = [f"- stale ledger entry {code(harmless(entry))}" for entry in run.info.ledger.stale]
    skipped = [f"- skipped {plain(s.name)}: {plain(s.reason)}" for s in run.info.skipped]
    refusals = [f"- {len(run.refusals):,} refused cases"] if run.refusals else []
    lines = [*stale, *refusals, *skipped]
    return ["\n".join(lines)] if lines else []


def _row(fields: list[str]) -> str:
    return "| " + " | ".join(field.replace("|", "\\|") for field in fields) + " |"
