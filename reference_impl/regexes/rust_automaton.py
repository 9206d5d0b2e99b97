r"""What only regex-automata matches in a pattern of fancy-regex: the definition, state by state.

Its engines all answer as this one does: ways are tried in the order of preference, and no state
is come to twice at one place. So a first round of a repeat that takes nothing leaves it, a later
one that takes nothing is dropped, and what else there is in it is tried.

Source: regex-automata 0.4 nfa/thompson/compiler.rs (`c_at_least`, `c_bounded`),
nfa/thompson/backtrack.rs. Not here: what of a pattern it is asked for (`rust_program`).
"""

from collections.abc import Callable
from functools import lru_cache

import regex

from tokparity.reference_impl.regexes.clock import Clock
from tokparity.reference_impl.regexes.rust_nodes import (
    Alternation,
    Capture,
    Character,
    Concatenation,
    Definitions,
    Place,
    Repeat,
    RustNode,
    children,
)

Visited = set[tuple[int, int]]
"""States, each with the place where it led nowhere."""

Test = Callable[[str, int], object]
"""Whether an expression of one character, or of none, holds at a place: None where not."""


@lru_cache(maxsize=4096)
def predicate(written: str) -> Test:
    """The test of an expression of the `regex` package that takes one character or none."""
    test: Test = regex.compile(written, regex.V1).match
    return test


class Automaton:
    """States, each a number, made from the last to the first.

    >>> from tokparity.reference_impl.regexes.rust_syntax import parse
    >>> Automaton((parse("(?:a?|b)+"),), 1).ends("ab", 0, Clock(1.0))
    2
    """

    def __init__(self, parts: tuple[RustNode, ...], groups: int, *, backwards: bool = False):
        """`groups`: how many are told of; `backwards`: it goes from the end to the start."""
        self.backwards, self.groups, self.opened = backwards, groups, 0
        self.tests: dict[int, tuple[Test, bool, int]] = {}
        """State -> (test, whether it takes a character, the state behind it)."""
        self.splits: dict[int, list[int]] = {}
        self.slots: dict[int, tuple[int, int]] = {}
        self.count = 1  # state 0 is the match
        self.numbers: dict[int, int] = {}
        for part in parts:
            self.number(part)
        self.start = self.whole(parts, 0)

    def number(self, node: RustNode) -> None:
        """Groups are numbered anew in each part; those that are only defined are not in it."""
        if isinstance(node, Definitions):
            return
        if isinstance(node, Capture):
            self.opened += 1
            self.numbers[node.number] = self.opened
        for child in children(node):
            self.number(child)

    def new(self) -> int:
        self.count += 1
        return self.count - 1

    def whole(self, parts: tuple[RustNode, ...], then: int) -> int:
        for part in parts if self.backwards else reversed(parts):
            then = self.state(part, then)
        return then

    def state(self, node: RustNode, then: int) -> int:
        """The state before the node, `then` being the one behind it."""
        match node:
            case Character(_, written):
                return self.testing(written, then, takes=True)
            case Place(_, written):
                return self.testing(written, then, takes=False)
            case Concatenation(parts):
                return self.whole(parts, then)
            case Alternation(branches):
                return self.split([self.state(branch, then) for branch in branches])
            case Capture(body, number):
                slot = 2 * self.numbers[number]
                return self.slot(slot, self.state(body, self.slot(slot + 1, then)))
            case Repeat():
                return self.repeat(node, then)
        return then  # definitions

    def testing(self, written: str, then: int, *, takes: bool) -> int:
        state = self.new()
        self.tests[state] = predicate(written), takes, then
        return state

    def split(self, ways: list[int]) -> int:
        state = self.new()
        self.splits[state] = ways
        return state

    def slot(self, slot: int, then: int) -> int:
        if self.backwards:  # of which no groups are asked
            return then
        state = self.new()
        self.slots[state] = slot, then
        return state

    def repeat(self, node: Repeat, then: int) -> int:
        def either(more: int, end: int) -> list[int]:
            return [more, end] if node.greedy else [end, more]

        low, high = node.low, node.high
        if high is None:
            again = self.split([])
            more = self.state(node.body, again)
            self.splits[again] = either(more, then)
            if low == 0:
                # What may be empty is "(?:x+)?": its first round is not the state of a later one.
                return self.split(either(more, then)) if least(node.body) == 0 else again
            start, low = more, low - 1
        else:
            start = then
            for _ in range(high - low):
                start = self.split(either(self.state(node.body, start), then))
        for _ in range(low):
            start = self.state(node.body, start)
        return start

    def slots_at(
        self,
        text: str,
        at: int,
        end: int,
        clock: Clock,
        visited: set[tuple[int, int]] | None = None,
    ) -> list[int | None] | None:
        """The places of the match from `at` on: its start and end, then those of each group.

        `visited`: from an earlier place.
        """
        found: list[int | None] = [None] * (2 * max(self.groups, self.opened + 1))
        visited = set() if visited is None else visited
        begin = at
        pending: list[tuple[int, int | None]] = [(self.start, at)]
        while pending:
            state, place = pending.pop()
            if state < 0:  # a slot is put back
                found[-state - 1] = place
                continue
            assert place is not None
            while (state, place) not in visited:
                clock.tick()
                visited.add((state, place))
                if state in self.tests:
                    test, takes, then = self.tests[state]
                    if takes and not self.backwards and place >= end:
                        break
                    if takes and self.backwards and place == 0:
                        break
                    if test(text, place - (takes and self.backwards)) is None:
                        break
                    place += takes * (-1 if self.backwards else 1)
                    state = then
                elif state in self.splits:
                    first, *others = self.splits[state]
                    pending.extend((other, place) for other in reversed(others))
                    state = first
                elif state in self.slots:
                    slot, then = self.slots[state]
                    pending.append((-slot - 1, found[slot]))
                    found[slot], state = place, then
                else:
                    found[0], found[1] = begin, place
                    return found
        return None

    def ends(self, text: str, at: int, clock: Clock) -> int | None:
        """Where the match from `at` on ends; None: there is none."""
        found = self.slots_at(text, at, len(text), clock)
        return None if found is None else found[1]

    def search(self, text: str, at: int, clock: Clock) -> list[int | None] | None:
        """The first match from `at` on or behind it."""
        visited: Visited = set()
        for start in range(at, len(text) + 1):
            found = self.slots_at(text, start, len(text), clock, visited)
            if found is not None:
                return found
        return None


def least(node: RustNode) -> int:
    """The least length of what only regex-automata matches."""
    match node:
        case Character():
            return 1
        case Alternation(branches):
            return min(map(least, branches))
        case Repeat(body, low):
            return low * least(body)
        case Definitions():
            return 0
    return sum(map(least, children(node)))
