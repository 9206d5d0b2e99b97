"""The instructions of a fancy-regex program that ask regex-automata.

Source: fancy-regex 0.19 src/vm.rs (Delegate, BackwardsDelegate, AbsentRepeater,
`store_capture_groups`).
"""

from dataclasses import dataclass

from tokparity.reference_impl.regexes.rust_automaton import Automaton
from tokparity.reference_impl.regexes.rust_machine import FAILED, Run


@dataclass(slots=True)
class Delegate:
    """What regex-automata matches from here, in its first way."""

    automaton: Automaton
    groups: tuple[int, int]

    def step(self, run: Run, pc: int) -> int:
        found = self.automaton.slots_at(run.text, run.at, len(run.text), run.clock)
        if found is None:
            return FAILED
        store(run, found, self.groups, later=False)
        run.at = found[1] or 0
        return pc + 1


@dataclass(slots=True)
class Behind:
    """What regex-automata matches up to here, backwards; its groups, forwards from there."""

    automaton: Automaton
    forwards: Automaton
    groups: tuple[int, int]

    def step(self, run: Run, pc: int) -> int:
        start = self.automaton.ends(run.text, run.at, run.clock)
        if start is None:
            return FAILED
        if self.groups[0] == self.groups[1]:
            run.at = start
            return pc + 1
        found = self.forwards.slots_at(run.text, start, run.at, run.clock)
        if found is None:
            return FAILED
        store(run, found, self.groups, later=True)
        return pc + 1


@dataclass(slots=True)
class Without:
    """`(?~…)`: on to the next character, where the body does not match."""

    automaton: Automaton

    def step(self, run: Run, pc: int) -> int:
        if self.automaton.ends(run.text, run.at, run.clock) is not None or run.at >= len(run.text):
            return pc + 1
        run.choice(pc + 1, run.at)
        run.at += 1
        return pc


def store(run: Run, found: list[int | None], groups: tuple[int, int], *, later: bool) -> None:
    """The groups of an automaton. `later`: not where a group lies further on already."""
    for at in range(groups[1] - groups[0]):
        start, end = found[2 * at + 2], found[2 * at + 3]
        if start is None or end is None:
            continue
        slot = 2 * (groups[0] + at)
        old_start, old_end = run.saves[slot], run.saves[slot + 1]
        behind = (old_start is None or start >= old_start) and (old_end is None or end >= old_end)
        if behind or not later:
            run.save(slot, start)
            run.save(slot + 1, end)
