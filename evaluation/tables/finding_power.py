"""How surely and how soon mutants are found, as a page of Markdown.

    python -m evaluation mutants run --out mutants
    python -m evaluation.tables.finding_power mutants > finding-power.md

Exit code 2 where the folder holds no measurement.
"""

import sys
from pathlib import Path

from evaluation.arguments import parser_of
from evaluation.pages.finding_power_text import finding_power_markdown
from evaluation.pages.trials import read_measured
from tokparity.reference_impl.errors import TokparityError


def main(arguments: list[str] | None = None) -> int:
    """Print the page of a measurement."""
    parser = parser_of("evaluation.tables.finding_power", __doc__)
    parser.add_argument("measurement", type=Path)
    try:
        page = finding_power_markdown(read_measured(parser.parse_args(arguments).measurement))
    except TokparityError as error:
        print(error, file=sys.stderr)
        return 2
    print(page, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
