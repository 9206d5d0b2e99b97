"""Replay what is committed: regression cases and golden cases."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from harness.shard import ShardResult
from reports.records import Cell

WitnessState = Literal["diverges", "agrees", "cannot-run"]


@dataclass(frozen=True, slots=True)
class Replayed:
    """Results that join those of the generated cases; how each regression case went."""

    results: tuple[ShardResult, ...] = ()
    cells: tuple[Cell, ...] = ()
    witnesses: Mapping[str, WitnessState] = field(default_factory=dict)


def replay(plan: object, *, goldens: bool) -> Replayed:
    return Replayed()
