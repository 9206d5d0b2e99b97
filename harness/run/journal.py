"""A journal: what long work has finished, a line each, so that what is killed goes on.

A kill loses no line. Where the machine itself stops, those of the last `SYNC_SECONDS` may be gone,
and are done again: to wait for the disk takes longer than all else that a run does with a line.

The first line says which plan the lines belong to; a journal of another plan is refused, never
mixed. A last line that was cut off by a kill is left out: it is done again. A run's is
journal.jsonl, a line a unit (`UnitResult`).
"""

import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from tokparity.reference_impl.codec import read, write
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.strict_json.classes import declare
from tokparity.reports.records.finding import SCHEMA_VERSION

SYNC_SECONDS = 0.2
BLOCK = 1 << 16
"""Bytes that are looked through at once, from the end on."""


class BadJournal(TokparityError):
    """A journal that cannot be resumed from: another plan's, or damaged in the middle."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        super().__init__(f"{path}: line {line}: {reason}")
        self.path, self.line, self.reason = path, line, reason


@dataclass(frozen=True, slots=True)
class _Head:
    plan: dict[str, Any]


declare(_Head, derived={"schema_version": lambda _: SCHEMA_VERSION})


@dataclass(slots=True)
class Journal:
    """Appends records, each with the system before `append` returns; a context manager.

    `kind` is the class of its records, or their union.
    """

    path: Path
    file: IO[str]
    kind: object
    _synced: float = 0.0
    """When all that was written was on disk, by `time.monotonic`."""

    @classmethod
    def begin(cls, path: Path, plan: dict[str, Any], kind: object) -> "Journal":
        """A new journal of a plan, in place of any that was there."""
        file = path.open("w", encoding="ascii", newline="\n")
        journal = cls(path, file, kind)
        journal._write(write(_Head(plan)))
        return journal

    @classmethod
    def resume(
        cls, path: Path, plan: dict[str, Any], kind: object
    ) -> tuple["Journal", Iterator[Any]]:
        """Continue a journal of the same plan: what it holds, read one by one, and the journal to
        append to.

        One that was killed before its first line was whole is begun anew.
        """
        head = _line(write(_Head(plan))).encode("ascii")
        with path.open("rb") as file:
            is_cut_off = head.startswith(file.read(len(head))) and path.stat().st_size < len(head)
        if is_cut_off:
            return cls.begin(path, plan, kind), iter(())
        size = _whole(path)
        records = _records(path, plan, kind, size)
        next(records)  # the plan's line is checked at once
        os.truncate(path, size)
        return cls(path, path.open("a", encoding="ascii", newline="\n"), kind), records

    def append(self, record: object) -> None:
        """Write one record; it survives a kill from here on."""
        self._write(write(record, self.kind))

    def _write(self, data: dict[str, Any]) -> None:
        self.file.write(_line(data))
        self.file.flush()
        if time.monotonic() - self._synced >= SYNC_SECONDS:
            self._sync()

    def _sync(self) -> None:
        os.fsync(self.file.fileno())
        self._synced = time.monotonic()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._sync()
        self.file.close()


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":")) + "\n"


def read_journal(path: Path, plan: dict[str, Any], kind: object) -> Iterator[Any]:
    """The records of a journal, one by one; a last line that was cut off is left out.

    Errors: BadJournal for another plan or a damaged line that is not the last.
    """
    records = _records(path, plan, kind, _whole(path))
    next(records)
    return records


def _records(path: Path, plan: dict[str, Any], kind: Any, size: int) -> Iterator[Any]:
    """None for the plan's line, then a record a line, of so many bytes."""
    with path.open("rb") as lines:
        number = 0
        while lines.tell() < size:
            number += 1
            try:
                data = json.loads(lines.readline().decode("ascii"))
                if number == 1:
                    _check_plan(path, read(_Head, data).plan, plan)
                    record = None
                else:
                    record = read(kind, data)
            except (ValueError, RecursionError) as error:
                reason = f"is damaged ({error}): use a new --out"
                raise BadJournal(path, number, reason) from None
            yield record


def _whole(path: Path) -> int:
    """How many bytes its whole lines take. Errors: BadJournal where there is none."""
    size = path.stat().st_size
    with path.open("rb") as file:
        at = size
        while at > 0:
            start = max(0, at - BLOCK)
            file.seek(start)
            if (found := file.read(at - start).rfind(b"\n")) >= 0:
                return start + found + 1
            at = start
    raise BadJournal(path, 1, "is cut off: use a new --out")


def seed_of(path: Path) -> int | None:
    """The seed that a journal was begun with, None where it does not say: a run that draws its seed
    from the date goes on with that of the day it began."""
    try:
        with path.open(encoding="ascii", errors="replace") as lines:
            seed = json.loads(lines.readline())["plan"]["seed"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return seed if type(seed) is int else None


def _check_plan(path: Path, theirs: dict[str, Any], plan: dict[str, Any]) -> None:
    changed = sorted(key for key in {*plan, *theirs} if plan.get(key) != theirs.get(key))
    if changed:
        names = ", ".join(changed)
        raise BadJournal(path, 1, f"was written by a run with another {names}; use a new --out")
