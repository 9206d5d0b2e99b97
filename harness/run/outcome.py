"""`Outcome`: what a run's units came to, added up in the order of each cell's shards.

Units end in any order; what is recorded of a run is so many shards of each cell, from the first on.
So a result waits until those before it are there, then it is taken in and let go.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.findings.tally import Tally
from tokparity.harness.run.coverage import Observations
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shards.unit import UnitFailed, UnitResult


@dataclass(slots=True)
class Outcome:
    """What ran so far. `most`: of each cell the shards that count, None where time decides.

    `shards`: of each cell how many ran without a gap from the first on. `failed`: of each cell the
    first unit that did not run.
    """

    tally: Tally
    observed: Observations
    most: Mapping[str, int] | None = None
    shards: dict[str, int] = field(default_factory=dict)
    failed: dict[str, UnitFailed] = field(default_factory=dict)
    units: int = 0
    """Results so far."""
    _next: dict[str, int] = field(default_factory=dict)
    _ahead: dict[str, dict[int, UnitResult]] = field(default_factory=dict)
    """What came before its turn."""

    @classmethod
    def of(cls, cells: Iterable[CellSpec], most: Mapping[str, int] | None = None) -> "Outcome":
        """Nothing ran yet."""
        cells = tuple(cells)
        names = [cell.name for cell in cells]
        return cls(Tally(), Observations.of(cells), most, dict.fromkeys(names, 0))

    def __contains__(self, key: object) -> bool:
        """Whether the unit of a key (cell, shard) was added."""
        if not isinstance(key, tuple):
            return False
        cell, shard = key
        return shard < self._next.get(cell, 0) or shard in self._ahead.get(cell, ())

    def add(self, result: UnitResult) -> None:
        """Take in one more unit, which was not added before."""
        cell = result.cell
        self.units += 1
        if isinstance(result, UnitFailed):
            first = self.failed.setdefault(cell, result)
            if result.shard < first.shard:
                self.failed[cell] = result
        self._ahead.setdefault(cell, {})[result.shard] = result
        ahead = self._ahead[cell]
        while (at := self._next.get(cell, 0)) in ahead:
            self._take(ahead.pop(at))
            self._next[cell] = at + 1

    def _take(self, result: UnitResult) -> None:
        cell, shard = result.cell, result.shard
        if self.most is not None and shard >= self.most.get(cell, 0):
            return  # of a journal that holds more
        if not isinstance(result, ShardResult):
            return
        if self.shards[cell] == shard:
            self.shards[cell] += 1
        elif self.most is None:
            return  # of a cell that failed, and is begun no more
        self.tally.add(result)
        self.observed.add(result)
