"""A unit of work: one shard of one cell, in whatever process; and its JSON form in the journal.

What it asked and reached is no part of that form: it is too much for JSON (`harness.run.coverage`).
"""

from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb
from typing import Any

from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.compare.sides import RecordedSide, batch_of, by_options
from tokparity.harness.naming.investigation import Investigated
from tokparity.harness.shards.result import ACTIVITIES, Counts, ShardResult
from tokparity.harness.shards.runner import generating_runner
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import OPS
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.finding import (
    Signature,
    refusal_from_json,
    refusal_to_json,
    sighting_from_json,
    sighting_to_json,
)


@dataclass(frozen=True, slots=True)
class Unit:
    """Shard `shard` of `cell`: so many encode cases, so many decode cases, from this seed."""

    cell: CellSpec
    shard: int
    encode: int
    decode: int
    seed: int

    @property
    def key(self) -> tuple[str, int]:
        """What identifies the unit within its run."""
        return self.cell.name, self.shard


@dataclass(frozen=True, slots=True)
class UnitFailed:
    """A unit that could not run at all: the artefact, or the library, does not load."""

    cell: str
    shard: int
    reason: str


UnitResult = ShardResult | UnitFailed


def run_unit(slot: Slot, unit: Unit) -> UnitResult:
    """Run one unit in a slot; a file that cannot be loaded is a result too, as is our own bug."""
    started = slot.cpu_seconds()
    try:
        slot.begin(unit.cell.model)
        runner = generating_runner(slot, unit.cell, unit.seed)
        loading = slot.cpu_seconds() - started
        if isinstance(runner.right, RecordedSide):
            recorded = map(batch_of, by_options(runner.right.answers))
            result = runner.run_cases(unit.shard, recorded)
        else:
            result = runner.run(unit.shard, unit.encode, unit.decode)
        result.spent["load"] = loading
        return result
    except Exception as error:
        return UnitFailed(unit.cell.name, unit.shard, told(error))


def told(error: Exception) -> str:
    """One line for an error: what it says, and where it comes from if it is none of ours."""
    if isinstance(error, TokparityError):
        return str(error)
    frame = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(frame.filename).name}:{frame.lineno})"


def result_to_json(result: UnitResult) -> dict[str, Any]:
    """A line of journal.jsonl."""
    if isinstance(result, UnitFailed):
        return {"cell": result.cell, "shard": result.shard, "failed": result.reason}
    return {
        "cell": result.cell,
        "shard": result.shard,
        "counts": {
            op: [c.compared, c.agreed, c.diverged, c.refused, c.unsupported]
            for op, c in result.counts.items()
        },
        "found": [
            {
                "signature": [
                    one.signature.question,
                    one.signature.op,
                    one.signature.left,
                    one.signature.right,
                    one.signature.stage,
                    one.signature.component,
                    one.signature.symptom,
                ],
                "method": one.method,
                "shape": one.shape,
                "sighting": sighting_to_json(one.sighting),
            }
            for one in result.found
        ],
        "refusals": [refusal_to_json(record) for record in result.refusals],
        "seconds": dict(result.seconds),
        "cpu_seconds": dict(result.cpu_seconds),
        "spent": dict(result.spent),
        "digests": {op: list(pair) for op, pair in result.digests.items()},
    }


def result_from_json(data: dict[str, Any]) -> UnitResult:
    """The inverse of `result_to_json`; KeyError or TypeError for a line that is not one."""
    if "failed" in data:
        return UnitFailed(data["cell"], data["shard"], data["failed"])
    return ShardResult(
        cell=data["cell"],
        shard=data["shard"],
        counts={op: Counts(*data["counts"][op]) for op in OPS},
        found=[
            Investigated(
                Signature(*one["signature"]),
                one["method"],
                one["shape"],
                sighting_from_json(one["sighting"]),
            )
            for one in data["found"]
        ],
        refusals=[refusal_from_json(record) for record in data["refusals"]],
        seconds={op: data["seconds"][op] for op in OPS},
        cpu_seconds={op: data["cpu_seconds"][op] for op in OPS},
        spent={activity: data["spent"][activity] for activity in ACTIVITIES},
        digests={op: _two(data["digests"][op]) for op in OPS},
    )


def _two(numbers: list[int]) -> tuple[int, int]:
    cases, answers = numbers
    return cases, answers
