"""A budget of time, spent where it shows most: the schedule of a nightly run.

First every cell has one shard, model by model, so that nothing stays unlooked-at on a slow machine.
Then every model gets a box of CPU time, shared by its cells, and each of its vocabularies its
number of observations, whatever the box; where the machine is too slow for all of that, each has
its share of the time. Then the files that nobody published have theirs, a box a model again, and
no number of observations. The rest of the time goes, in bursts, to vocabularies that still lack
observations, then to the cell of published files that last showed most that was new (pieces, rules,
findings) for its CPU time. Time only chooses how many shards of each cell run: the numbers are
recorded, and `--replay` does just those. Large models have their turn beside small ones, for the
memory that they take.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import NamedTuple

from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.compare.digests import DIGEST_BYTES
from tokparity.harness.guidance.features import Reached
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shards.unit import Unit, UnitFailed, UnitResult
from tokparity.reports.records.engine import Golden

BURST = 6
"""Shards of one cell before another may be chosen: its tokenizers are loaded for it."""

SILENT = 2
"""Shards without an observation after which a vocabulary is given no more for having none."""

FINDING = 500
"""A finding that the cell had not shown before is worth so many new features."""


@dataclass(frozen=True, slots=True)
class RunBudget:
    """`seconds` of wall-clock time in which units begin; `box_seconds` of CPU time a model;
    `observations` that each vocabulary gets at least, of its native oracle."""

    seconds: float
    box_seconds: float
    observations: int


class Turn(NamedTuple):
    """The time of one model: for the first shard of each of its cells, or for its box; of its
    published files, or of those that nobody published."""

    boxed: bool
    derived: bool
    model: str

    def has(self, cell: CellSpec) -> bool:
        """Whether a cell runs in it."""
        return (cell.is_derived, cell.model) == (self.derived, self.model)


@dataclass(slots=True)
class _Course:
    """One cell's shards: which come next, what they cost and showed."""

    cell: CellSpec
    done: set[int]
    next: int = 0
    failed: bool = False
    spent: float = 0.0
    reached: Reached = field(default_factory=Reached)
    findings: set[str] = field(default_factory=set)
    burst_gain: float = 0.0
    burst_spent: float = 0.0

    def skip(self) -> None:
        """Go to the next shard that is not done yet."""
        while self.next in self.done:
            self.next += 1

    def shard(self) -> int:
        """The next shard that is not done yet, which then is handed out."""
        self.skip()
        self.next += 1
        return self.next - 1

    @property
    def ended(self) -> bool:
        """Whether there is nothing more to run: it failed, or its cases are recorded ones."""
        return self.failed or (isinstance(self.cell.right.engine, Golden) and self.next > 0)

    @property
    def gain(self) -> float:
        """What was new in the last burst, a CPU second."""
        return self.burst_gain / max(self.burst_spent, 0.01)


