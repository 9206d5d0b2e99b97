"""`tokparity run` that says what it is at: a line for each phase that one of its processes enters.

    python -m evaluation.accidents.watched_run run --vocab … --out …

The lines (process id and phase) go to the file that `PHASES` names. A job process imports this
module too, since `multiprocessing` imports the main module in what it spawns. The committed
regression cases are left out: every run would begin with ten seconds of them.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from tokparity.harness.cli import main
from tokparity.harness.commands import run as command
from tokparity.harness.compare.sides import op_of
from tokparity.harness.naming.investigation import Investigator
from tokparity.harness.run import job
from tokparity.harness.shards.runner import ShardRunner
from tokparity.harness.shards.slot import Slot

PHASES = "TOKPARITY_PHASES"
Phase = Literal["load", "encode", "decode", "shrink", "merge", "views"]


def enter(phase: Phase) -> None:
    """Say that this process is at `phase` now."""
    handle = os.open(Path(os.environ[PHASES]), os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(handle, f"{os.getpid()} {phase}\n".encode("ascii"))
    os.close(handle)


def announced(phase: Phase, work: Callable[..., Any]) -> Callable[..., Any]:
    """`work` that says first what it is at."""

    def announce(*given: Any, **named: Any) -> Any:
        enter(phase)
        return work(*given, **named)

    return announce


def compare_announced(runner: ShardRunner, batch: Any, *given: Any) -> Any:
    """As `ShardRunner._compare`."""
    enter("decode" if op_of(batch) in ("decode", "stream") else "encode")
    return COMPARE(runner, batch, *given)


COMPARE = ShardRunner._compare

ANNOUNCED: tuple[tuple[object, str, Phase], ...] = (
    (Slot, "sides", "load"),
    (Investigator, "investigate", "shrink"),
    (job, "merge_findings", "merge"),
    (job, "write_cells", "merge"),
    (command, "write_views", "views"),
    (command, "offer_regressions", "shrink"),
    (command, "write_patch", "views"),
)

if PHASES in os.environ:
    for owner, name, phase in ANNOUNCED:
        setattr(owner, name, announced(phase, getattr(owner, name)))
    for owner, name, instead in (
        (ShardRunner, "_compare", compare_announced),
        (command, "committed", tuple),
    ):
        setattr(owner, name, instead)

if __name__ == "__main__":
    main()
