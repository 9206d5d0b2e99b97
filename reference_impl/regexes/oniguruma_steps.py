"""The instructions of an Oniguruma program.

Source: Oniguruma 6.9.10 regexec.c, `match_at`. Not here: those about groups (`group_steps`),
callouts (`callout_steps`) and segments (`segments`).
"""

from dataclasses import dataclass

from tokparity.reference_impl.regexes import oniguruma_machine as machine
from tokparity.reference_impl.regexes.oniguruma_machine import FAILED, Run
from tokparity.reference_impl.regexes.rust_automaton import Test


@dataclass(slots=True)
class Matched:
    """The match begins where it is kept."""

    def step(self, run: Run, pc: int) -> int:
        for kind, _, value, _, _ in reversed(run.stack):
            if kind == machine.KEEP:
                run.keep = value
                break
        return machine.MATCHED


@dataclass(slots=True)
class Fails:
    """Nothing matches here."""

    def step(self, run: Run, pc: int) -> int:
        return FAILED


@dataclass(slots=True)
class One:
    """One character of a set, up to the end."""

    test: Test

    def step(self, run: Run, pc: int) -> int:
        if run.at >= run.end or self.test(run.text, run.at) is None:
            return FAILED
        run.at += 1
        return pc + 1


@dataclass(slots=True)
class Text:
    """Characters, up to the end."""

    chars: str

    def step(self, run: Run, pc: int) -> int:
        at = run.at + len(self.chars)
        if at > run.end or not run.text.startswith(self.chars, run.at):
            return FAILED
        run.at = at
        return pc + 1


@dataclass(slots=True)
class Where:
    """A place between characters."""

    test: Test

    def step(self, run: Run, pc: int) -> int:
        return FAILED if self.test(run.text, run.at) is None else pc + 1


@dataclass(slots=True)
class Boundary:
    r"""`\b` and `\B`: at the start of the text there is no character where the end lies there."""

    word: Test
    wanted: bool

    def step(self, run: Run, pc: int) -> int:
        before = run.at > 0 and self.word(run.text, run.at - 1) is not None
        within = run.at < (len(run.text) if run.at else run.end)
        behind = within and self.word(run.text, run.at) is not None
        return pc + 1 if (before != behind) is self.wanted else FAILED


@dataclass(slots=True)
class SearchStart:
    r"""`\G`."""

    def step(self, run: Run, pc: int) -> int:
        return pc + 1 if run.at == run.begin else FAILED


@dataclass(slots=True)
class AtEnd:
    """The end, which a look-behind has set to where it began."""

    def step(self, run: Run, pc: int) -> int:
        return pc + 1 if run.at == run.end else FAILED


@dataclass(slots=True)
class Split:
    """Two ways, one after the other."""

    first: int = 0
    second: int = 0
    lasting: bool = False

    def step(self, run: Run, pc: int) -> int:
        run.push(machine.LASTING_WAY if self.lasting else machine.WAY, self.second, run.at)
        return self.first


@dataclass(slots=True)
class Jump:
    """On at another instruction."""

    target: int = 0

    def step(self, run: Run, pc: int) -> int:
        return self.target


@dataclass(slots=True)
class Pop:
    """The last entry of the stack is dropped."""

    def step(self, run: Run, pc: int) -> int:
        run.stack.pop()
        return pc + 1


@dataclass(slots=True)
class Mark:
    """Where an atomic group or a look-around began."""

    number: int

    def step(self, run: Run, pc: int) -> int:
        run.push(machine.MARK, self.number, run.at)
        return pc + 1


@dataclass(slots=True)
class Cut:
    """The ways since a mark are dropped. `returns`: it is a look-ahead."""

    number: int
    returns: bool = False

    def step(self, run: Run, pc: int) -> int:
        at = run.cut_to_mark(self.number)
        if self.returns:
            run.at = at
        return pc + 1


@dataclass(slots=True)
class PopToMark:
    """A negative look-around has matched: all since its mark is put back."""

    number: int

    def step(self, run: Run, pc: int) -> int:
        run.back_to_mark(self.number)
        return pc + 1


@dataclass(slots=True)
class Back:
    """So many characters back."""

    count: int

    def step(self, run: Run, pc: int) -> int:
        run.at -= self.count
        return pc + 1 if run.at >= 0 else FAILED


@dataclass(slots=True)
class BackAndFurther:
    """So many characters back, and one more each time; `more` None: up to the start.

    STEP_BACK_START and, one instruction behind it, STEP_BACK_NEXT.
    """

    count: int
    more: int | None

    def step(self, run: Run, pc: int) -> int:
        run.at -= self.count
        if run.at < 0:
            return FAILED
        if self.more != 0:
            run.stack.append((machine.WAY, pc + 1, run.at, self.more, None))
        return pc + 2


@dataclass(slots=True)
class Further:
    """One more character back."""

    def step(self, run: Run, pc: int) -> int:
        left = None if run.left is None else run.left - 1
        run.at -= 1
        if run.at < 0:
            return FAILED
        if left != 0:
            run.stack.append((machine.WAY, pc, run.at, left, None))
        return pc + 1


