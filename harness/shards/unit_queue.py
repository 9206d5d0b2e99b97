"""Which unit a job slot gets next. Called under the executor's lock, one slot at a time."""

import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from tokparity.harness.shards.unit import Unit, UnitFailed, UnitResult


class Feed(Protocol):
    """Hands out units, and is told what became of each."""

    def take(self, slot: int) -> Unit | None:
        """The next unit for a job slot, None where nothing is left for it."""
        ...

    def note(self, result: UnitResult) -> None: ...


@dataclass(slots=True)
class Listed:
    """A list of units, each handed out once. A model stays with the slot that began it, as long
    as there is another for the others: loading costs more than a shard."""

    waiting: list[Unit]
    home: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, units: Iterable[Unit], done: Iterable[tuple[str, int]] = ()) -> "Listed":
        """These units but for those that are done, in order."""
        finished = set(done)
        return cls([unit for unit in units if unit.key not in finished])

    def take(self, slot: int) -> Unit | None:
        """The next unit of a model this slot knows, else of a model nobody has, else of any."""
        if not self.waiting:
            return None
        waiting = range(len(self.waiting))
        best = min(waiting, key=lambda at: (self._distance(self.waiting[at], slot), at))
        unit = self.waiting.pop(best)
        self.home.setdefault(unit.cell.model, slot)
        return unit

    def _distance(self, unit: Unit, slot: int) -> int:
        home = self.home.get(unit.cell.model)
        return 0 if home == slot else 1 if home is None else 2

    def note(self, result: UnitResult) -> None:
        """Nothing depends on results here."""


@dataclass(slots=True)
class Timed:
    """Epoch after epoch, as long as `clock` is before `until`: the first may stay without an end.
    A cell that failed is in no later one."""

    epoch: Callable[[int], list[Unit]]
    until: float
    done: Collection[tuple[str, int]] = ()
    clock: Callable[[], float] = time.monotonic
    next: int = 0
    failed: set[str] = field(default_factory=set)
    listed: Listed = field(default_factory=lambda: Listed([]))

    def take(self, slot: int) -> Unit | None:
        """The next unit of this epoch, else of the next one."""
        while self.clock() < self.until:
            if (unit := self.listed.take(slot)) is not None:
                return unit
            units = [unit for unit in self.epoch(self.next) if unit.cell.name not in self.failed]
            if not units:
                return None
            self.listed.waiting = Listed.of(units, self.done).waiting
            self.next += 1
        return None

    def note(self, result: UnitResult) -> None:
        """Remember what cannot run."""
        if isinstance(result, UnitFailed):
            self.failed.add(result.cell)
