"""The instructions of an Oniguruma program about groups: calls of them, and references to them.

Source: Oniguruma 6.9.10 regexec.c, `match_at`: OP_CALL, OP_RETURN, OP_MEM_START_PUSH,
OP_MEM_END_PUSH, OP_MEM_END_PUSH_REC, OP_BACKREF_MULTI, OP_BACKREF_WITH_LEVEL, OP_BACKREF_CHECK.
"""

from dataclasses import dataclass

from tokparity.reference_impl.regexes import oniguruma_machine as machine
from tokparity.reference_impl.regexes.fold_case import ASCII_CASE
from tokparity.reference_impl.regexes.nodes import Case
from tokparity.reference_impl.regexes.oniguruma_machine import FAILED, Run
from tokparity.reference_impl.unicode.oniguruma import folds


@dataclass(slots=True)
class Calls:
    """The instructions of a group, wherever they stand."""

    group: int
    target: int = 0

    def step(self, run: Run, pc: int) -> int:
        if run.calls == machine.MOST_CALLS:
            return FAILED
        run.calls += 1
        run.push(machine.CALL, pc + 1, 0)
        return self.target


@dataclass(slots=True)
class Returns:
    """Behind the instructions of a group that is called."""

    def step(self, run: Run, pc: int) -> int:
        level, at = 0, len(run.stack)
        while True:
            at -= 1
            kind, target, *_ = run.stack[at]
            if kind == machine.CALL:
                if level == 0:
                    break
                level -= 1
            elif kind == machine.RETURN:
                level += 1
        run.push(machine.RETURN, 0, 0)
        run.calls -= 1
        return target


@dataclass(slots=True)
class GroupStart:
    """A group begins, and has no end."""

    group: int

    def step(self, run: Run, pc: int) -> int:
        run.push_group(machine.START, self.group)
        run.starts[self.group], run.ends[self.group] = run.at, None
        return pc + 1


@dataclass(slots=True)
class GroupEnd:
    """A group ends; `recursive`: it began where the last group of the number did that is open."""

    group: int
    recursive: bool = False

    def step(self, run: Run, pc: int) -> int:
        start = self._start(run) if self.recursive else run.starts[self.group]
        run.push_group(machine.END, self.group)
        run.starts[self.group], run.ends[self.group] = start, run.at
        return pc + 1

    def _start(self, run: Run) -> int | None:
        level = 0
        for kind, group, place, _, _ in reversed(run.stack):
            if group == self.group and kind == machine.END:
                level += 1
            elif group == self.group and kind == machine.START:
                if level == 0:
                    return place
                level -= 1
        return None


@dataclass(slots=True)
class Again:
    """What a group matched, again; the first of several that has matched and does match."""

    groups: tuple[int, ...]
    ignore_case: Case

    def step(self, run: Run, pc: int) -> int:
        for group in self.groups:
            start, end = run.starts[group], run.ends[group]
            if start is None or end is None:
                continue
            length = again(run.text, start, end, run.at, run.end, self.ignore_case)
            if length >= 0:
                run.at += length
                return pc + 1
        return FAILED


@dataclass(slots=True)
class AgainAtLevel:
    """The same, of groups at a depth of calls that is counted from here."""

    groups: tuple[int, ...]
    ignore_case: Case
    level: int

    def step(self, run: Run, pc: int) -> int:
        level, end = 0, None
        for kind, group, place, _, _ in reversed(run.stack):
            if kind in (machine.CALL, machine.RETURN):
                level += 1 if kind == machine.RETURN else -1
            elif level == self.level and group in self.groups:
                if kind == machine.END:
                    end = place
                elif kind == machine.START and end is not None:
                    whole = len(run.text)
                    length = again(run.text, place, end, run.at, whole, self.ignore_case)
                    if length < 0:
                        return FAILED
                    run.at += length
                    return pc + 1
        return FAILED


@dataclass(slots=True)
class HasMatched:
    """Whether one of the groups has matched; `level`: at this depth of calls."""

    groups: tuple[int, ...]
    level: int | None

    def step(self, run: Run, pc: int) -> int:
        if self.level is None:
            return pc + 1 if any(run.ends[group] is not None for group in self.groups) else FAILED
        level = 0
        for kind, group, *_ in reversed(run.stack):
            if kind in (machine.CALL, machine.RETURN):
                level += 1 if kind == machine.RETURN else -1
            elif level == self.level and kind == machine.END and group in self.groups:
                return pc + 1
        return FAILED


def again(text: str, start: int, end: int, at: int, most: int, ignore_case: Case) -> int:
    """How many characters from `at` on are what was matched; -1: they are not."""
    matched, rest = text[start:end], text[at:most]
    if ignore_case:
        return _same_length(matched, rest, ascii_only=ignore_case == "ascii")
    return len(matched) if rest.startswith(matched) else -1


def _same_length(text: str, rest: str, *, ascii_only: bool) -> int:
    """How many characters of the rest are the text but for case; no more bytes than it has."""
    size = len(text.encode())
    if size > len(rest.encode()):
        return -1
    for at, char in enumerate(text):
        if size <= 0 or _folded(char, ascii_only) != _folded(rest[at], ascii_only):
            return -1
        size -= len(rest[at].encode())
    return len(text) if size >= 0 else -1


def _folded(char: str, ascii_only: bool) -> str:
    if ascii_only:
        return min(char, ASCII_CASE.get(char, char))
    several = (key for key, equal in folds().several.items() if char in equal)
    return next(several, folds().first(char))
