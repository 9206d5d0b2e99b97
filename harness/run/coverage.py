"""What a run has asked and reached, shard by shard, in a file beside its journal.

Eight bytes a case are too much for JSON: `coverage.bin` holds a frame a shard (cell, shard,
digests of the cases asked, features reached), written before the shard's line in the journal, so
that a killed run resumes with the same numbers: a shard without a frame runs again. It goes
with the journal (`harness.run.directory`).
"""

import struct
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from types import TracebackType
from typing import IO
from zlib import crc32

from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.compare.digests import Distinct
from tokparity.harness.guidance.features import Features, Reached
from tokparity.harness.run.directory import COVERAGE
from tokparity.harness.shards.result import ShardResult
from tokparity.reports.records.run_info import Observed

_HEAD = struct.Struct("<IIIIII")
"""Bytes of the cell's name, shard, bytes of digests, pieces and rules, checksum of what follows."""


@dataclass(slots=True)
class CoverageFile:
    """The frames of a run; a context manager that closes the file."""

    path: Path
    file: IO[bytes]

    @classmethod
    def begin(cls, directory: Path) -> "CoverageFile":
        """A new file, in place of any that was there."""
        path = directory / COVERAGE
        return cls(path, path.open("wb"))

    @classmethod
    def resume(
        cls, directory: Path, done: Iterable[ShardResult]
    ) -> tuple["CoverageFile", Iterator[ShardResult]]:
        """Take up the file of a killed run: those of `done` that have a frame, with what it holds,
        one by one; all are to be taken before anything is added.

        The old file stays until the new one holds all of them: a kill in between loses nothing.
        """
        path = directory / COVERAGE
        part = path.with_name(path.name + ".part")
        coverage = cls(path, part.open("wb"))
        return coverage, coverage._kept(path, part, done)

    def _kept(self, path: Path, part: Path, done: Iterable[ShardResult]) -> Iterator[ShardResult]:
        """Frames stand in the order of the journal's lines, but for those of shards that it has
        not, or has twice."""
        waiting: dict[tuple[str, int], tuple[bytes, Features]] = {}
        with path.open("rb") if path.is_file() else BytesIO() as file:
            frames = _frames(file)
            for result in done:
                key = result.cell, result.shard
                for at, frame in frames if key not in waiting else ():
                    waiting[at] = frame
                    if at == key:
                        break
                if (found := waiting.pop(key, None)) is not None:
                    result.case_digests, result.features = found
                    self.add(result)
                    yield result
        part.replace(path)

    def add(self, result: ShardResult) -> None:
        """Keep what one shard asked and reached; it survives a kill from here on."""
        name = result.cell.encode("utf-8", "surrogatepass")
        number = result.features.pieces
        pieces = number.to_bytes((number.bit_length() + 7) // 8, "little")
        rules = result.features.rules.tobytes()
        body = name + result.case_digests + pieces + rules
        sizes = (len(name), result.shard, len(result.case_digests), len(pieces), len(rules))
        self.file.write(_HEAD.pack(*sizes, crc32(body)) + body)
        self.file.flush()

    def __enter__(self) -> "CoverageFile":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.file.close()


def _frames(file: IO[bytes]) -> Iterator[tuple[tuple[str, int], tuple[bytes, Features]]]:
    """The whole frames of a file, up to the first that is damaged or cut off."""
    while len(head := file.read(_HEAD.size)) == _HEAD.size:
        name, shard, cases, pieces, rules, checksum = _HEAD.unpack(head)
        size = name + cases + pieces + rules
        body = file.read(size)
        if len(body) < size or crc32(body) != checksum:
            return
        numbers = array("I")
        numbers.frombytes(body[name + cases + pieces :])
        bits = int.from_bytes(body[name + cases : name + cases + pieces], "little")
        cell = body[:name].decode("utf-8", "surrogatepass")
        yield (cell, shard), (body[name : name + cases], Features(bits, numbers))


@dataclass(slots=True)
class Observations:
    """What was asked of native oracles, artefact by artefact, added up as shards end."""

    cells: Mapping[str, CellSpec]
    _cases: dict[str, Distinct] = field(default_factory=dict)
    _reached: dict[str, Reached] = field(default_factory=dict)
    _epochs: Counter[str] = field(default_factory=Counter)

    @classmethod
    def of(cls, cells: Iterable[CellSpec]) -> "Observations":
        """Of the cells of a plan."""
        return cls({cell.name: cell for cell in cells})

    def add(self, result: ShardResult) -> None:
        """Take in one more shard."""
        cell = self.cells[result.cell]
        left = cell.left.artefact.name
        self._reached.setdefault(left, Reached()).add(result.features)
        for name in cell.observed:
            self._cases.setdefault(name, Distinct()).add(result.case_digests)
        if cell.question == "fidelity" and result.case_digests:
            self._epochs[left] += 1

    def rows(self) -> tuple[Observed, ...]:
        """A row an artefact whose native oracle was asked, by name."""
        models = {name: cell.model for cell in self.cells.values() for name in cell.observed}
        return tuple(self._row(name, models[name]) for name in sorted(self._cases))

    def _row(self, name: str, model: str) -> Observed:
        cases, reached = self._cases[name], self._reached.get(name, Reached())
        return Observed(
            name=name,
            model=model,
            observations=cases.all,
            distinct=cases.count,
            epochs=self._epochs[name],
            pieces=reached.pieces.bit_count(),
            features=len(reached),
        )
