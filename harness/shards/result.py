"""What one shard of a cell leaves behind: counts, sightings, refusals, and what it cost.

Plain data; how it comes about is `harness.shards.runner`, its JSON form `harness.shards.unit`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, get_args

from tokparity.harness.guidance.features import Features
from tokparity.harness.naming.investigation import NamedSighting
from tokparity.reference_impl.contract import OPS, Op
from tokparity.reports.records.counts import Counts
from tokparity.reports.records.finding import RefusalRecord
from tokparity.reports.records.vote import VoteCounts

Activity = Literal[
    "load", "generate", "encode", "decode", "stages", "render", "compare", "investigate"
]
"""What CPU time is spent on. encode, decode and render: both sides, and carrying cases to a worker
and answers back; stages: each stage by itself; investigate: naming and shrinking."""

ACTIVITIES: tuple[Activity, ...] = get_args(Activity)
SIDES_AT: dict[Op, Activity] = {
    "encode": "encode",
    "decode": "decode",
    "encode_full": "encode",
    "stage": "stages",
    "stream": "decode",
    "chat": "render",
}
"""What the asking of both sides counts as."""


@dataclass(slots=True)
class ShardResult:
    """Everything one shard leaves: counts per op, sightings, refusals, and what it cost.

    `case_digests` holds eight bytes a case that the native oracle (parity: both) was asked, stages
    not counted; `features` what was reached; `digests` are of
    the cases and of what the oracles answered, per op.
    """

    cell: str
    shard: int
    counts: dict[Op, Counts] = field(default_factory=lambda: {op: Counts() for op in OPS})
    found: list[NamedSighting] = field(default_factory=list)
    refusals: list[RefusalRecord] = field(default_factory=list)
    seconds: dict[Op, float] = field(default_factory=lambda: dict.fromkeys(OPS, 0.0))
    cpu_seconds: dict[Op, float] = field(default_factory=lambda: dict.fromkeys(OPS, 0.0))
    spent: dict[Activity, float] = field(default_factory=lambda: dict.fromkeys(ACTIVITIES, 0.0))
    """CPU seconds. That of loading is in no cell, but in the run's total."""
    digests: dict[Op, tuple[int, int]] = field(default_factory=lambda: dict.fromkeys(OPS, (0, 0)))
    case_digests: bytes = b""
    features: Features = field(default_factory=Features)
    votes: VoteCounts = field(default_factory=VoteCounts)
    """Of its diverging cases, where a third engine is asked."""


def is_passing(refusals: Iterable[RefusalRecord]) -> bool:
    """Whether it was the machine: out of time or memory once, and not in a fresh worker. Not where
    the other side's worker died of the same case for good."""
    died = [refused for refused in refusals if refused.repeats is not None]
    passed = [
        refused.repeats is False and refused.refusal.kind in ("timeout", "memory")
        for refused in died
    ]
    return bool(passed) and all(passed)
