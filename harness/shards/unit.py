"""A unit of work: one shard of one cell, in whatever process; and its JSON form in the journal.

What it asked and reached is no part of that form: it is too much for JSON (`harness.run.coverage`).
"""

from dataclasses import astuple, dataclass
from pathlib import Path
from traceback import extract_tb

from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.compare.sides import RecordedSide, batch_of, by_options
from tokparity.harness.naming.investigation import NamedSighting
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shards.runner import generating_runner
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import Op, Place
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.strict_json.classes import Stored, declare, declare_union
from tokparity.reports.records.finding import Question, Signature


@dataclass(frozen=True, slots=True)
class Unit:
    """Shard `shard` of `cell`: so many encode cases, so many decode cases, from this seed; with all
    that follows from them `most` cases. `steered_length`: characters of a steered text, 0: any."""

    cell: CellSpec
    shard: int
    encode: int
    decode: int
    seed: int
    most: int | None = None
    steered_length: int = 0

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
        runner = generating_runner(slot, unit.cell, unit.seed, unit.steered_length)
        loading = slot.cpu_seconds() - started
        if isinstance(runner.right, RecordedSide):
            recorded = map(batch_of, by_options(runner.right.answers))
            result = runner.run_cases(unit.shard, recorded)
        else:
            result = runner.run(unit.shard, unit.encode, unit.decode, unit.most)
        result.spent["load"] = loading
        return result
    except Exception as error:
        return UnitFailed(unit.cell.name, unit.shard, error_line(error))


def error_line(error: Exception) -> str:
    """One line for an error: what it says, and where it comes from if it is none of ours."""
    if isinstance(error, TokparityError):
        return str(error)
    frame = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(frame.filename).name}:{frame.lineno})"


_Signature = tuple[Question, Op, str, str, Place, str, str]

declare(
    NamedSighting,
    stored={"signature": Stored(_Signature, astuple, lambda row: Signature(*row))},
)
declare(ShardResult, omitted=["case_digests", "features"], optional=["votes"])
declare(UnitFailed, names={"reason": "failed"})
declare_union(UnitResult, lambda data: UnitFailed if "failed" in data else ShardResult)
