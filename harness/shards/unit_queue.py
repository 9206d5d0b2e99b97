"""Which unit a job slot gets next. Called under the executor's lock, one slot at a time."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from tokparity.harness.shards.unit import Unit, UnitResult


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
