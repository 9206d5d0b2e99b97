r"""Makes the program of a pattern, as fancy-regex compiles it.

What is easy is left to regex-automata as a whole, which takes its first way; what is hard, and
what stands beside it, becomes instructions. Source: fancy-regex 0.19 src/compile.rs, and
`Regex::new_options` of src/lib.rs.
"""

from collections.abc import Sequence

from tokparity.reference_impl.errors import BadPattern
from tokparity.reference_impl.regexes import rust_delegates as delegates
from tokparity.reference_impl.regexes import rust_machine as machine
from tokparity.reference_impl.regexes.rust_automaton import Automaton, predicate
from tokparity.reference_impl.regexes.rust_facts import Facts, descendants
from tokparity.reference_impl.regexes.rust_nodes import (
    Absent,
    Alternation,
    Atomic,
    Capture,
    Character,
    Concatenation,
    Condition,
    Fail,
    Keep,
    Look,
    Newline,
    Place,
    Previous,
    Reference,
    Repeat,
    RustNode,
)

_DEEPEST_CALL, _MOST_INSTRUCTIONS = 19, 100_000
_LINE_FEED, _ANY = r"[\n\x0b\f\r\x85\u2028\u2029]", "(?s:.)"
LOOK_BEHIND = "a look-behind of several lengths with what fancy-regex matches itself"


def program_of(source: str, facts: Facts) -> machine.Program:
    """The program of a pattern that is hard. Errors: BadPattern."""
    compiler = _Compiler(source, facts)
    if not _only_at_the_start(facts.node):
        compiler.add(machine.Anywhere())
        compiler.add(machine.One(predicate(_ANY)))
        compiler.add(machine.Jump(0))
    if facts.groups[0] == 1:
        compiler.add(machine.Save(0))
    compiler.visit(facts, hard=False)
    if facts.groups[0] == 1:
        compiler.add(machine.Save(1))
    compiler.add(machine.End())
    return machine.Program(compiler.code, compiler.slots)


def _only_at_the_start(tree: RustNode) -> bool:
    """Whether the search is not begun anew further on: analyze.rs, `can_compile_as_anchored`."""
    first = tree.parts[0] if isinstance(tree, Concatenation) and tree.parts else tree
    if isinstance(first, Previous):
        return isinstance(tree, Concatenation)
    return isinstance(first, Place) and first.key == "A"


