"""`naming.json`: how well mutants are named and grouped, each in every vocabulary of its formats.

Beside `trials.jsonl`, written by `python -m evaluation.tables.naming --mutants --everywhere --out`;
the page of finding power shows it. Not here: measuring it (`evaluation.finding_power.naming`).
"""

import json
from dataclasses import dataclass
from pathlib import Path

from tokparity.reference_impl.codec import read, write
from tokparity.reference_impl.contract import Natural
from tokparity.reference_impl.strict_json.classes import declare
from tokparity.reference_impl.strict_json.values import BadField
from tokparity.reports.records.errors import BadRecord

SCHEMA_VERSION = 1
FILE = "naming.json"

Count = tuple[Natural, Natural]
"""(so many, of so many)."""


@dataclass(frozen=True, slots=True)
class NamingWay:
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
    """Which fault models, in how many vocabularies, at most `limit` of each engine and kind of
    model for a defect; and the ways, those that are scored first: of two traces, of a black box."""

    defects: Natural
    vocabularies: Natural
    limit: Natural
    seed: Natural
    ways: tuple[NamingWay, ...]


declare(Grouping, derived={"schema_version": lambda _: SCHEMA_VERSION})


def write_grouping(directory: Path, grouping: Grouping) -> Path:
    """Write `naming.json` whole."""
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / FILE
    part = path.with_name(path.name + ".part")
    part.write_text(json.dumps(write(grouping), indent=1) + "\n", "ascii")
    part.replace(path)
    return path


def read_grouping(directory: Path) -> Grouping | None:
    """That of a directory; None where nothing was measured. Raises BadRecord."""
    path = directory / FILE
    if not path.exists():
        return None
    try:
        return read(Grouping, json.loads(path.read_text("ascii")))
    except BadField as error:
        raise BadRecord(path, None, error.field, error.reason) from None
    except (OSError, ValueError, RecursionError) as error:
        raise BadRecord(path, None, "file", f"is no JSON: {error!s:.80}") from None
