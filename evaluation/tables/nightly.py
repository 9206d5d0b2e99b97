"""The summary of one nightly run, as Markdown: what ran, and what was found, without the cases.

    tokparity run --profile nightly --out nightly
    python -m evaluation.tables.nightly nightly > nightly.md
    python -m evaluation.tables.nightly --compare nightly.md

With --compare: the files of the product that changed since the page was measured, exit code 1 where
there are any. Exit code 2 where the folder is no run, or the page names no commit.
"""

import re
import subprocess
import sys
from pathlib import Path

from evaluation.arguments import parser_of
from tokparity.harness.run.commit import CHANGED, changed_since
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.run_directory import Run, read_run
from tokparity.reports.records.tables import totals
from tokparity.reports.summary import describe
from tokparity.reports.summary.three_ways import counted, pair_sheet
from tokparity.reports.summary.verdict import headline, ledger_line, totals_line
from tokparity.reports.summary.vocabulary_share import cost_lines, coverage_lines, vocabulary_sheet
from tokparity.reports.summary.votes import vote_totals
from tokparity.reports.text.markdown import plain
from tokparity.reports.text.sheets import Sheet, sheets_markdown

NAMED = 3
"""Artefacts of a finding that are named; the others are counted."""


def nightly_page(run: Run) -> str:
    """GitHub-flavoured Markdown: facts and totals as a list, then tables.

    The same run directory gives the same page; of the folder it lies in nothing is told.
    """
    info = run.info
    sums = [totals_line(question, counted) for question, counted in totals(run.cells).items()]
    made_from = f"tokparity {info.tokparity}" + (f", commit {info.commit}" if info.commit else "")
    setting = f"{made_from}, Python {info.python}, seed {info.seed}, {info.jobs} jobs"
    minutes = f"{info.seconds / 60:,.0f} minutes, {info.cpu_seconds:,.0f} CPU-seconds"
    facts = [
        setting,
        f"{info.cases:,} cases in {minutes}",
        *coverage_lines(run),
        *cost_lines(run),
        *sums,
        "; ".join(ledger_line(run)),
        *three_ways_lines(run),
    ]
    listed = "\n".join(f"- {plain(fact)}" for fact in facts)
    sheets = [version_sheet(run), finding_sheet(run), vocabulary_sheet(run)]
    sheets += [pair_sheet(run)] if run.info.votes else []
    sheets.append(left_out_sheet(run))
    title = f"Run of {info.started[:10]}, profile {info.profile}: {headline(run)}"
    how = "Written by `python -m evaluation.tables.nightly` from the run's directory."
    return f"# {plain(title)}\n\n{how}\n\n{listed}\n\n{sheets_markdown(sheets)}"


def three_ways_lines(run: Run) -> list[str]:
    """How many models three engines held, and how they voted; nothing of a run without a vote."""
    if not run.info.votes:
        return []
    three, two = (counted(run)[engines] for engines in (3, 2))
    pairs = len(run.info.votes)
    held = f"{three} models on three engines, {two} on two; {pairs} pairs with a third beside them"
    return [held, *vote_totals(run)]


def version_sheet(run: Run) -> Sheet:
    """The version of each library and table."""
    versions = {**run.info.oracles, **{f"{name} (table)": v for name, v in run.info.tables.items()}}
    return Sheet("Versions", ("library", "version"), tuple(versions.items()))


def finding_sheet(run: Run) -> Sheet:
    """A row a finding: what the ledger says, its first wrong stage, where, at its smallest."""
    rows = []
    for finding in run.findings:
        names = [describe.artefact(sighting) for sighting in finding.sightings]
        more = (f"and {len(names) - NAMED} more",) if len(names) > NAMED else ()
        rows.append(
            (
                (finding.status, *filter(None, [finding.ledger_entry])),
                f"{finding.signature.stage} {finding.signature.component}",
                f"{finding.signature.question} {finding.signature.op}",
                (finding.signature.left, finding.signature.right),
                (*names[:NAMED], *more),
                describe.case_line(describe.smallest(finding).case, 40),
                sum(sighting.count for sighting in finding.sightings),
            )
        )
    columns = ("ledger", "first wrong stage", "of", "sides", "artefacts", "smallest case", "cases")
    return Sheet("Findings", columns, tuple(rows), empty="None.")


def left_out_sheet(run: Run) -> Sheet:
    """What was asked for and did not run."""
    rows = tuple((skipped.name, skipped.reason) for skipped in run.info.skipped)
    return Sheet("Left out", ("what", "why"), rows)


def compared(page: Path) -> int:
    """Say which files of the product changed since a page was measured."""
    found = re.search(r"commit ([0-9a-f]{7,40}\+?)", page.read_text("utf-8"))
    if found is None:
        print(f"{page}: names no commit", file=sys.stderr)
        return 2
    try:
        changed = changed_since(found[1])
    except subprocess.CalledProcessError:
        print(f"{page}: commit {found[1]} is not in this checkout", file=sys.stderr)
        return 2
    print(f"measured at {found[1]}: {len(changed)} files of the product changed since")
    print("".join(f"{name}\n" for name in changed), end="")
    return int(bool(changed) or found[1].endswith(CHANGED))


def main(arguments: list[str] | None = None) -> int:
    """Print the page of a run directory, or how far a page is behind."""
    parser = parser_of("evaluation.tables.nightly", __doc__)
    parser.add_argument("run", type=Path, help="a run directory; with --compare a page")
    parser.add_argument("--compare", action="store_true", help="a page with the code of today")
    options = parser.parse_args(arguments)
    if options.compare:
        return compared(options.run)
    try:
        page = nightly_page(read_run(options.run))
    except TokparityError as error:
        print(error, file=sys.stderr)
        return 2
    print(page, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
