"""How surely and how soon seeded defects are found, as a page for docs/finding-power.md.

    tokparity mutants run --out mutants
    python -m ci.finding_power_table mutants > docs/finding-power.md

Exit code 2 where the folder holds no measurement.
"""

import argparse
import sys
from pathlib import Path

from reference_impl.errors import TokparityError
from reports.finding_power_text import finding_power_markdown
from reports.trials import read_measured


def main(arguments: list[str] | None = None) -> int:
    """Print the page of a measurement."""
    parser = argparse.ArgumentParser(prog="python -m ci.finding_power_table", description=__doc__)
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
