r"""The program of an Oniguruma pattern that the `regex` package would match otherwise.

A repeat is copies where they are few and small, else a loop that ends where a round took nothing
and changed no group that is referred to outside. A look-behind goes back, and matches forwards up
to where it began. A group that is called is a routine.

Source: Oniguruma 6.9.10 regcomp.c (`compile_tree`, `compile_quantifier_node`,
`compile_bag_memory_node`, `compile_anchor_look_behind_node`).
"""

from collections.abc import Callable, Sequence
from functools import partial

from tokparity.reference_impl.regexes import callout_steps, group_steps
from tokparity.reference_impl.regexes import oniguruma_machine as machine
from tokparity.reference_impl.regexes import oniguruma_steps as steps
from tokparity.reference_impl.regexes.nodes import (
    Alternation,
    Anchor,
    BackReference,
    Call,
    Callout,
    Capture,
    Characters,
    Class,
    Concatenation,
    Condition,
    Fail,
    Group,
    If,
    Keep,
    Mark,
    Node,
    Repeat,
    Return,
    everything,
)
from tokparity.reference_impl.regexes.oniguruma_sizes import form_of, has_stopper
from tokparity.reference_impl.regexes.oniguruma_tuned import Behind, Tuned
from tokparity.reference_impl.regexes.parse_class import bracketed
from tokparity.reference_impl.regexes.places import anchor
from tokparity.reference_impl.regexes.recursion import Groups
from tokparity.reference_impl.regexes.rust_automaton import predicate
from tokparity.reference_impl.regexes.segments import SegmentBoundary

Branch = Callable[[], None]
"""Writes a part of a program."""


def program_of(pattern: str, tree: Node) -> machine.Program:
    """The program of a tree. BadPattern: Oniguruma refuses it."""
    tuned = Tuned(pattern, Groups(tree))
    compiler = _Compiler(tuned)
    compiler.visit(tuned.tree)
    compiler.add(steps.Matched())
    for call in compiler.calls:
        call.target = compiler.routines.get(call.group, 0)
    longest = any(isinstance(node, Group) and node.kind == "longest" for node in everything(tree))
    groups = 1 + max((node.number for node in everything(tree) if isinstance(node, Capture)),
                     default=0)  # fmt: skip
    return machine.Program(compiler.code, groups, longest, compiler.retractions)


