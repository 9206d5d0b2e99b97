"""Make `ages.json`: since which Unicode version each character is assigned.

    python -m tools.unicode_tables.make_ages DerivedAge.txt

The file is one of the Unicode Character Database (Debian's package `unicode-data` has it). What it
does not know, and the pinned table of characters does, is newer than it.
"""

import json
import re
import sys
from pathlib import Path

from tokparity.corpora.generators.code_points import categories, code_points
from tokparity.reference_impl.unicode.ranges import difference, members, pack, to_ranges

NEWEST = "newer"
_LINE = re.compile(r"([0-9A-F]+)(?:\.\.([0-9A-F]+))? *; ([0-9.]+)")
_OUT = Path(__file__).parents[2] / "reference_impl" / "unicode" / "ages.json"


def points_by_version(lines: list[str]) -> dict[str, set[int]]:
    """The code points that each version assigned.

    >>> points_by_version(["0220 ; 3.2 # a letter", "0234..0236 ; 4.0"])
    {'3.2': {544}, '4.0': {564, 565, 566}}
    """
    points: dict[str, set[int]] = {}
    for match in filter(None, map(_LINE.match, lines)):
        first, last, version = match.groups()
        points.setdefault(version, set()).update(range(int(first, 16), int(last or first, 16) + 1))
    return points


def main(path: str) -> None:
    """Write the table."""
    lines = Path(path).read_text("utf-8").splitlines()
    points = points_by_version(lines)
    known = to_ranges(sorted(set().union(*points.values())))
    assigned = to_ranges(
        sorted(
            at
            for name in categories()
            if name not in ("Cn", "Cs")
            for first, last in code_points(name).ranges
            for at in range(first, last + 1)
        )
    )
    points[NEWEST] = set(members(difference(assigned, known)))
    table = {version: pack(to_ranges(sorted(some))) for version, some in points.items()}
    source = lines[0].removeprefix("# ")
    _OUT.write_text(json.dumps({"made_from": source, **table}, indent=0) + "\n", "ascii")


if __name__ == "__main__":
    main(*sys.argv[1:])
