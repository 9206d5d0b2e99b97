"""Print what a run itself costs, a unit, beside the work in its units: here they do nothing.

    python -m evaluation.tables.coordinator [--units 10000 100000] [--jobs 2]

Each number of units is run in a process of its own: handed out, delivered, written to the journal
and added up, as in any run. Then the whole is taken up again, as after a kill. Printed are CPU
seconds of all that, microseconds a unit, the memory at its highest, and the bytes of the journal.

Exit code 1 where a unit costs twice as much in the longest run as in the shortest, handed out or
taken up, or the memory grew by more than 16 bytes a unit.
"""

import resource
import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from evaluation.arguments import parser_of
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.naming.investigation import NamedSighting
from tokparity.harness.run.coverage import CoverageFile
from tokparity.harness.run.execution import RunPlan, run_units
from tokparity.harness.run.journal import Journal
from tokparity.harness.shards.executors import Deliver
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shards.unit import UnitResult
from tokparity.harness.shards.unit_queue import Feed

CELLS = 100
MOST_GROWTH = 2.0
MOST_BYTES = 16.0


@dataclass(slots=True)
class Idle:
    """Runs nothing: each unit has an empty result at once."""

    jobs: int

    def run(self, feed: Feed, deliver: Deliver, until: float | None = None) -> None:
        """Take from each slot by turns, till nothing is left."""
        slot = 0
        while (unit := feed.take(slot)) is not None:
            result = ShardResult(*unit.key)
            feed.note(result)
            deliver(result)
            slot = (slot + 1) % self.jobs

    def close(self) -> None:
        """Nothing to end."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What so many units cost: CPU seconds, and those of taking them up again, bytes of memory
    beyond those of the start, and of the journal."""

    units: int
    seconds: float
    resumed: float
    memory: int
    journal: int


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def cost_of(units: int, jobs: int, artefact: str) -> Cost:
    """Run so many units of `CELLS` cells of as many models."""
    whole = resolve(artefact)
    names = [f"{number:03d}" for number in range(CELLS)]
    cells = tuple(fidelity_cell(replace(whole, name=name), name) for name in names)
    plan = RunPlan(cells, 0, "idle", epochs=-(-units // CELLS))
    told: list[NamedSighting] = []

    def run(journal: Journal, coverage: CoverageFile, done: Iterable[ShardResult]) -> float:
        began = time.process_time()
        with journal, coverage:
            ran = run_units(
                plan, Idle(jobs), jobs, journal, coverage, done, lambda *_: None, told.append
            )
        assert (ran.outcome.units, told) == (plan.size, [])
        return time.process_time() - began

    with TemporaryDirectory() as place:
        path = Path(place) / "journal.jsonl"
        journal, coverage = (
            Journal.begin(path, plan.fingerprint(), UnitResult),
            CoverageFile.begin(Path(place)),
        )
        before = _peak()
        seconds, size = run(journal, coverage, ()), path.stat().st_size
        journal, records = Journal.resume(path, plan.fingerprint(), UnitResult)
        coverage, done = CoverageFile.resume(Path(place), records)
        resumed = run(journal, coverage, done)
        assert path.stat().st_size == size, "nothing is done twice"
        return Cost(plan.size, seconds, resumed, _peak() - before, size)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line a number of units; whether the cost stays the same."""
    parser = parser_of("evaluation.tables.coordinator", __doc__)
    parser.add_argument("--units", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--vocab", default="minilm")
    chosen = parser.parse_args(arguments)
    costs = []
    for units in sorted(chosen.units):
        with ProcessPoolExecutor(1, get_context("spawn")) as fresh:
            cost = fresh.submit(cost_of, units, chosen.jobs, chosen.vocab).result()
        costs.append(cost)
        print(
            f"{cost.units:,} units: {cost.seconds:.1f} CPU-seconds, "
            f"{1e6 * cost.seconds / cost.units:.0f} us a unit, "
            f"{1e6 * cost.resumed / cost.units:.0f} to take it up; "
            f"{cost.memory / 2**20:.1f} MB more memory; journal {cost.journal / 2**20:,.0f} MB",
            flush=True,
        )
    first, last = costs[0], costs[-1]
    growth, again = (
        (getattr(last, name) / last.units) / (getattr(first, name) / first.units)
        for name in ("seconds", "resumed")
    )
    grown = (last.memory - first.memory) / max(1, last.units - first.units)
    print(
        f"a unit costs {growth:.2f} times as much, {again:.2f} to take it up; "
        f"{grown:.2f} bytes of memory a unit more"
    )
    return int(max(growth, again) > MOST_GROWTH or grown > MOST_BYTES)


if __name__ == "__main__":
    sys.exit(main())
