r"""What fancy-regex finds out about the parts of a pattern before it compiles it.

How long a part is decides which look-behinds it takes; whether a part is *hard*, for its own
engine and not for regex-automata, decides which of the two matches it. Source: fancy-regex 0.19
src/analyze.rs, `Analyzer::visit`, `check_left_recursion`, `group_can_terminate`.
"""

from dataclasses import dataclass, field

from tokparity.reference_impl.errors import BadPattern
from tokparity.reference_impl.regexes.rust_nodes import (
    Absent,
    Alternation,
    Atomic,
    Capture,
    Character,
    Concatenation,
    Condition,
    Definitions,
    Newline,
    Place,
    Reference,
    Repeat,
    RustNode,
    children,
)


@dataclass(frozen=True, slots=True)
class Facts:
    """Of one part: its least length, whether it has another, which engine matches it, …"""

    node: RustNode
    below: "tuple[Facts, ...]"
    least: int
    fixed: bool
    hard: bool
    groups: tuple[int, int]
    """The number of its first group, and of the first one behind it."""
    before: int
    """The least length of what its group has taken before it."""


@dataclass(slots=True)
class _Analyzer:
    """One pass over a tree. What is known of a group depends on whether it was passed."""

    source: str
    bodies: dict[int, RustNode]
    referred: frozenset[int]
    next_group: int
    lengths: dict[int, tuple[int, bool]] = field(default_factory=dict)
    calls: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    """Group -> the groups it calls, each with what it has taken before, at least."""
    running: set[int] = field(default_factory=lambda: {0})
    """The groups that are called without a call: not those in `(…){0}`."""
    within: set[int] = field(default_factory=set)

    def visit(self, node: RustNode, before: int, *, never: bool, group: int) -> Facts:
        """`never`: within `(…){0}`; `group`: the innermost around it."""
        first, below, number = self.next_group, list[Facts](), 0
        if isinstance(node, Capture):
            number = self.next_group
            self.next_group += 1
            self.within.add(number)
            if group == 0 and not never:
                self.running.add(number)
        for at, child in enumerate(children(node)):
            taken = before
            match node:
                case Concatenation():
                    taken += sum(facts.least for facts in below)
                case Condition() if at == 1:
                    taken += below[0].least
                case Capture() | Definitions():
                    taken = 0
            unused = never or (isinstance(node, Repeat) and node.high == 0)
            below.append(self.visit(child, taken, never=unused, group=number or group))
        least, fixed = self.length(node, below, before, never=never, group=group)
        hard = _is_hard(node) or (
            not isinstance(node, Definitions) and any(facts.hard for facts in below)
        )
        if number:
            self.within.discard(number)
            self.lengths[number] = least, fixed
            hard |= number in self.referred
        return Facts(node, tuple(below), least, fixed, hard, (first, self.next_group), before)

    def length(
        self, node: RustNode, below: list[Facts], before: int, *, never: bool, group: int
    ) -> tuple[int, bool]:
        """The least length, and whether there is no other."""
        fixed = all(facts.fixed for facts in below)
        match node:
            case Character():
                return 1, True
            case Newline():
                return 1, False
            case Concatenation():
                return sum(facts.least for facts in below), fixed
            case Alternation():
                return min(facts.least for facts in below), fixed and len(
                    {facts.least for facts in below}
                ) == 1
            case Capture() | Atomic():
                return below[0].least, fixed
            case Repeat(_, low, high):
                return below[0].least * low, fixed and low == high
            case Absent():
                return 0, False
            case Condition():
                test, then, otherwise = (facts.least for facts in below)
                return test + min(then, otherwise), fixed and test + then == otherwise
            case Reference("again"):
                return self.again(node)
            case Reference("call"):
                return self.called(node, before, never=never, group=group)
        return 0, True

    def again(self, node: Reference) -> tuple[int, bool]:
        number = node.target.number or 0
        if number in self.within and any(to == number for to, _ in self.calls.get(number, ())):
            reason = "a back-reference within a group that calls itself"
            raise BadPattern(self.source, node.at, reason)
        return self.lengths.get(number, (0, False))

    def called(self, node: Reference, before: int, *, never: bool, group: int) -> tuple[int, bool]:
        number = node.target.number or 0
        if not never or group:
            self.calls.setdefault(group, []).append((number, before))
        if number in self.lengths:
            return self.lengths[number]
        if number in self.within or number not in self.bodies:
            return 0, False
        self.within.add(number)
        kept, self.next_group = self.next_group, number + 1
        facts = self.visit(self.bodies[number], 0, never=never, group=number)
        self.next_group = kept
        self.within.discard(number)
        self.lengths[number] = facts.least, facts.fixed
        return self.lengths[number]

    def recurs_at_its_start(self) -> bool:
        """Whether a group that is reached calls itself before it took anything."""
        reached, pending = set(self.running), list(self.running)
        while pending:
            for called, _ in self.calls.get(pending.pop(), ()):
                if called not in reached:
                    reached.add(called)
                    pending.append(called)
        return any(self.leads_back(start, set(), ()) for start in self.calls if start in reached)

    def leads_back(self, group: int, seen: set[int], above: tuple[int, ...]) -> bool:
        if group in above:
            return True
        if group in seen:
            return False
        seen.add(group)
        return any(
            before == 0 and self.leads_back(called, seen, (*above, group))
            for called, before in self.calls.get(group, ())
        )


def analyzed(source: str, tree: RustNode) -> Facts:
    """What is known of a tree. Errors: BadPattern for calls that never end."""
    nodes = descendants(tree)
    captures = {node.number: node.body for node in nodes if isinstance(node, Capture)}
    references = [node for node in nodes if isinstance(node, Reference)]
    again = frozenset(node.target.number or 0 for node in references if node.kind == "again")
    analyzer = _Analyzer(source, captures, again, min(captures, default=1))
    facts = analyzer.visit(tree, 0, never=False, group=0)
    call = next((node for node in references if node.kind == "call"), None)
    if call is not None and analyzer.recurs_at_its_start():
        raise BadPattern(source, call.at, "a group calls itself at its very start")
    if call is not None and not _ends(tree, {**captures, 0: tree}, {0}, {}):
        raise BadPattern(source, call.at, "a group calls itself without end")
    return facts


def _is_hard(node: RustNode) -> bool:
    match node:
        case Place():
            return node.hard
        case Character() | Concatenation() | Alternation() | Capture() | Repeat() | Definitions():
            return False
    return True


def _ends(
    node: RustNode, bodies: dict[int, RustNode], within: set[int], known: dict[int, bool]
) -> bool:
    """Whether a part can match without calling itself for ever."""
    match node:
        case Alternation(branches):
            return any(_ends(branch, bodies, within, known) for branch in branches)
        case Repeat(_, 0):
            return True
        case Condition(test, then, otherwise):
            return _ends(otherwise, bodies, within, known) or (
                _ends(test, bodies, within, known) and _ends(then, bodies, within, known)
            )
        case Reference("call", target):
            number = target.number or 0
            if number not in known and number not in within:
                known[number] = _ends(bodies[number], bodies, within | {number}, known)
            return known.get(number, False)
    return all(_ends(child, bodies, within, known) for child in children(node))


def descendants(node: RustNode) -> list[RustNode]:
    """The node and all below it."""
    return [node, *(inner for child in children(node) for inner in descendants(child))]
