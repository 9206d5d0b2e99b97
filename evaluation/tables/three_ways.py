"""The page of a run with three engines a model, as Markdown: who holds what, and how they differ.

    tokparity run --vocab '*' --three-ways --out three
    python -m evaluation.tables.three_ways three > docs/three-ways.md

Each model has a row a pair of engines: how many texts and id sequences both answered, how many
alike, and the causes of the rest, each with who is odd in its smallest case. Models that no three
engines hold are named with the reason, and so is all else that was not compared. Exit code 1 where
the reference parts from a library; 2 where the folder is no run, or nothing was compared.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from evaluation.arguments import parser_of
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.run_directory import Run, read_run
from tokparity.reports.summary.three_ways import (
    counted,
    engines_of,
    file_sheet,
    lacking_sheet,
    left_out_sheet,
    pair_sheet,
)
from tokparity.reports.summary.votes import vote_totals
from tokparity.reports.text.markdown import plain
from tokparity.reports.text.sheets import sheets_markdown


def page(run: Run) -> str:
    """GitHub-flavoured Markdown; the same run directory gives the same page."""
    info = run.info
    made = f"tokparity {info.tokparity}" + (f", commit {info.commit}" if info.commit else "")
    fidelity = run.cells[run.cells["question"] == "fidelity"]
    compared, diverged = (int(fidelity[name].sum()) for name in ("compared", "diverged"))
    three, two, one = (counted(run)[engines] for engines in (3, 2, 1))
    lines = [
        f"{made}, seed {info.seed}, {info.cases:,} cases",
        f"{three} models on three engines, {two} more on two, {one} on one",
        f"fidelity, derived files too: {compared:,} compared, {diverged:,} diverged",
        *vote_totals(run),
    ]
    listed = "\n".join(f"- {plain(line)}" for line in lines)
    how = (
        "Each model is asked in three formats, each by the library that the format is native to. "
        "A file that nobody published is derived: by whom, stands in the second table. "
        "Written by `python -m evaluation.tables.three_ways` from the run's directory."
    )
    sheets = [pair_sheet(run), file_sheet(run), lacking_sheet(run), left_out_sheet(run)]
    return f"# Three ways\n\n{how}\n\n{listed}\n\n{sheets_markdown(sheets)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the page."""
    parser = parser_of("evaluation.tables.three_ways", __doc__)
    parser.add_argument("run", type=Path, metavar="RUN", help="a run directory")
    options = parser.parse_args(arguments)
    try:
        run = read_run(options.run)
    except TokparityError as error:
        print(error, file=sys.stderr)
        return 2
    print(page(run))
    if not engines_of(run):
        print("no engine answered anything", file=sys.stderr)
        return 2
    return int(any(finding.signature.question == "fidelity" for finding in run.findings))


if __name__ == "__main__":
    sys.exit(main())
