"""Make `cpython.json`: ask Pythons of several versions about every character.

    python -m tools.unicode_tables.make_cpython_tables python3.11 python3.12 python3.13

A newer Unicode only adds characters: whatever two versions both have must be the same in both,
or this ends with what is not. So the tables are those of the newest, and of each older one the
characters that it lacks. Not here: the questions (`ask_cpython`).
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tokparity.reference_impl.unicode.ranges import pack, to_ranges

_MAPPINGS = ("canonical", "composition", "lower")
_OUT = Path(__file__).parents[2] / "reference_impl" / "unicode" / "cpython.json"


def ask(python: str) -> dict[str, Any]:
    """The answers of one Python."""
    script = Path(__file__).with_name("ask_cpython.py")
    done = subprocess.run([python, str(script)], capture_output=True, check=True)
    return json.loads(done.stdout)  # type: ignore[no-any-return]  # what `ask_cpython` prints


def disagreements(newest: dict[str, Any], older: dict[str, Any]) -> list[str]:
    """What is not the same of the characters that both have."""
    lacking = set(older["unassigned"])
    names = []
    for name in _MAPPINGS:
        there = {
            key: value
            for key, value in newest[name].items()
            if lacking.isdisjoint(map(ord, key + value))
        }
        if there != older[name]:
            names.append(name)
    for name, points in newest["classes"].items():
        if set(points) - lacking != set(older["classes"][name]) - lacking:
            names.append(name)
    if [group for group in _without(newest["marks"], lacking) if group] != older["marks"]:
        names.append("marks")
    return names


def _without(groups: list[str], lacking: set[int]) -> list[str]:
    return ["".join(char for char in group if ord(char) not in lacking) for group in groups]


def main(pythons: list[str]) -> None:
    """Write the tables beside this script."""
    answers = sorted(
        map(ask, pythons), key=lambda answer: tuple(map(int, answer["version"].split(".")))
    )
    newest = answers[-1]
    for older in answers[:-1]:
        if differing := disagreements(newest, older):
            raise SystemExit(
                f"Unicode {older['version']}: {', '.join(differing)} changed: extend this"
            )
    tables = {
        "made_from": f"CPython's unicodedata {', '.join(answer['version'] for answer in answers)}",
        "unassigned": {
            answer["version"]: pack(to_ranges(answer["unassigned"])) for answer in answers
        },
        "classes": {name: pack(to_ranges(points)) for name, points in newest["classes"].items()},
        "marks": newest["marks"],
        **{
            name: "\n".join(word for pair in newest[name].items() for word in pair)
            for name in _MAPPINGS
        },
    }
    _OUT.write_text(json.dumps(tables, indent=0) + "\n", encoding="ascii")


if __name__ == "__main__":
    main(sys.argv[1:])
