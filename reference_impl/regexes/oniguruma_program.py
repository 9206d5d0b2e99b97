r"""The program of an Oniguruma pattern that the `regex` package would match otherwise.

It runs on the machine of `rust_machine`, which is as general. What may be empty is repeated as
Oniguruma repeats it: copies where they are few and small, else a loop that ends where a round
took nothing and changed no group that is referred to behind it. A look-behind goes back, and
matches forwards up to where it began.

Source: Oniguruma 6.9.10 regcomp.c (`compile_quantifier_node`, `compile_anchor_look_behind_node`,
`set_empty_status_check_trav`).
"""

from collections.abc import Sequence
from functools import partial

from tokparity.reference_impl.regexes import oniguruma_steps as steps
from tokparity.reference_impl.regexes import rust_machine as machine
from tokparity.reference_impl.regexes.fold_case import Unit, folded_class, folded_units
from tokparity.reference_impl.regexes.nodes import (
    NEWLINE,
    Alternation,
    Anchor,
    BackReference,
    Capture,
    Characters,
    Class,
    Concatenation,
    Condition,
    Group,
    Keep,
    Node,
    Repeat,
    children,
)
from tokparity.reference_impl.regexes.oniguruma_lengths import (
    MOST_COPIES,
    lengths,
    may_be_empty,
    size_of,
)
from tokparity.reference_impl.regexes.parse_class import bracketed, written
from tokparity.reference_impl.regexes.places import anchor
from tokparity.reference_impl.regexes.rust_automaton import predicate


def program_of(tree: Node) -> machine.Program:
    """The program, which begins a search at every place."""
    compiler = _Compiler(tree)
    compiler.add(machine.Anywhere())
    compiler.add(machine.One(predicate("(?s:.)")))
    compiler.add(machine.Jump(0))
    compiler.add(machine.Save(0))
    compiler.visit(tree)
    compiler.add(machine.Save(1))
    compiler.add(machine.End())
    return machine.Program(compiler.code, compiler.slots)


