"""Files of records, a JSON object a line: findings.jsonl, refusals.jsonl, properties.jsonl.

Each class is its schema (`reference_impl.codec`); here are lines and their errors.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from tokparity.reference_impl.codec import read, write
from tokparity.reference_impl.strict_json.values import BadField
from tokparity.reports.records.errors import BadRecord
from tokparity.reports.records.finding import SCHEMA_VERSION

Record = TypeVar("Record")


def write_lines(path: Path, records: Iterable[object]) -> None:
    """One canonical (ASCII, sorted keys) JSON object a line, complete or not at all."""
    part = path.with_name(path.name + ".part")
    with part.open("w", encoding="ascii", newline="\n") as out:
        for record in records:
            out.write(json.dumps(write(record), sort_keys=True, separators=(",", ":")) + "\n")
    part.replace(path)


def read_lines(path: Path, kind: type[Record]) -> Iterator[tuple[int, Record]]:
    """Each record of a file with the number of its line; raises BadRecord."""
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            data = json.loads(line.decode("utf-8"))
        except (ValueError, RecursionError) as wrong:
            reason = str(wrong).replace("\n", " ")
            raise BadRecord(path, number, "line", f"not a JSON object: {reason}") from None
        version = data.get("schema_version") if isinstance(data, dict) else None
        if type(version) is int and version > SCHEMA_VERSION:
            newer = f"{version} is newer than {SCHEMA_VERSION}: update tokparity"
            raise BadRecord(path, number, "schema_version", newer)
        try:
            yield number, read(kind, data)
        except BadField as wrong:
            raise BadRecord(path, number, wrong.field or "line", wrong.reason) from None
