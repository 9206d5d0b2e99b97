"""The summary of one nightly run, as Markdown.

    tokparity run --profile nightly --out nightly
    python -m evaluation.tables.nightly nightly > nightly.md

Exit code 2 where the folder is no run.
"""

import argparse
import sys
from pathlib import Path

from evaluation.pages.nightly import nightly_page
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.run_directory import read_run


def main(arguments: list[str] | None = None) -> int:
    """Print the page of a run directory."""
    parser = argparse.ArgumentParser(
        prog="python -m evaluation.tables.nightly", description=__doc__
    )
    parser.add_argument("run", type=Path)
    try:
        page = nightly_page(read_run(parser.parse_args(arguments).run))
    except TokparityError as error:
        print(error, file=sys.stderr)
        return 2
    print(page, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
