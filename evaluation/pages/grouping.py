"""`naming.json`: how well mutants are named and grouped, each in every vocabulary of its formats.

Beside `trials.jsonl`, written by `python -m evaluation.tables.naming --mutants --everywhere --out`;
the page of finding power shows it. Not here: measuring it (`evaluation.finding_power.naming`).
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tokparity.reports.records.errors import BadRecord
from tokparity.reports.records.shapes import Misshapen, each, exactly, natural, row, text

SCHEMA_VERSION = 1
FILE = "naming.json"

Count = tuple[int, int]
"""(so many, of so many)."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way of naming, "a black box, its own change withheld", and what came of it.

    `one_group`: defects that are one finding in all their vocabularies; of those `in_several`.
    """

    name: str
    stage_right: Count
    stage_unknown: Count
    one_group: Count
    in_several: Count
    pairs_apart: Count


@dataclass(frozen=True, slots=True)
class Grouping:
    """What was seeded, in how many vocabularies, at most `limit` of each engine and kind of model
    for a defect; and the ways, those that are scored first: of two traces, of a black box."""

    defects: int
    vocabularies: int
    limit: int
    seed: int
    ways: tuple[Way, ...]


_COUNTS = dict.fromkeys(
    ("stage_right", "stage_unknown", "one_group", "in_several", "pairs_apart"),
    row(natural, natural),
)
GROUPING = exactly(
    schema_version=natural,
    defects=natural,
    vocabularies=natural,
    limit=natural,
    seed=natural,
    ways=each(exactly(name=text, **_COUNTS)),
)


def write_grouping(directory: Path, grouping: Grouping) -> Path:
    """Write `naming.json` whole."""
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / FILE
    part = path.with_name(path.name + ".part")
    data = {"schema_version": SCHEMA_VERSION, **asdict(grouping)}
    part.write_text(json.dumps(data, indent=1) + "\n", "ascii")
    part.replace(path)
    return path


def read_grouping(directory: Path) -> Grouping | None:
    """That of a directory; None where nothing was measured. Raises BadRecord."""
    path = directory / FILE
    if not path.exists():
        return None
    try:
        data: dict[str, Any] = json.loads(path.read_text("ascii"))
        GROUPING(data, "")
    except Misshapen as error:
        raise BadRecord(path, None, error.field, error.reason) from None
    except (OSError, ValueError, RecursionError) as error:
        raise BadRecord(path, None, "file", f"is no JSON: {error!s:.80}") from None
    if (version := data.pop("schema_version")) != SCHEMA_VERSION:
        raise BadRecord(path, None, "schema_version", f"is {version}, not {SCHEMA_VERSION}")
    ways = [Way(one["name"], *(tuple(one[name]) for name in _COUNTS)) for one in data.pop("ways")]
    return Grouping(**data, ways=tuple(ways))
