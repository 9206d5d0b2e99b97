"""A journal: what long work has finished, a line each, so that what is killed goes on.

The first line says which plan the lines belong to; a journal of another plan is refused, never
mixed. A last line that was cut off by a kill is left out: it is done again. A run's is
journal.jsonl, a line a unit (`UnitResult`).
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from tokparity.reference_impl.codec import read, write
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.strict_json.classes import declare
from tokparity.reports.records.finding import SCHEMA_VERSION


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
    """Appends records, each on disk before `append` returns; a context manager.

    `kind` is the class of its records, or their union.
    """

    path: Path
    file: IO[str]
    kind: object

    @classmethod
    def begin(cls, path: Path, plan: dict[str, Any], kind: object) -> "Journal":
        """A new journal of a plan, in place of any that was there."""
        file = path.open("w", encoding="ascii", newline="\n")
        journal = cls(path, file, kind)
        journal._write(write(_Head(plan)))
        return journal

    @classmethod
    def resume(cls, path: Path, plan: dict[str, Any], kind: object) -> tuple["Journal", list[Any]]:
        """Continue a journal of the same plan: what it holds, and the journal to append to.

        One that was killed before its first line was whole is begun anew.
        """
        if _line(write(_Head(plan))).encode("ascii").startswith(path.read_bytes()):
            return cls.begin(path, plan, kind), []
        done, kept = read_journal(path, plan, kind)
        part = path.with_name(path.name + ".part")
        part.write_text("".join(kept), encoding="ascii", newline="\n")
        part.replace(path)
        return cls(path, path.open("a", encoding="ascii", newline="\n"), kind), done

    def append(self, record: object) -> None:
        """Write one record; it survives a kill from here on."""
        self._write(write(record, self.kind))

    def _write(self, data: dict[str, Any]) -> None:
        self.file.write(_line(data))
        self.file.flush()
        os.fsync(self.file.fileno())

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.file.close()


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":")) + "\n"


def read_journal(path: Path, plan: dict[str, Any], kind: Any) -> tuple[list[Any], list[str]]:
    """(records, the whole lines they came from, the plan's line first).

    Errors: BadJournal for another plan or a damaged line that is not the last.
    """
    lines = path.read_text(encoding="ascii", errors="replace").splitlines(keepends=True)
    whole = [line for line in lines if line.endswith("\n")]
    if not whole:
        raise BadJournal(path, 1, "is cut off: use a new --out")
    done = []
    for number, line in enumerate(whole, 1):
        try:
            data = json.loads(line)
            if number == 1:
                _check_plan(path, read(_Head, data).plan, plan)
            else:
                done.append(read(kind, data))
        except (ValueError, RecursionError) as error:
            reason = f"is damaged ({error}): use a new --out"
            raise BadJournal(path, number, reason) from None
    return done, whole


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