@dataclass(slots=True)
class Remember:
    """The place, the end, or where the match shall begin."""

    kind: int
    number: int

    def step(self, run: Run, pc: int) -> int:
        run.push(self.kind, self.number, run.end if self.kind == machine.LIMIT else run.at)
        return pc + 1


@dataclass(slots=True)
class PlaceAgain:
    """To a place that was remembered."""

    number: int

    def step(self, run: Run, pc: int) -> int:
        at = run.remembered(machine.PLACE, self.number)
        if at is not None:
            run.at = at
        return pc + 1


@dataclass(slots=True)
class EndAgain:
    """The end is where it was, or at a remembered place. `drop`: it is not needed any more."""

    kind: int
    number: int
    drop: bool = False

    def step(self, run: Run, pc: int) -> int:
        end = run.remembered(self.kind, self.number, drop=self.drop)
        if end is not None:
            run.end = end
        return pc + 1


@dataclass(slots=True)
class EndHere:
    """The end is this place."""

    def step(self, run: Run, pc: int) -> int:
        run.end = run.at
        return pc + 1


@dataclass(slots=True)
class EndOfText:
    """The end is that of the text."""

    def step(self, run: Run, pc: int) -> int:
        run.end = len(run.text)
        return pc + 1


@dataclass(slots=True)
class Rounds:
    """Before a repeat that counts: no round yet."""

    number: int

    def step(self, run: Run, pc: int) -> int:
        run.push(machine.ROUND, self.number, 0)
        return pc + 1


@dataclass(slots=True)
class Count:
    """Behind a round of a repeat that counts."""

    low: int
    high: int | None
    greedy: bool
    number: int
    body: int

    def step(self, run: Run, pc: int) -> int:
        rounds = self.rounds(run) + 1
        if not self.greedy:
            run.push(machine.ROUND, self.number, rounds)
        following = pc + 1
        ended = self.high is not None and (rounds >= self.high if self.greedy else
                                           rounds == self.high)  # fmt: skip
        if not ended:
            if rounds < self.low:
                following = self.body
            elif self.greedy:
                run.push(machine.WAY, pc + 1, run.at)
                following = self.body
            else:
                run.push(machine.WAY, self.body, run.at)
        if self.greedy:
            run.push(machine.ROUND, self.number, rounds)
        return following

    def rounds(self, run: Run) -> int:
        """Of this call: what has returned is passed over."""
        at = len(run.stack)
        while True:
            at -= 1
            kind, number, value, _, _ = run.stack[at]
            if kind == machine.ROUND and number == self.number:
                return value
            if kind == machine.RETURN:
                level = 1
                while level:
                    at -= 1
                    level += (run.stack[at][0] == machine.RETURN) - (
                        run.stack[at][0] == machine.CALL
                    )


@dataclass(slots=True)
class RoundStart:
    """Where a round of a repeat begins that may take nothing."""

    number: int

    def step(self, run: Run, pc: int) -> int:
        run.push(machine.EMPTY_START, self.number, run.at)
        return pc + 1


@dataclass(slots=True)
class Changed:
    """Ends a round of a repeat: the instruction behind it is skipped where nothing was taken, and
    no group of `groups` was changed. `recursive`: the round may lie in a round of itself."""

    number: int
    groups: frozenset[int] = frozenset()
    recursive: bool = False

    def step(self, run: Run, pc: int) -> int:
        if self._unchanged(run):
            return pc + 2
        if self.recursive:
            run.push(machine.EMPTY_END, self.number, 0)
        return pc + 1

    def _unchanged(self, run: Run) -> bool:
        begin = self._begin(run)
        return run.stack[begin][2] == run.at and not self._group_changed(run, begin)

    def _begin(self, run: Run) -> int:
        at, level = len(run.stack), 0
        while True:
            at -= 1
            kind, number, *_ = run.stack[at]
            if number != self.number:
                continue
            if kind == machine.EMPTY_START:
                if level == 0:
                    return at
                level -= 1
            elif kind == machine.EMPTY_END and self.recursive:
                level += 1

    def _group_changed(self, run: Run, begin: int) -> bool:
        groups, level = set(self.groups), 0
        for at in range(len(run.stack) - 1, begin - 1, -1):
            if not groups:
                return False
            kind, number, end, start, _ = run.stack[at]
            if kind == machine.END and level == 0 and number in groups:
                before = self._first_start(run, begin, at, number)
                if before is not None:
                    old_start, old_end = before[3:]
                    same = (old_start, old_end) == (start, end)
                    both_empty = start == end and old_start == old_end
                    if old_end is None or not (same or both_empty):
                        return True
                    groups.discard(number)
            elif self.recursive and number == self.number:
                level += (kind == machine.EMPTY_START) - (kind == machine.EMPTY_END)
        return False

    def _first_start(self, run: Run, begin: int, end: int, group: int) -> machine.Entry | None:
        for at in range(begin, end):
            entry = run.stack[at]
            if entry[0] == machine.START and entry[1] == group:
                return entry
        return None
