"""The machine that runs an Oniguruma program: one stack of what is yet to be tried, and of what is
to be put back when it is.

Calls, groups, marks of atomic groups and remembered ends lie on that stack as well, and are looked
for in it: what a group holds in a recursion, and which ends outlive which group, follows from that.

Source: Oniguruma 6.9.10 regexec.c, `match_at`, `search_in_range`, STACK_POP and its like. Not here:
the instructions (`oniguruma_steps`), how a program is made (`oniguruma_program`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tokparity.reference_impl.errors import RegexLimit
from tokparity.reference_impl.regexes.clock import Clock

MATCHED, FAILED, ENDED = -1, -2, -3
"""What comes next, where no instruction does. ENDED: nothing more is tried from this start."""
MOST_ENTRIES = 1_000_000
MOST_CALLS = 20
"""How deep calls may nest; one more fails. DEFAULT_SUBEXP_CALL_MAX_NEST_LEVEL."""

WAY, LASTING_WAY, START, END, ROUND, EMPTY_START, EMPTY_END = range(7)
CALL, RETURN, MARK, PLACE, LIMIT, KEEP, CALLOUT, VOID = range(7, 15)
"""What an entry of the stack is."""
_HANDLED = frozenset({START, END, CALL, RETURN, CALLOUT})
_DROPPED = frozenset({WAY, EMPTY_START, EMPTY_END, MARK})
"""What an atomic group drops: not the way that outlives it."""

Entry = tuple[int, int, int, int | None, int | None]
"""(kind, number or instruction, place or value, and for groups the start and end before)."""


class Instruction(Protocol):
    """One step; it gives the number of the next instruction."""

    def step(self, run: "Run", pc: int) -> int: ...


@dataclass(slots=True)
class Counts:
    """What a callout has counted; of which attempt it is."""

    attempt: int = 0
    values: list[int | None] = field(default_factory=lambda: [None, None, None])


@dataclass(slots=True)
class Run:
    """One attempt to match from `start`, in a search from `begin`."""

    text: str
    begin: int
    start: int
    clock: Clock
    groups: int
    at: int = 0
    end: int = 0
    """Up to where is matched. Not put back by itself."""
    calls: int = 0
    attempt: int = 0
    keep: int = 0
    left: int | None = None
    """How far a look-behind may still go back, on the way that was tried last."""
    stack: list[Entry] = field(default_factory=list)
    starts: list[int | None] = field(default_factory=list)
    ends: list[int | None] = field(default_factory=list)
    counts: dict[int, Counts] = field(default_factory=dict)
    retractions: dict[int, Callable[["Run"], None]] = field(default_factory=dict)

    def begin_at(self, start: int) -> None:
        self.start = self.at = self.keep = start
        self.end, self.calls = len(self.text), 0
        self.attempt += 1
        self.stack.clear()
        self.starts, self.ends = [None] * self.groups, [None] * self.groups

    def push(self, kind: int, number: int, value: int) -> None:
        if len(self.stack) >= MOST_ENTRIES:
            raise RegexLimit(f"more than {MOST_ENTRIES} choices at once")
        self.stack.append((kind, number, value, None, None))

    def push_group(self, kind: int, group: int) -> None:
        self.stack.append((kind, group, self.at, self.starts[group], self.ends[group]))

    def back(self) -> int:
        """To the last way that is yet to be tried."""
        while self.stack:
            entry = self.stack.pop()
            kind = entry[0]
            if kind <= LASTING_WAY:
                self.at, self.left = entry[2], entry[3]
                return entry[1]
            if kind in _HANDLED:
                if kind == CALLOUT:
                    self.retractions[entry[1]](self)
                else:
                    self.undo(entry)
        return ENDED

    def back_to_mark(self, number: int) -> None:
        """Without trying any way, and without a word to callouts."""
        while True:
            entry = self.stack.pop()
            if entry[0] == MARK and entry[1] == number:
                return
            if entry[0] in _HANDLED:
                self.undo(entry)

    def undo(self, entry: Entry) -> None:
        kind, number, _, start, end = entry
        if kind in (START, END):
            self.starts[number], self.ends[number] = start, end
        elif kind == RETURN:
            self.calls += 1
        elif kind == CALL:
            self.calls -= 1

    def cut_to_mark(self, number: int) -> int:
        """Drop the ways since the mark; the place that it holds."""
        stack, at = self.stack, len(self.stack)
        while True:
            at -= 1
            kind, of, value, _, _ = stack[at]
            if kind in _DROPPED:
                if kind != MARK:
                    stack[at] = _VOID
                elif of == number:
                    stack[at] = _VOID
                    return value

    def remembered(self, kind: int, number: int, *, drop: bool = False) -> int | None:
        """What was remembered last under the number at this depth of calls."""
        level, at = 0, len(self.stack)
        while at:
            at -= 1
            what, of, value, _, _ = self.stack[at]
            if what == kind and of == number:
                if level == 0:
                    if drop:
                        self.stack[at] = _VOID
                    return value
            else:
                level += (what == RETURN) - (what == CALL)
        return None


_VOID: Entry = (VOID, 0, 0, None, None)


@dataclass(frozen=True, slots=True)
class Program:
    """The instructions, how many groups they tell of, and how a search goes."""

    code: Sequence[Instruction]
    groups: int
    longest: bool = False
    """Whether of all matches in the text the longest, in bytes, is the one."""
    retractions: dict[int, Callable[[Run], None]] = field(default_factory=dict)

    def search(self, text: str, begin: int, clock: Clock) -> tuple[int, int] | None:
        """The first match, from `begin` on. Errors: RegexLimit, PatternPanic."""
        run = Run(text, begin, begin, clock, self.groups, retractions=self.retractions)
        best: tuple[int, int] | None = None
        length, start = -1, begin
        while start <= len(text):
            run.begin_at(start)
            pc = self._matched(run, 0)
            while pc == MATCHED:
                found = min(run.keep, run.at), run.at
                if not self.longest:
                    return found
                size = len(text[start : run.at].encode())
                if size > length:
                    best, length = found, size
                pc = self._matched(run, run.back())
            start += 1
        return best

    def _matched(self, run: Run, pc: int) -> int:
        code, tick = self.code, run.clock.tick
        while pc >= 0:
            tick()
            pc = code[pc].step(run, pc)
            if pc == FAILED:
                pc = run.back()
        return pc
