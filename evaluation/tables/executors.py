"""Print what a run takes with one job, with two, and on as many workers of a Dask cluster.

    python -m evaluation.tables.executors [--vocab minilm llama2 qwen3] [--cases 4096] [--rounds 3]
        [--jobs 2]

The same units each time, by turns, so that the machine is as busy for one as for the other. Job
processes begin anew each time, as for any run; so do the workers of the cluster, which are there,
on loopback, before the clock starts. Printed are medians of the rounds: wall seconds, CPU seconds
of all processes, and what the run would have taken on free cores (`free_cores`), which is wall time
where nothing else runs.

Exit code 1 where, on free cores, two jobs are less than 1.7 times as fast as one, or a cluster
takes over 15 % more than local jobs.
"""

import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from evaluation.arguments import parser_of
from evaluation.tables.free_cores import Watch, on_free_cores
from tokparity.harness.run.coverage import CoverageFile
from tokparity.harness.run.execution import RunPlan, oracle_versions, run_units
from tokparity.harness.run.journal import Journal
from tokparity.harness.run.plan import PlanOptions, plan_run
from tokparity.harness.run.profile import read_profile
from tokparity.harness.run.usage import Usage
from tokparity.harness.shards.executors import Executor, executor_for
from tokparity.harness.shards.unit import UnitResult

Kind = Literal["wall", "cpu", "free"]
KINDS: tuple[Kind, ...] = ("wall", "cpu", "free")
AS_ADVISED = {
    "distributed.worker.profile.enabled": False,
    "distributed.nanny.pre-spawn-environ": {
        "MALLOC_TRIM_THRESHOLD_": 1 << 28,
        "MALLOC_MMAP_THRESHOLD_": 1 << 25,
    },
}
LEAST_GAIN = 1.7
MOST_OF_LOCAL = 1.15


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds of one run, and how many units it had."""

    wall: float
    cpu: float
    free: float
    units: int

    def of(self, kind: Kind) -> float:
        """The seconds of a kind."""
        return {"wall": self.wall, "cpu": self.cpu, "free": self.free}[kind]


@contextmanager
def local(jobs: int) -> Iterator[Callable[[], Executor]]:
    """So many job processes, which begin with the run."""
    yield lambda: executor_for(jobs)


@contextmanager
def cluster(jobs: int) -> Iterator[Callable[[], Executor]]:
    """A Dask cluster of so many workers on loopback, which is there before the run. Its workers are
    started as docs/how-to/scale.md advises."""
    from dask import config
    from distributed import LocalCluster

    from tokparity.harness.shards.dask_cluster import DaskExecutor

    def complain(line: str) -> None:
        print(line, file=sys.stderr)

    with (
        TemporaryDirectory() as folder,
        config.set(AS_ADVISED),
        LocalCluster(
            n_workers=jobs,
            threads_per_worker=1,
            dashboard_address=None,
            memory_limit=0,
            local_directory=folder,
        ) as made,
    ):
        made.wait_for_workers(jobs)
        yield lambda: DaskExecutor(made.scheduler_address, oracle_versions, complain)


def took(plan: RunPlan, made: Callable[[], Executor], jobs: int) -> Took:
    """Run the whole plan. The directory of a run is written, its report is not."""
    with TemporaryDirectory() as place:
        journal = Journal.begin(Path(place) / "journal.jsonl", plan.fingerprint(), UnitResult)
        coverage = CoverageFile.begin(Path(place))
        with Usage() as usage, Watch() as watch:
            began = time.perf_counter()
            with closing(made()) as executor, journal, coverage:
                ran = run_units(
                    *(plan, executor, jobs, journal, coverage, ()),
                    progress=lambda *_: None,
                    announce=lambda _: None,
                )
            wall, cpu = time.perf_counter() - began, usage.cpu_seconds()
    if ran.failed:
        raise SystemExit(f"could not run {ran.failed[0].cell}: {ran.failed[0].reason}")
    cores = len(os.sched_getaffinity(0))
    return Took(wall, cpu, on_free_cores(watch.samples, wall, cpu, cores), ran.outcome.units)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line a way of running; whether the others are as fast as they have to be."""
    parser = parser_of("evaluation.tables.executors", __doc__)
    parser.add_argument("--vocab", nargs="+", default=["minilm", "llama2", "qwen3"])
    parser.add_argument("--cases", type=int, default=4096)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args(arguments)
    wanted = PlanOptions(vocab=tuple(chosen.vocab), cases=chosen.cases)
    plan = plan_run(read_profile("quick"), wanted)
    several = f"{chosen.jobs} jobs", f"Dask, {chosen.jobs} workers"
    ways = {
        "1 job": (local, 1),
        several[0]: (local, chosen.jobs),
        several[1]: (cluster, chosen.jobs),
    }
    rounds: list[dict[str, Took]] = []
    for number in range(chosen.rounds):
        names = list(ways)[:: -1 if number % 2 else 1]
        measured = {}
        for name in names:
            opened, jobs = ways[name]
            with opened(jobs) as made:
                measured[name] = took(plan, made, jobs)
        rounds.append(measured)
        seconds = ", ".join(f"{name} {measured[name].wall:.1f}" for name in ways)
        print(
            f"round {number + 1}: wall seconds: {seconds}; load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
    for name in ways:
        wall, cpu, free = (
            statistics.median(each[name].of(kind) for each in rounds) for kind in KINDS
        )
        units = rounds[0][name].units
        line = f"{name}: {units:,} units in {wall:.1f} s, {cpu:.1f} CPU-seconds"
        print(f"{line}; on free cores {free:.1f} s")

    def times(kind: Kind, name: str, other: str) -> float:
        return statistics.median(each[name].of(kind) / each[other].of(kind) for each in rounds)

    gain, more = times("free", "1 job", several[0]), times("cpu", several[0], "1 job")
    print(f"{several[0]}: {gain:.2f} times as fast as one, for {more:.2f} times the CPU time")
    beside, cost = times("free", *several[::-1]), times("cpu", *several[::-1])
    print(f"{several[1]}: {beside:.2f} of the time of local ones, {cost:.2f} of their CPU time")
    return int(gain < LEAST_GAIN or beside > MOST_OF_LOCAL)


if __name__ == "__main__":
    sys.exit(main())