class _Compiler:
    """A program in the making."""

    def __init__(self, source: str, root: Facts) -> None:
        self.source, self.root = source, root
        self.code: list[machine.Instruction] = []
        self.slots = 2 * root.groups[1]
        self.inside_alternation = False
        self.groups: dict[int, Facts] = {}
        self.calling: list[int] = []
        self.gather(root)

    def gather(self, facts: Facts) -> None:
        if isinstance(facts.node, Capture):
            self.groups[facts.groups[0]] = facts
        for child in facts.below:
            self.gather(child)

    @property
    def pc(self) -> int:
        return len(self.code)

    def add(self, instruction: machine.Instruction) -> None:
        self.code.append(instruction)
        if len(self.code) > _MOST_INSTRUCTIONS:
            reason = f"calls that grow to more than {_MOST_INSTRUCTIONS} steps are not followed"
            raise BadPattern(self.source, 0, reason)

    def slot(self) -> int:
        self.slots += 1
        return self.slots - 1

    def visit(self, facts: Facts, *, hard: bool) -> None:
        """`hard`: what stands around it may have to go back into it."""
        if not hard and not facts.hard:
            self.delegate([facts])
            return
        match facts.node:
            case Character():
                self.delegate([facts])
            case Newline():
                self.newline()
            case Concatenation():
                self.concatenation(facts.below, hard=hard)
            case Alternation():
                self.alternation(facts.below, hard=hard)
            case Capture():
                self.capture(facts, hard=hard)
            case Repeat():
                self.repeat(facts, facts.node, hard=hard)
            case Look(sign):
                self.look(facts.below[0], sign)
            case Reference():
                self.reference(facts.node, hard=hard)
            case Fail():
                self.add(machine.Fails())
            case Atomic():
                self.add(machine.OpenAtomic())
                self.visit(facts.below[0], hard=False)
                self.add(machine.CloseAtomic())
            case Place(_, written):
                self.add(machine.Where(predicate(written)))
            case Keep():
                self.add(machine.Save(0))
            case Previous():
                leads = facts.groups[0] <= 1 and facts.before == 0
                self.add(machine.Continues(leads and not self.inside_alternation))
            case Condition():
                self.condition(facts.below, hard=hard)
            case Absent():
                self.absent(facts.below[0])

    def newline(self) -> None:
        self.add(machine.OpenAtomic())
        start = self.pc
        self.add(machine.Split(start + 1, start + 4))
        self.add(machine.One(predicate(r"\r")))
        self.add(machine.One(predicate(r"\n")))
        self.add(machine.Jump(start + 5))
        self.add(machine.One(predicate(_LINE_FEED)))
        self.add(machine.CloseAtomic())

    def concatenation(self, parts: Sequence[Facts], *, hard: bool) -> None:
        """Easy parts at either end are delegated: of one length, or the last of all."""
        first, last = 0, len(parts)
        while first < last and parts[first].fixed and not parts[first].hard:
            first += 1
        while last > first and (parts[last - 1].fixed or not hard) and not parts[last - 1].hard:
            last -= 1
        self.delegate(parts[:first])
        for part in parts[first:last]:
            self.visit(part, hard=True)
        self.delegate(parts[last:])

    def alternation(self, branches: Sequence[Facts], *, hard: bool, behind: str = "") -> None:
        """`behind`: each branch is a look-behind of this sign."""
        was_inside, self.inside_alternation = self.inside_alternation, True
        jumps = []
        for branch in branches:
            split = machine.Split(self.pc + 1)
            if branch is not branches[-1]:
                self.add(split)
            if behind:
                self.positive(branch, behind)
            else:
                self.visit(branch, hard=hard)
            if branch is not branches[-1]:
                jumps.append(machine.Jump())
                self.add(jumps[-1])
                split.second = self.pc
        for jump in jumps:
            jump.target = self.pc
        self.inside_alternation = was_inside

    def capture(self, facts: Facts, *, hard: bool) -> None:
        slot = 2 * facts.groups[0]
        self.add(machine.Save(slot, start=True))
        self.visit(facts.below[0], hard=hard)
        self.add(machine.Save(slot + 1))

    def repeat(self, facts: Facts, node: Repeat, *, hard: bool) -> None:
        body, low, high = facts.below[0], node.low, node.high
        if (low, high) == (0, 0):
            return
        if (low, high) == (0, 1) or (low == 0 and high is None and body.least):
            start, split = self.pc, machine.Split()
            self.add(split)
            self.visit(body, hard=hard or (high is None and facts.hard))
            if high is None:
                self.add(machine.Jump(start))
            ways = (start + 1, self.pc)
            split.first, split.second = ways if node.greedy else ways[::-1]
            return
        hard |= facts.hard
        if low == 1 and high is None and body.least:
            start = self.pc
            self.visit(body, hard=hard)
            ways = (start, self.pc + 1)
            self.add(machine.Split(*(ways if node.greedy else ways[::-1])))
            return
        count = self.slot()
        check = self.slot() if high is None and body.least == 0 else None
        self.add(machine.Zero(count))
        again = machine.Again(low, high, node.greedy, count, check)
        start = self.pc
        self.add(again)
        self.visit(body, hard=hard)
        self.add(machine.Jump(start))
        again.then = self.pc

    def look(self, body: Facts, sign: str) -> None:
        apart = sign[0] == "<" and isinstance(body.node, Alternation) and not body.fixed
        if sign in ("=", "<="):
            if apart:
                self.alternation(body.below, hard=False, behind=sign)
            else:
                self.positive(body, sign)
            return
        for branch in body.below if apart else (body,):
            self.negative(branch, sign)

    def positive(self, body: Facts, sign: str) -> None:
        slot = self.slot()
        self.add(machine.Save(slot))
        self.looked_at(body, sign)
        self.add(machine.Return(slot))

    def negative(self, body: Facts, sign: str) -> None:
        split = machine.Split(self.pc + 1)
        self.add(split)
        self.looked_at(body, sign)
        self.add(machine.NoLook())
        split.second = self.pc

    def looked_at(self, body: Facts, sign: str) -> None:
        if sign[0] != "<":
            self.visit(body, hard=False)
        elif body.fixed:
            self.add(machine.Back(body.least))
            self.visit(body, hard=False)
        elif not body.hard:
            self.behind([body])
        elif isinstance(body.node, Concatenation) and all(
            part.fixed or not part.hard for part in body.below
        ):
            self.behind_in_parts(body.below)
        else:
            raise BadPattern(self.source, 0, LOOK_BEHIND)

    def behind_in_parts(self, parts: Sequence[Facts]) -> None:
        """From the last to the first: what is hard has one length, and is matched forwards."""
        easy: list[Facts] = []
        back = 0
        for part in reversed(parts):
            if part.hard:
                self.behind(easy)
                easy = []
                back += part.least
            if back:
                self.add(machine.Back(back))
                back = 0
            if part.hard:
                self.visit(part, hard=False)
                back = part.least
            else:
                easy.insert(0, part)
        self.behind(easy)

    def behind(self, parts: Sequence[Facts]) -> None:
        if not parts:
            return
        nodes = tuple(part.node for part in parts)
        groups = _groups(parts)
        count = groups[1] - groups[0] + 1
        backwards = Automaton(nodes, count, backwards=True)
        self.add(delegates.Behind(backwards, Automaton(nodes, count), groups))

    def reference(self, node: Reference, *, hard: bool) -> None:
        number = node.target.number or 0
        if node.kind == "again":
            self.add(machine.SameAgain(number, node.ignore_case))
            return
        if node.kind == "exists":
            self.add(machine.Exists(number))
            return
        if self.calling.count(number) >= _DEEPEST_CALL:
            self.add(machine.Fails())
            return
        self.calling.append(number)
        if number == 0:
            self.visit(self.root, hard=hard)
        else:
            self.capture(self.groups[number], hard=hard)
        self.calling.pop()

    def condition(self, parts: Sequence[Facts], *, hard: bool) -> None:
        """The test is tried once; where it fails, the other body stands in its place."""
        test, then, otherwise = parts
        was_inside, self.inside_alternation = self.inside_alternation, True
        self.add(machine.OpenAtomic())
        split, jump = machine.Split(self.pc + 1), machine.Jump()
        self.add(split)
        self.visit(test, hard=hard)
        self.add(machine.CloseAtomic())
        self.visit(then, hard=hard)
        self.add(jump)
        split.second = self.pc
        self.visit(otherwise, hard=hard)
        jump.target = self.pc
        self.inside_alternation = was_inside

    def absent(self, body: Facts) -> None:
        """A hard body is written out, as `(?((?!…)).|)*`."""
        if not body.hard:
            self.add(delegates.Without(Automaton((body.node,), 1)))
            return
        if any(isinstance(node, Absent) for node in descendants(body.node)):
            raise BadPattern(self.source, 0, "(?~…) in (?~…), which fancy-regex does not match")
        was_inside, self.inside_alternation = self.inside_alternation, True
        again = machine.Again(0, None, True, self.slot(), self.slot())
        self.add(machine.Zero(again.count))
        start = self.pc
        self.add(again)
        self.add(machine.OpenAtomic())
        split = machine.Split(self.pc + 1)
        self.add(split)
        self.negative(body, "!")
        self.add(machine.CloseAtomic())
        self.add(machine.One(predicate(_ANY)))
        self.add(machine.Jump(start))  # by way of a jump to where it is
        split.second = self.pc
        self.add(machine.Jump(start))
        again.then = self.pc
        self.inside_alternation = was_inside

    def delegate(self, parts: Sequence[Facts]) -> None:
        """Single characters are matched at once."""
        nodes = tuple(part.node for part in parts)
        if all(map(_is_text, nodes)):
            for node in nodes:
                for inner in descendants(node):
                    if isinstance(inner, Character):
                        self.add(machine.One(predicate(inner.written)))
        elif nodes:
            groups = _groups(parts)
            automaton = Automaton(nodes, groups[1] - groups[0] + 1)
            self.add(delegates.Delegate(automaton, groups))


def _is_text(node: RustNode) -> bool:
    if isinstance(node, Concatenation):
        return all(map(_is_text, node.parts))
    return isinstance(node, Character)


def _groups(parts: Sequence[Facts]) -> tuple[int, int]:
    return parts[0].groups[0], parts[-1].groups[1]
