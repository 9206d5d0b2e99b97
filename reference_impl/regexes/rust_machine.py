r"""The machine with which fancy-regex matches what regex-automata does not.

A program is a list of instructions; each says which comes next. A choice is remembered with the
place in the text, and what was saved since then is put back where it is tried. That is the whole
definition: what a group holds behind a look-ahead or inside itself, what `(?(9)…)` reads beside
the groups, all follows from it. Source: fancy-regex 0.19 src/vm.rs, `run_with`, `State`.

Not here: how a program is made (`rust_program`), what it leaves to others (`rust_delegates`).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from tokparity.reference_impl.errors import RegexLimit, TokparityError
from tokparity.reference_impl.regexes.clock import Clock
from tokparity.reference_impl.regexes.rust_automaton import Test
from tokparity.reference_impl.unicode.rust_classes import orbit

MOST_BACKTRACKS = MOST_CHOICES = 1_000_000
MATCHED, FAILED, NOWHERE = -1, -2, -3
"""What comes next, where no instruction does."""


class PatternPanic(TokparityError):
    """fancy-regex panics: it reads a group that is not there, or ends before it begins."""


@dataclass(slots=True)
class Run:
    """One search. `saves` are the places of groups, counters, and a stack behind them."""

    text: str
    begin: int
    continues: bool
    """Whether the search begins where a match ended, or at the start."""
    clock: Clock
    at: int
    attempt: int
    saves: list[int | None]
    stack_at: int
    choices: list[tuple[int, int, int]] = field(default_factory=list)
    """(instruction, place, how much was saved) of what is yet to be tried."""
    undone: list[tuple[int, int | None]] = field(default_factory=list)

    def choice(self, pc: int, at: int) -> None:
        if len(self.choices) >= MOST_CHOICES:
            raise RegexLimit(f"more than {MOST_CHOICES} choices at once")
        self.choices.append((pc, at, len(self.undone)))

    def back(self) -> int:
        """To the last choice."""
        pc, self.at, saved = self.choices.pop()
        while len(self.undone) > saved:
            slot, value = self.undone.pop()
            self.saves[slot] = value
        return pc

    def save(self, slot: int, value: int | None) -> None:
        self.undone.append((slot, self.saves[slot]))
        self.saves[slot] = value

    def saved(self, slot: int) -> int | None:
        if slot >= len(self.saves):
            raise PatternPanic("fancy-regex 0.19 reads a group that is not there, and panics")
        return self.saves[slot]

    def counted(self, slot: int) -> int:
        return self.saves[slot] or 0

    def push(self, value: int) -> None:
        if len(self.saves) == self.stack_at:
            self.saves.append(self.stack_at + 1)
        top = self.counted(self.stack_at)
        if len(self.saves) == top:
            self.saves.append(value)
        else:
            self.save(top, value)
        self.save(self.stack_at, top + 1)

    def pop(self) -> int:
        top = self.counted(self.stack_at) - 1
        value = self.counted(top)
        self.save(self.stack_at, top)
        return value


Branch = Callable[[], None]
"""Writes a part of a program."""


class Instruction(Protocol):
    """One step; it gives the number of the next instruction."""

    def step(self, run: Run, pc: int) -> int: ...


@dataclass(frozen=True, slots=True)
class Program:
    """The instructions, and how many slots they save to."""

    code: list[Instruction]
    slots: int

    def search(
        self, text: str, begin: int, clock: Clock, *, continues: bool
    ) -> tuple[int, int] | None:
        """The first match, from `begin` on. Errors: RegexLimit, PatternPanic."""
        code, pc, backtracks = self.code, 0, 0
        run = Run(text, begin, continues, clock, begin, begin, [None] * self.slots, self.slots)
        while True:
            clock.tick()
            pc = code[pc].step(run, pc)
            if pc >= 0:
                continue
            if pc == MATCHED:
                start, end = run.counted(0), run.counted(1)
                return min(start, end), end
            if pc == NOWHERE or not run.choices:
                return None
            backtracks += 1
            if backtracks > MOST_BACKTRACKS:
                raise RegexLimit(f"more than {MOST_BACKTRACKS} backtracks")
            pc = run.back()


@dataclass(slots=True)
class End:
    """The match."""

    def step(self, run: Run, pc: int) -> int:
        return MATCHED


@dataclass(slots=True)
class Fails:
    """Nothing matches here."""

    def step(self, run: Run, pc: int) -> int:
        return FAILED


@dataclass(slots=True)
class One:
    """One character of a set."""

    test: Test

    def step(self, run: Run, pc: int) -> int:
        if self.test(run.text, run.at) is None:
            return FAILED
        run.at += 1
        return pc + 1


@dataclass(slots=True)
class Where:
    """A place between characters."""

    test: Test

    def step(self, run: Run, pc: int) -> int:
        return FAILED if self.test(run.text, run.at) is None else pc + 1


@dataclass(slots=True)
class Split:
    """Two ways, one after the other."""

    first: int = 0
    second: int = 0

    def step(self, run: Run, pc: int) -> int:
        run.choice(self.second, run.at)
        return self.first


@dataclass(slots=True)
class Anywhere:
    """The search at the next character, where there is no match at this one."""

    def step(self, run: Run, pc: int) -> int:
        if run.at > len(run.text):
            return NOWHERE
        run.attempt = run.at
        run.choice(pc + 1, run.at)
        return pc + 3


@dataclass(slots=True)
class Jump:
    """On at another instruction."""

    target: int = 0

    def step(self, run: Run, pc: int) -> int:
        return self.target


@dataclass(slots=True)
class Save:
    """`start`: of a group, which is kept where its old end lies further."""

    slot: int
    start: bool = False

    def step(self, run: Run, pc: int) -> int:
        if self.start and run.saves[self.slot] is not None:
            end = run.saves[self.slot + 1]
            if end is None or end > run.at:
                return pc + 1
        run.save(self.slot, run.at)
        return pc + 1


@dataclass(slots=True)
class Zero:
    """A counter before its first round."""

    slot: int

    def step(self, run: Run, pc: int) -> int:
        run.save(self.slot, 0)
        return pc + 1


@dataclass(slots=True)
class Return:
    """To a place that was saved."""

    slot: int

    def step(self, run: Run, pc: int) -> int:
        run.at = run.counted(self.slot)
        return pc + 1


@dataclass(slots=True)
class Again:
    """A repeat that counts. `check`: where its last round began, which must take something."""

    low: int
    high: int | None
    greedy: bool
    count: int
    check: int | None
    then: int = 0

    def step(self, run: Run, pc: int) -> int:
        rounds = run.counted(self.count)
        if self.check is None:
            if rounds == self.high:
                return self.then
        elif rounds > 0 and run.saves[self.check] == run.at:
            return self.then
        run.save(self.count, rounds + 1)
        if rounds < self.low:
            return pc + 1
        if self.check is not None:
            run.save(self.check, run.at)
        run.choice(self.then if self.greedy else pc + 1, run.at)
        return pc + 1 if self.greedy else self.then


@dataclass(slots=True)
class Back:
    """So many characters back."""

    count: int

    def step(self, run: Run, pc: int) -> int:
        run.at -= self.count
        return pc + 1 if run.at >= 0 else FAILED


@dataclass(slots=True)
class NoLook:
    """The body of a negative look-around matched: what was chosen in it is forgotten."""

    def step(self, run: Run, pc: int) -> int:
        while run.back() != pc + 1:
            pass
        return FAILED


@dataclass(slots=True)
class OpenAtomic:
    """Remembers how many choices there are."""

    def step(self, run: Run, pc: int) -> int:
        run.push(len(run.choices))
        return pc + 1


@dataclass(slots=True)
class CloseAtomic:
    """Forgets the choices since then."""

    def step(self, run: Run, pc: int) -> int:
        del run.choices[run.pop() :]
        return pc + 1


@dataclass(slots=True)
class SameAgain:
    """What a group matched. Where case is ignored, of as many bytes."""

    group: int
    ignore_case: bool

    def step(self, run: Run, pc: int) -> int:
        start, end = run.saved(2 * self.group), run.saved(2 * self.group + 1)
        if start is None or end is None:
            return FAILED
        if start > end:
            raise PatternPanic("fancy-regex 0.19 reads a group that ends before it begins")
        text = run.text[start:end]
        length = self.length(run.text, run.at, text)
        if length is None:
            return FAILED
        run.at += length
        return pc + 1

    def length(self, whole: str, at: int, text: str) -> int | None:
        if whole.startswith(text, at):
            return len(text)
        if not self.ignore_case:
            return None
        size, length = len(text.encode()), 0
        while size > 0 and at + length < len(whole):
            size -= len(whole[at + length].encode())
            length += 1
        same = (
            size == 0
            and length == len(text)
            and all(
                there in orbit(here)
                for here, there in zip(text, whole[at : at + length], strict=True)
            )
        )
        return length if same else None


@dataclass(slots=True)
class Exists:
    """Whether a group has a start, or an end; or what else is saved where it would be."""

    group: int
    ends: bool = False

    def step(self, run: Run, pc: int) -> int:
        return FAILED if run.saved(2 * self.group + self.ends) is None else pc + 1


@dataclass(slots=True)
class Continues:
    r"""`\G`. At the start of a pattern it need not be tried further on."""

    leads: bool

    def step(self, run: Run, pc: int) -> int:
        if run.at == run.begin and run.continues:
            return pc + 1
        return NOWHERE if self.leads and len(run.choices) == 1 else FAILED