class _Compiler:
    """A program in the making."""

    def __init__(self, tree: Node) -> None:
        self.code: list[machine.Instruction] = []
        self.slots = 2 * (max(_numbers(tree), default=0) + 1)
        self.limit: int | None = None
        """The slot of where the look-behind around this began."""
        self.single = False
        """Whether no sequence is equal to a character: in any look-behind."""
        self.kept = _kept_groups(tree)

    @property
    def pc(self) -> int:
        return len(self.code)

    def add(self, instruction: machine.Instruction) -> None:
        self.code.append(instruction)

    def slot(self, count: int = 1) -> int:
        self.slots += count
        return self.slots - count

    def visit(self, node: Node) -> None:
        match node:
            case Characters(chars, True):
                for unit in folded_units(node, look_behind=self.single):
                    self.unit(unit)
            case Characters(chars):
                for char in chars:
                    self.one(written(char))
            case Class(_, _, ignore_case):
                self.unit(folded_class(node) if ignore_case else [[bracketed(node)]])
            case Concatenation(parts):
                for part in parts:
                    self.visit(part)
            case Alternation(branches):
                self.either([partial(self.visit, branch) for branch in branches])
            case Capture(number, body):
                self.add(machine.Save(2 * number))
                self.visit(body)
                self.add(machine.Save(2 * number + 1))
            case Repeat():
                self.repeat(node)
            case Anchor("search start"):
                self.add(machine.Continues(leads=False))
            case Anchor():
                self.add(machine.Where(predicate(anchor(node))))
            case BackReference(number, ignore_case):
                self.add(steps.Again(number, ignore_case, self.limit))
            case Keep():
                self.add(machine.Save(0))
            case Condition(number, then, otherwise):
                self.condition(number, then, otherwise)
            case Group():
                self.group(node)

    def one(self, expression: str) -> None:
        test = predicate(expression)
        self.add(machine.One(test) if self.limit is None else steps.Within(test, self.limit))

    def unit(self, unit: Unit) -> None:
        def sequence(expressions: Sequence[str]) -> None:
            for expression in expressions:
                self.one(expression)

        self.either([partial(sequence, part) for part in unit])

    def either(self, branches: "Sequence[machine.Branch]") -> None:
        jumps = []
        for branch in branches[:-1]:
            split, jump = machine.Split(self.pc + 1), machine.Jump()
            self.add(split)
            branch()
            self.add(jump)
            split.second = self.pc
            jumps.append(jump)
        branches[-1]()
        for jump in jumps:
            jump.target = self.pc

    def optional(self, greedy: bool, body: "machine.Branch") -> None:
        split = machine.Split()
        self.add(split)
        start = self.pc
        body()
        split.first, split.second = (start, self.pc) if greedy else (self.pc, start)

    def condition(self, number: int, then: Node, otherwise: Node) -> None:
        split, jump = machine.Split(self.pc + 1), machine.Jump()
        self.add(machine.OpenAtomic())
        split.first += 1
        self.add(split)
        self.add(machine.Exists(number, ends=True))
        self.add(machine.CloseAtomic())
        self.visit(then)
        self.add(jump)
        split.second = self.pc
        self.add(machine.CloseAtomic())
        self.visit(otherwise)
        jump.target = self.pc

    def group(self, node: Group) -> None:
        match node.kind:
            case "options":
                self.visit(node.body)
            case "atomic":
                self.atomic(node.body)
            case "look-ahead":
                self.looking(lambda: self.atomic(node.body))
            case "no look-ahead":
                self.no(lambda: self.visit(node.body))
            case "look-behind" | "no look-behind":
                around = self.limit, self.single
                self.single = True
                self.behind(node.body, negative=node.kind == "no look-behind")
                self.limit, self.single = around

    def atomic(self, body: Node) -> None:
        self.add(machine.OpenAtomic())
        self.visit(body)
        self.add(machine.CloseAtomic())

    def looking(self, body: "machine.Branch") -> None:
        slot = self.slot()
        self.add(machine.Save(slot))
        body()
        self.add(machine.Return(slot))

    def no(self, body: "machine.Branch") -> None:
        split = machine.Split(self.pc + 1)
        self.add(split)
        body()
        self.add(machine.NoLook())
        split.second = self.pc

    def behind(self, body: Node, *, negative: bool) -> None:
        """Alternatives of several lengths are looked for one after the other where each but the
        first has one length."""
        low, high = lengths(body)
        branches = body.branches if isinstance(body, Alternation) else ()
        if branches and low != high and all(map(_is_fixed, branches[1:])):
            if negative:
                for branch in branches:
                    self.behind(branch, negative=True)
            else:
                self.either([partial(self.behind, branch, negative=False) for branch in branches])
        elif negative:
            self.no(lambda: self.back_and_on(body))
        else:
            self.add(machine.OpenAtomic())
            self.back_and_on(body)
            self.add(machine.CloseAtomic())

    def back_and_on(self, body: Node) -> None:
        low, high = lengths(body)
        if low == high:
            self.limit = None
            self.add(machine.Back(low))
            self.visit(body)
            return
        if _ends_with_newline(body):  # its first branch is looked for before all else
            self.add(machine.Back(2))
            self.add(machine.One(predicate(r"\r")))
            self.add(machine.One(predicate(r"\n")))
        self.limit = self.slot()
        self.add(machine.Save(self.limit))
        self.add(machine.Back(low))
        self.add(machine.Jump(self.pc + 2))
        self.add(machine.Back(1))
        self.add(steps.Further(self.limit, high))
        self.visit(body)
        self.add(steps.UpTo(self.limit))

    def repeat(self, node: Repeat) -> None:
        low, high, greedy = node.low, node.high, node.greedy
        size = size_of(node.body)
        if size == 0 or high == 0:
            return
        if high is None and (low <= 1 or size * low <= MOST_COPIES):
            if not (low == 1 and size > MOST_COPIES):
                self.copies(node, low)
                self.loop(node)
                return
            self.loop(node, at_least_once=True)
        elif high is not None and greedy and (high == 1 or (size + 1) * high <= MOST_COPIES):
            self.copies(node, low)
            self.optionals(node, high - low)
        elif (low, high) == (0, 1):
            self.optional(greedy, lambda: self.visit(node.body))
        else:
            self.counted(node)

    def copies(self, node: Repeat, count: int) -> None:
        for _ in range(count):
            self.visit(node.body)

    def optionals(self, node: Repeat, count: int) -> None:
        splits = []
        for _ in range(count):
            splits.append(machine.Split(self.pc + 1))
            self.add(splits[-1])
            self.visit(node.body)
        for split in splits:
            split.second = self.pc

    def loop(self, node: Repeat, *, at_least_once: bool = False) -> None:
        jump = machine.Jump()
        split = machine.Split()
        if node.greedy:
            if at_least_once:
                self.add(jump)
                jump.target = self.pc + 1
            start = self.pc
            self.add(split)
            jump.target = self.pc
            self.round(node)
            self.add(machine.Jump(start))
            split.first, split.second = start + 1, self.pc
            return
        if not at_least_once:
            self.add(jump)
        start = self.pc
        self.round(node)
        jump.target = self.pc
        split.first, split.second = self.pc + 1, start
        self.add(split)

    def counted(self, node: Repeat) -> None:
        count = self.slot()
        self.add(machine.Zero(count))

        def rounds() -> None:
            start = self.pc
            self.round(node)
            self.add(steps.Count(node.low, node.high, node.greedy, count, start))

        if node.low == 0:
            self.optional(node.greedy, rounds)
        else:
            rounds()

    def round(self, node: Repeat) -> None:
        """The body, and in front of the next instruction the check that it took something."""
        if not may_be_empty(node.body):
            self.visit(node.body)
            return
        began, kept = self.slot(), []
        self.add(machine.Save(began))
        for group in sorted(self.kept.get(id(node), ())):
            before = self.slot(2)
            self.add(steps.Copy(2 * group, before))
            self.add(steps.Copy(2 * group + 1, before + 1))
            kept.append((group, before))
        self.visit(node.body)
        self.add(steps.Changed(began, tuple(kept)))