class _Compiler:
    """A program in the making."""

    def __init__(self, tuned: Tuned) -> None:
        self.tuned = tuned
        self.code: list[machine.Instruction] = []
        self.calls: list[group_steps.Calls] = []
        self.routines: dict[int, int] = {}
        """Where the instructions of a group that is called are: of its last copy."""
        self.numbers = 0
        self.referred = tuned.references
        self.tags = {node.tag: node.number for node in everything(tuned.groups.tree)
                     if isinstance(node, Callout)}  # fmt: skip
        self.retractions: dict[int, Callable[[machine.Run], None]] = {}
        self.stopper = has_stopper(tuned.groups.tree)

    @property
    def pc(self) -> int:
        return len(self.code)

    def add(self, *instructions: machine.Instruction) -> None:
        self.code += instructions

    def number(self) -> int:
        """Of a mark or a repeat; those of the tree are below zero."""
        self.numbers += 1
        return self.numbers

    def visit(self, node: Node) -> None:
        match node:
            case Characters(chars):
                if chars:
                    self.add(steps.Text(chars))
            case Class():
                self.add(steps.One(predicate(bracketed(node))))
            case Concatenation(parts):
                for part in parts:
                    self.visit(part)
            case Alternation(branches, lasting):
                self.either([partial(self.visit, branch) for branch in branches], lasting)
            case Capture():
                self.capture(node)
            case Repeat():
                self.repeat(node)
            case Anchor():
                self.anchor(node)
            case BackReference(number, ignore_case, others, level):
                groups = (number, *others)
                self.add(
                    group_steps.Again(groups, ignore_case)
                    if level is None
                    else group_steps.AgainAtLevel(groups, ignore_case, level)
                )
            case Condition(number, then, otherwise, others, level):
                test = partial(self.add, group_steps.HasMatched((number, *others), level))
                self.condition(test, then, otherwise)
            case If(test_node, then, otherwise):
                self.condition(partial(self.visit, test_node), then, otherwise)
            case Group("look-behind" | "no look-behind"):
                self.behind(self.tuned.behinds[id(node)])
            case Group():
                self.group(node)
            case _:
                self.visit_simple(node)

    def visit_simple(self, node: Node) -> None:
        """What is one instruction."""
        match node:
            case Keep():
                self.add(steps.Remember(machine.KEEP, 0))
            case Call(int(group)):
                self.calls.append(group_steps.Calls(group))
                self.add(self.calls[-1])
            case Mark(what, slot):
                self.add(steps.Remember(_KINDS[what], -1 - slot))
            case Return("place", slot):
                self.add(steps.PlaceAgain(-1 - slot))
            case Return("whole"):
                self.add(steps.EndOfText())
            case Return(what, slot):
                kind = machine.LIMIT if what == "end" else machine.PLACE
                self.add(steps.EndAgain(kind, -1 - slot))
            case Fail():
                self.add(steps.Fails())
            case Callout():
                step = callout_steps.step_of(node, self.tags)
                if isinstance(step, callout_steps.Tally | callout_steps.AtMost):
                    self.retractions[node.number] = step.retract
                self.add(step)

    def anchor(self, node: Anchor) -> None:
        match node.kind:
            case "search start":
                self.add(steps.SearchStart())
            case "word boundary" | "no word boundary":
                self.add(steps.Boundary(predicate(node.word), node.kind == "word boundary"))
            case "segment boundary" | "no segment boundary":
                self.add(SegmentBoundary(node.word == "word", node.kind == "segment boundary"))
            case _:
                self.add(steps.Where(predicate(anchor(node))))

    def either(self, branches: Sequence[Branch], lasting: bool) -> None:
        jumps = []
        for branch in branches[:-1]:
            split, jump = steps.Split(self.pc + 1, lasting=lasting), steps.Jump()
            self.add(split)
            branch()
            self.add(jump)
            split.second = self.pc
            jumps.append(jump)
        branches[-1]()
        for jump in jumps:
            jump.target = self.pc

    def condition(self, test: Branch, then: Node, otherwise: Node) -> None:
        mark, split, jump = self.number(), steps.Split(), steps.Jump()
        self.add(steps.Mark(mark), split)
        split.first = self.pc
        test()
        self.add(steps.Cut(mark))
        self.visit(then)
        self.add(jump)
        split.second = self.pc
        self.add(steps.Cut(mark))
        self.visit(otherwise)
        jump.target = self.pc

    def capture(self, node: Capture) -> None:
        if node.number not in self.tuned.groups.called:
            self.captured(node)
            return
        call, jump = group_steps.Calls(node.number, self.pc + 2), steps.Jump()
        self.add(call, jump)
        self.routines[node.number] = self.pc
        self.captured(node)
        self.add(group_steps.Returns())
        jump.target = self.pc

    def captured(self, node: Capture) -> None:
        if node.number not in self.referred or node.number == 0:
            self.visit(node.body)
            return
        self.add(group_steps.GroupStart(node.number))
        self.visit(node.body)
        self.add(group_steps.GroupEnd(node.number, node.number in self.tuned.groups.recursive))

    def group(self, node: Group) -> None:
        mark = self.number()
        match node.kind:
            case "atomic":
                self.add(steps.Mark(mark))
                self.visit(node.body)
                self.add(steps.Cut(mark))
            case "look-ahead":
                self.add(steps.Mark(mark))
                self.visit(node.body)
                self.add(steps.Cut(mark, returns=True))
            case "no look-ahead":
                split = steps.Split(self.pc + 1)
                self.add(split, steps.Mark(mark))
                self.visit(node.body)
                self.add(steps.PopToMark(mark), steps.Pop(), steps.Fails())
                split.second = self.pc
            case _:
                self.visit(node.body)

    def behind(self, behind: Behind) -> None:
        match behind.length.fixed, behind.negative:
            case True, False:
                self.fixed_behind(behind)
            case True, True:
                self.no_fixed_behind(behind)
            case False, False:
                self.varying_behind(behind)
            case False, True:
                self.no_varying_behind(behind)

    def fixed_behind(self, behind: Behind) -> None:
        mark = self.number()
        self.add(steps.Mark(mark), steps.Back(behind.length.low))
        self.visit(behind.body)
        self.add(steps.Cut(mark))

    def no_fixed_behind(self, behind: Behind) -> None:
        mark, split = self.number(), steps.Split()
        self.add(steps.Mark(mark), split)
        split.first = self.pc
        self.add(steps.Back(behind.length.low))
        self.visit(behind.body)
        self.add(steps.PopToMark(mark), steps.Fails())
        split.second = self.pc
        self.add(steps.Pop())

    def varying_behind(self, behind: Behind) -> None:
        self.lead(behind)
        end, mark, split, jump = self.number(), self.number(), steps.Split(), steps.Jump()
        self.add(steps.Remember(machine.LIMIT, end), steps.EndHere(), steps.Mark(mark), split)
        split.first = self.pc
        self.add(jump)
        split.second = self.pc
        self.add(steps.EndAgain(machine.LIMIT, end), steps.Fails())
        jump.target = self.pc
        self.back_and_on(behind)
        self.add(steps.AtEnd(), steps.Cut(mark), steps.EndAgain(machine.LIMIT, end, drop=True))

    def no_varying_behind(self, behind: Behind) -> None:
        end, mark, split = self.number(), self.number(), steps.Split()
        self.add(steps.Remember(machine.LIMIT, end), steps.EndHere(), steps.Mark(mark), split)
        split.first = self.pc
        self.lead(behind)
        self.back_and_on(behind)
        self.add(steps.AtEnd(), steps.PopToMark(mark), steps.EndAgain(machine.LIMIT, end),
                 steps.Pop(), steps.Fails())  # fmt: skip
        split.second = self.pc
        self.add(steps.EndAgain(machine.LIMIT, end), steps.Pop(), steps.Pop())

    def lead(self, behind: Behind) -> None:
        if behind.lead is not None:
            self.add(steps.Back(self.tuned.lengths.of(behind.lead).low))
            self.visit(behind.lead)

    def back_and_on(self, behind: Behind) -> None:
        low, high = behind.length.low, behind.length.high
        inner = self.number()
        if self.stopper:
            self.add(steps.Remember(machine.LIMIT, inner))
        self.add(steps.BackAndFurther(low, None if high is None else high - low), steps.Further())
        self.visit(behind.body)
        if self.stopper:
            self.add(steps.EndAgain(machine.LIMIT, inner))

    def repeat(self, node: Repeat) -> None:
        match form_of(node, self.tuned):
            case "loop":
                self.copies(node, node.low)
                self.loop(node)
            case "loop from inside":
                self.loop(node, from_inside=True)
            case "skipped":
                jump = steps.Jump()
                self.add(jump)
                self.visit(node.body)
                jump.target = self.pc
            case "copies":
                assert node.high is not None
                self.copies(node, node.low)
                self.optionals(node, node.high - node.low)
            case "lazy option":
                split = steps.Split()
                self.add(split)
                split.second = self.pc
                self.visit(node.body)
                split.first = self.pc
            case "counted":
                self.counted(node)

    def copies(self, node: Repeat, count: int) -> None:
        for _ in range(count):
            self.visit(node.body)

    def optionals(self, node: Repeat, count: int) -> None:
        splits = []
        for _ in range(count):
            splits.append(steps.Split(self.pc + 1))
            self.add(splits[-1])
            self.visit(node.body)
        for split in splits:
            split.second = self.pc

    def loop(self, node: Repeat, *, from_inside: bool = False) -> None:
        jump, split = steps.Jump(), steps.Split()
        if node.greedy:
            if from_inside:
                self.add(jump)
            start = self.pc
            self.add(split)
            jump.target = self.pc
            self.round(node)
            self.add(steps.Jump(start))
            split.first, split.second = start + 1, self.pc
            return
        if not from_inside:
            self.add(jump)
        start = self.pc
        self.round(node)
        jump.target = self.pc
        split.first, split.second = self.pc + 1, start
        self.add(split)

    def counted(self, node: Repeat) -> None:
        number, split = self.number(), steps.Split()
        self.add(steps.Rounds(number))
        if node.low == 0:
            self.add(split)
        start = self.pc
        self.round(node)
        self.add(steps.Count(node.low, node.high, node.greedy, number, start))
        split.first, split.second = (start, self.pc) if node.greedy else (self.pc, start)

    def round(self, node: Repeat) -> None:
        """The body, and in front of the next instruction the check that it took something."""
        emptiness = self.tuned.emptiness[id(node)]
        if not emptiness:
            self.visit(node.body)
            return
        number = self.number()
        self.add(steps.RoundStart(number))
        self.visit(node.body)
        watched = frozenset(self.tuned.watched.get(id(node), ()))
        groups = frozenset[int]() if emptiness == "empty" else watched
        self.add(steps.Changed(number, groups, recursive=emptiness == "recursive"))


_KINDS = {"place": machine.PLACE, "end": machine.LIMIT}
