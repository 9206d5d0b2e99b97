"""Which unit a job slot gets next. Called under the executor's lock, one slot at a time."""

import time
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Protocol

from tokparity.harness.shards.unit import Unit, UnitFailed, UnitResult


class Feed(Protocol):
    """Hands out units, and is told what became of each."""

    def take(self, slot: int) -> Unit | None:
        """The next unit for a job slot, None where nothing is left for it."""
        ...

    def note(self, result: UnitResult) -> None: ...


Queue = Iterator[tuple[int, Unit]]
"""Units of one model with their places in the plan, in order; made when they are asked for."""


def by_model(units: Iterable[Unit]) -> dict[str, Queue]:
    """The queues of units that are all there."""
    queues: dict[str, list[tuple[int, Unit]]] = {}
    for place, unit in enumerate(units):
        queues.setdefault(unit.cell.model, []).append((place, unit))
    return {model: iter(queue) for model, queue in queues.items()}


@dataclass(slots=True)
class Listed:
    """Units of a plan, each handed out once, in its order. A model stays with the slot that began
    it, as long as there is another for the others: loading costs more than a shard.

    A unit costs the same however many wait: of each model the next one alone is looked at.
    """

    home: dict[str, int] = field(default_factory=dict)
    _rest: dict[str, Queue] = field(default_factory=dict)
    _next: dict[str, tuple[int, Unit]] = field(default_factory=dict)
    _free: list[tuple[int, str]] = field(default_factory=list)
    """A heap of (place of its next unit, model) of models that nobody began."""
    _begun: dict[int, list[tuple[int, str]]] = field(default_factory=dict)
    """The same of each slot's own."""

    @classmethod
    def of(cls, units: Iterable[Unit], done: Container[tuple[str, int]] = ()) -> "Listed":
        """These units but for those that are done, in order."""
        listed = cls()
        listed.fill(by_model(units), done)
        return listed

    def fill(self, queues: Mapping[str, Queue], done: Container[tuple[str, int]] = ()) -> None:
        """Hand these out next, but for units that are done; whatever was left before is dropped."""
        self._rest = {
            model: ((place, unit) for place, unit in queue if unit.key not in done)
            for model, queue in queues.items()
        }
        self._next, self._free, self._begun = {}, [], {}
        for model in self._rest:
            self._go_on(model)

    def _go_on(self, model: str) -> None:
        """Have the model's next unit ready, where there is one."""
        if (head := next(self._rest[model], None)) is None:
            return
        self._next[model] = head
        home = self.home.get(model)
        heap = self._free if home is None else self._begun.setdefault(home, [])
        heappush(heap, (head[0], model))

    def take(self, slot: int) -> Unit | None:
        """The next unit of a model this slot knows, else of a model nobody has, else of any."""
        heap = self._begun.get(slot) or self._free
        if not heap:
            waiting = [heap for heap in self._begun.values() if heap]
            if not waiting:
                return None
            heap = min(waiting, key=lambda heap: heap[0])
        _, model = heappop(heap)
        self.home.setdefault(model, slot)
        _, unit = self._next.pop(model)
        self._go_on(model)
        return unit

    def note(self, result: UnitResult) -> None:
        """Nothing depends on results here."""


@dataclass(slots=True)
class Timed:
    """Epoch after epoch, as long as `clock` is before `until`: the first may stay without an end.
    A cell that failed is in no later one."""

    epoch: Callable[[int], list[Unit]]
    until: float
    done: Container[tuple[str, int]] = ()
    clock: Callable[[], float] = time.monotonic
    next: int = 0
    failed: set[str] = field(default_factory=set)
    listed: Listed = field(default_factory=Listed)

    def take(self, slot: int) -> Unit | None:
        """The next unit of this epoch, else of the next one."""
        while self.clock() < self.until:
            if (unit := self.listed.take(slot)) is not None:
                return unit
            units = [unit for unit in self.epoch(self.next) if unit.cell.name not in self.failed]
            if not units:
                return None
            self.listed.fill(by_model(units), self.done)
            self.next += 1
        return None

    def note(self, result: UnitResult) -> None:
        """Remember what cannot run."""
        if isinstance(result, UnitFailed):
            self.failed.add(result.cell)