def _is_fixed(node: Node) -> bool:
    low, high = lengths(node)
    return low == high


def _ends_with_newline(node: Node) -> bool:
    """Whether the last thing in a look-behind is `\\R`: `get_tree_tail_literal`."""
    match node:
        case Concatenation(parts):
            while parts and isinstance(parts[-1], Anchor | Keep):
                parts = parts[:-1]
            return bool(parts) and _ends_with_newline(parts[-1])
        case Repeat(body, low):
            return low > 0 and _ends_with_newline(body)
        case Capture(_, body) | Group("options", body):
            return _ends_with_newline(body)
    return node == NEWLINE or (
        isinstance(node, Group) and node.kind == "atomic" and _ends_with_newline(node.body)
    )


def _numbers(node: Node) -> set[int]:
    own = {node.number} if isinstance(node, Capture) else set()
    return own.union(*map(_numbers, children(node)))


def _kept_groups(tree: Node) -> dict[int, set[int]]:
    """Repeat -> the groups within it that are referred to outside it, if it is the innermost that
    may be empty."""
    innermost: dict[int, Repeat] = {}
    references: list[tuple[int, tuple[int, ...]]] = []

    def walk(node: Node, empty: Repeat | None, above: tuple[int, ...]) -> None:
        if isinstance(node, Repeat) and may_be_empty(node.body):
            empty = node
        if isinstance(node, Group) and node.kind in ("look-ahead", "look-behind"):
            empty = None
        if isinstance(node, Capture) and empty is not None:
            innermost[node.number] = empty
        if isinstance(node, BackReference | Condition):
            references.append((node.number, above))
        for child in children(node):
            walk(child, empty, (*above, id(node)))

    walk(tree, None, ())
    kept: dict[int, set[int]] = {}
    for number, above in references:
        repeat = innermost.get(number)
        if repeat is not None and id(repeat) not in above:
            kept.setdefault(id(repeat), set()).add(number)
    return kept
