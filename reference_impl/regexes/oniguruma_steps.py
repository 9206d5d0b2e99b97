"""The instructions of an Oniguruma program that fancy-regex has not.

Source: Oniguruma 6.9.10 regexec.c (STEP_BACK_NEXT, CHECK_POSITION, EMPTY_CHECK_END_MEMST,
REPEAT_INC, BACKREF_N_IC).
"""

from dataclasses import dataclass

from tokparity.reference_impl.regexes import rust_machine as machine
from tokparity.reference_impl.regexes.rust_automaton import Test
from tokparity.reference_impl.unicode.oniguruma import folds


@dataclass(slots=True)
class Within:
    """One character, not behind where a look-behind began."""

    test: Test
    limit: int

    def step(self, run: machine.Run, pc: int) -> int:
        if run.at >= run.counted(self.limit) or self.test(run.text, run.at) is None:
            return machine.FAILED
        run.at += 1
        return pc + 1


@dataclass(slots=True)
class UpTo:
    """Where a look-behind began."""

    limit: int

    def step(self, run: machine.Run, pc: int) -> int:
        return pc + 1 if run.at == run.counted(self.limit) else machine.FAILED


@dataclass(slots=True)
class Further:
    """One more character back, as long as nothing has matched; `most` None: up to the start."""

    limit: int
    most: int | None

    def step(self, run: machine.Run, pc: int) -> int:
        back = run.counted(self.limit) - run.at
        if run.at > 0 and (self.most is None or back < self.most):
            run.choice(pc - 1, run.at)
        return pc + 1


@dataclass(slots=True)
class Changed:
    """Ends a round of a repeat: the instruction behind it is skipped where nothing was taken, and
    no group was changed. `kept`: each group with the slots of its place before the round."""

    began: int
    kept: tuple[tuple[int, int], ...]

    def step(self, run: machine.Run, pc: int) -> int:
        if run.saves[self.began] != run.at:
            return pc + 1
        for group, before in self.kept:
            old_start, old_end = run.saves[before], run.saves[before + 1]
            start, end = run.saves[2 * group], run.saves[2 * group + 1]
            if end is None:
                continue
            same = (old_start, old_end) == (start, end)
            both_empty = start == end and old_start == old_end
            if old_end is None or not (same or both_empty):
                return pc + 1
        return pc + 2


@dataclass(slots=True)
class Copy:
    """One slot into another."""

    source: int
    target: int

    def step(self, run: machine.Run, pc: int) -> int:
        run.save(self.target, run.saves[self.source])
        return pc + 1


@dataclass(slots=True)
class Count:
    """Behind a round of a repeat that counts."""

    low: int
    high: int | None
    greedy: bool
    count: int
    body: int

    def step(self, run: machine.Run, pc: int) -> int:
        rounds = run.counted(self.count) + 1
        run.save(self.count, rounds)
        if self.high is not None and rounds >= self.high:
            return pc + 1
        if rounds < self.low:
            return self.body
        run.choice(pc + 1 if self.greedy else self.body, run.at)
        return self.body if self.greedy else pc + 1


@dataclass(slots=True)
class Again:
    """What a group matched, again. `limit`: of a look-behind."""

    group: int
    ignore_case: bool
    limit: int | None

    def step(self, run: machine.Run, pc: int) -> int:
        start, end = run.saves[2 * self.group], run.saves[2 * self.group + 1]
        if start is None or end is None:
            return machine.FAILED
        most = len(run.text) if self.limit is None else run.counted(self.limit)
        text, rest = run.text[start:end], run.text[run.at : most]
        if self.ignore_case:
            length = _same_length(text, rest)
        else:
            length = len(text) if rest.startswith(text) else -1
        if length < 0:
            return machine.FAILED
        run.at += length
        return pc + 1


def _same_length(text: str, rest: str) -> int:
    """How many characters of the rest are the text but for case; no more bytes than it has."""
    size = len(text.encode())
    if size > len(rest.encode()):
        return -1
    for at, char in enumerate(text):
        if size <= 0 or _folded(char) != _folded(rest[at]):
            return -1
        size -= len(rest[at].encode())
    return len(text) if size >= 0 else -1


def _folded(char: str) -> str:
    several = (key for key, equal in folds().several.items() if char in equal)
    return next(several, folds().first(char))
