"""What a run has asked and reached, shard by shard, in a file beside its journal.

Eight bytes a case are too much for JSON: `coverage.bin` holds a frame a shard (cell, shard,
digests of the cases asked, features reached), written before the shard's line in the journal, so
that a killed run resumes with the same numbers: a shard without a frame runs again. It goes
with the journal (`harness.run.directory`).
"""

import struct
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO
from zlib import crc32

from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.compare.digests import DIGEST_BYTES, distinct
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
    ) -> tuple["CoverageFile", list[ShardResult]]:
        """Take up the file of a killed run: those of `done` that have a frame, with what it holds.

        The old file stays until the new one holds all of them: a kill in between loses nothing.
        """
        path = directory / COVERAGE
        frames = _read(path.read_bytes() if path.is_file() else b"")
        part = path.with_name(path.name + ".part")
        coverage = cls(path, part.open("wb"))
        kept = []
        for result in done:
            if (frame := frames.get((result.cell, result.shard))) is not None:
                result.case_digests, result.features = frame
                coverage.add(result)
                kept.append(result)
        part.replace(path)
        return coverage, kept

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


def _read(raw: bytes) -> dict[tuple[str, int], tuple[bytes, Features]]:
    """The whole frames of a file, up to the first that is damaged or cut off."""
    frames = {}
    at = 0
    while at + _HEAD.size <= len(raw):
        name, shard, cases, pieces, rules, checksum = _HEAD.unpack_from(raw, at)
        at += _HEAD.size
        body = raw[at : at + name + cases + pieces + rules]
        if len(body) < name + cases + pieces + rules or crc32(body) != checksum:
            break
        at += len(body)
        numbers = array("I")
        numbers.frombytes(body[name + cases + pieces :])
        bits = int.from_bytes(body[name + cases : name + cases + pieces], "little")
        cell = body[:name].decode("utf-8", "surrogatepass")
        frames[cell, shard] = (body[name : name + cases], Features(bits, numbers))
    return frames


def observed(cells: Iterable[CellSpec], results: Iterable[ShardResult]) -> tuple[Observed, ...]:
    """A row an artefact whose native oracle was asked, by name."""
    by_name = {cell.name: cell for cell in cells}
    cases: dict[str, bytearray] = {}
    reached: dict[str, Reached] = {}
    epochs: dict[str, int] = {}
    models: dict[str, str] = {}
    for result in results:
        cell = by_name[result.cell]
        left = cell.left.artefact.name
        reached.setdefault(left, Reached()).add(result.features)
        for name in cell.observed:
            models.setdefault(name, cell.model)
            cases.setdefault(name, bytearray()).extend(result.case_digests)
        if cell.question == "fidelity" and result.case_digests:
            epochs[left] = epochs.get(left, 0) + 1
    return tuple(
        Observed(
            name=name,
            model=models[name],
            observations=len(digests) // DIGEST_BYTES,
            distinct=distinct(digests),
            epochs=epochs.get(name, 0),
            pieces=reached[name].pieces.bit_count() if name in reached else 0,
            features=len(reached[name]) if name in reached else 0,
        )
        for name, digests in sorted(cases.items())
    )
