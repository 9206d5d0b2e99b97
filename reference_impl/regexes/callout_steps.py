"""What the callouts that Oniguruma has built in do to a match.

Source: Oniguruma 6.9.10 regexec.c, onig_builtin_fail and its like, onig_get_callout_data.
"""

from collections.abc import Callable
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt, ne

from tokparity.reference_impl.regexes import oniguruma_machine as machine
from tokparity.reference_impl.regexes.nodes import Callout
from tokparity.reference_impl.regexes.oniguruma_machine import FAILED, Counts, Run
from tokparity.reference_impl.regexes.rust_machine import PatternPanic

_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "==": eq, "!=": ne, "<": lt, ">": gt, "<=": le, ">=": ge,
}  # fmt: skip
Tags = dict[str, int]
"""Tag -> the number of its callout."""


def step_of(node: Callout, tags: Tags) -> machine.Instruction:
    """The instruction of a callout."""
    match node.name, node.arguments:
        case "FAIL", _:
            return Always(FAILED)
        case "MISMATCH", _:
            return Always(machine.ENDED)
        case "ERROR", _:  # of -1, which is what a mismatch is
            return Always(machine.ENDED)
        case "MAX", (int() | str() as most, str(sign)):
            return AtMost(node.number, most, sign, tags)
        case "COUNT", (str(sign),):
            return Tally(node.number, sign)
        case "CMP", (left, str(sign), right):
            return Comparison(node.number, left, sign, right, tags)
    return Always(1)


@dataclass(slots=True)
class Always:
    """The same each time: on by so many instructions, or what ends a match."""

    result: int

    def step(self, run: Run, pc: int) -> int:
        return self.result if self.result < 0 else pc + self.result


@dataclass(slots=True)
class Tally:
    """Counts how often it was passed, or passed back."""

    number: int
    sign: str

    def step(self, run: Run, pc: int) -> int:
        self.count(run, 1, self.sign != "<")
        run.push(machine.CALLOUT, self.number, 0)
        return pc + 1

    def retract(self, run: Run) -> None:
        self.count(run, 2, {"<": 1, "X": -1}.get(self.sign, 0))

    def count(self, run: Run, slot: int, change: int) -> None:
        _check(self.sign)
        counts = _of_attempt(run, self.number)
        counts.values[0] = (counts.values[0] or 0) + change
        counts.values[slot] = (counts.values[slot] or 0) + 1


@dataclass(slots=True)
class AtMost:
    """Fails where it has been passed so often. `most`: a number, or the tag of a callout."""

    number: int
    most: int | str
    sign: str
    tags: Tags

    def step(self, run: Run, pc: int) -> int:
        counts = _of_attempt(run, self.number)
        most = _value(run, self.most, self.tags)
        _check(self.sign)
        if self.sign != "<":
            if (counts.values[0] or 0) >= most:
                return FAILED
            counts.values[0] = (counts.values[0] or 0) + 1
        else:
            counts.values[0] = counts.values[0] or 0
        run.push(machine.CALLOUT, self.number, 0)
        return pc + 1

    def retract(self, run: Run) -> None:
        counts = _of_attempt(run, self.number)
        count = counts.values[0] or 0
        if self.sign == "<" and count < _value(run, self.most, self.tags):
            counts.values[0] = count + 1
        elif self.sign == "X":
            counts.values[0] = count - 1


@dataclass(slots=True)
class Comparison:
    """Fails where two numbers do not compare so; its own value is the number of the sign."""

    number: int
    left: int | str
    sign: str
    right: int | str
    tags: Tags

    def step(self, run: Run, pc: int) -> int:
        left, right = _value(run, self.left, self.tags), _value(run, self.right, self.tags)
        counts = _of_attempt(run, self.number)
        if self.sign not in _COMPARISONS:
            raise PatternPanic(f"(*CMP) knows no {self.sign}")
        counts.values[0] = [*_COMPARISONS].index(self.sign)
        return pc + 1 if _COMPARISONS[self.sign](left, right) else FAILED


def _check(sign: str) -> None:
    if sign not in (">", "<", "X"):
        raise PatternPanic(f"a callout knows no {sign}")


def _of_attempt(run: Run, number: int) -> Counts:
    """The counts of a callout; those of another attempt are forgotten."""
    counts = run.counts.setdefault(number, Counts())
    if counts.attempt != run.attempt:
        counts.attempt, counts.values = run.attempt, [None, None, None]
    return counts


def _value(run: Run, value: int | str, tags: Tags) -> int:
    return value if isinstance(value, int) else _of_attempt(run, tags[value]).values[0] or 0