@dataclass(slots=True)
class Budgeted:
    """The feed of a budget. `unit` makes shard n of a cell; `clock` is wall-clock time.

    `slots`: how many take from it.
    """

    budget: RunBudget
    cells: Sequence[CellSpec]
    unit: Callable[[CellSpec, int], Unit]
    clock: Callable[[], float] = time.monotonic
    slots: int = 1
    courses: dict[str, _Course] = field(default_factory=dict)
    turns: deque[Turn] = field(default_factory=deque)
    sizes: dict[Turn, int] = field(default_factory=dict)
    at: dict[int, Turn] = field(default_factory=dict)
    until: dict[int, float] = field(default_factory=dict)
    bursts: dict[int, tuple[str, int]] = field(default_factory=dict)
    observed: dict[str, int] = field(default_factory=dict)
    started: float = 0.0

    def __post_init__(self) -> None:
        self.started = self.clock()
        self.courses = {cell.name: _Course(cell, set()) for cell in self.cells}
        turns = dict.fromkeys(
            Turn(boxed, cell.is_derived, cell.model)
            for boxed in (False, True)
            for cell in self.cells
        )
        self.turns = deque(sorted(turns, key=lambda turn: turn[:2]))
        self.sizes = {
            turn: _size(cell for cell in self.cells if turn.has(cell)) for turn in self.turns
        }

    def resume(self, done: Iterable[ShardResult]) -> None:
        """Count what an earlier part of this run has finished, and the time that it took."""
        for result in done:
            if (course := self.courses.get(result.cell)) is not None:
                course.done.add(result.shard)
                self.note(result)
            self.started -= sum(result.spent.values()) / self.slots
        for course in self.courses.values():
            course.skip()  # or recorded cases, which are all in the first shard, would run again

    def take(self, slot: int) -> Unit | None:
        """The next unit: of the model this slot is at, of the next model, of what shows most."""
        while (now := self.clock()) - self.started < self.budget.seconds:
            if slot not in self.at:
                if not self.turns:
                    return self._of_a_burst(slot)
                self.until[slot] = now + self._seconds(now)
                self.at[slot] = self._turn()
            course = self._in_box(self.at[slot], now < self.until[slot])
            if course is not None:
                return self._hand_out(course)
            del self.at[slot]
        return None

    def _turn(self) -> Turn:
        """The next model: the largest, or the smallest where a large one is at work, since two
        large ones at once need most memory."""
        waiting = [turn for turn in self.turns if turn[:2] == self.turns[0][:2]]
        middle = median(self.sizes.values())
        is_beside_large = any(self.sizes[turn] > middle for turn in self.at.values())
        turn = (min if is_beside_large else max)(waiting, key=self.sizes.__getitem__)
        self.turns.remove(turn)
        return turn

    def _seconds(self, now: float) -> float:
        """Wall-clock seconds of the next model, if all that wait for a box are to have as many;
        published files do not wait for the others."""
        left = self.budget.seconds - (now - self.started)
        kind = self.turns[0][:2]
        waiting = sum(turn[:2] == kind for turn in (*self.turns, *self.at.values()))
        return left * self.slots / waiting

    def _in_box(self, turn: Turn, in_time: bool) -> _Course | None:
        """The cell of a turn that has had fewest shards: its first, or, in time, one while the box
        lasts or its vocabulary lacks observations."""
        courses = [course for course in self.courses.values() if turn.has(course.cell)]
        boxed = sum(course.spent for course in courses) < self.budget.box_seconds
        open_ones = [
            course
            for course in courses
            if not course.ended
            and (in_time and (boxed or self._lacks(course)) if turn.boxed else course.next == 0)
        ]
        return min(open_ones, key=lambda course: course.next, default=None)

    def _lacks(self, course: _Course) -> bool:
        """Whether the vocabulary of a fidelity cell has too few observations, and gets any: where
        neither side can express what the other can, no number of shards would do."""
        if course.cell.question != "fidelity" or course.cell.is_derived:
            return False
        seen = self.observed.get(course.cell.left.artefact.name, 0)
        return seen < self.budget.observations and (seen > 0 or course.next < SILENT)

    def _of_a_burst(self, slot: int) -> Unit | None:
        name, left = self.bursts.get(slot, ("", 0))
        if not left or self.courses[name].ended:
            taken = {other for at, (other, _) in self.bursts.items() if at != slot}
            left_over = [
                course
                for course in self.courses.values()
                if not course.ended and not course.cell.is_derived
            ]
            if not left_over:
                return None
            free = [course for course in left_over if course.cell.name not in taken] or left_over
            best = max(
                free, key=lambda course: (self._lacks(course), course.gain, course.cell.name)
            )
            best.burst_gain = best.burst_spent = 0.0
            name, left = best.cell.name, BURST
        self.bursts[slot] = (name, left - 1)
        return self._hand_out(self.courses[name])

    def _hand_out(self, course: _Course) -> Unit:
        return self.unit(course.cell, course.shard())

    def note(self, result: UnitResult) -> None:
        """Add up what a shard cost and showed."""
        course = self.courses.get(result.cell)
        if course is None:
            return
        if isinstance(result, UnitFailed):
            course.failed = True
            return
        found = {occurrence.signature.key for occurrence in result.found} - course.findings
        gain = course.reached.add(result.features) + FINDING * len(found)
        cost = sum(result.spent.values())
        course.findings |= found
        course.spent += cost
        course.burst_gain += gain
        course.burst_spent += cost
        for artefact in course.cell.observed:
            count = len(result.case_digests) // DIGEST_BYTES
            self.observed[artefact] = self.observed.get(artefact, 0) + count


def _size(cells: Iterable[CellSpec]) -> int:
    """Bytes of all files of some cells."""
    paths = {side.artefact.path for cell in cells for side in cell.sides}
    return sum(path.stat().st_size for path in paths if path.is_file())
