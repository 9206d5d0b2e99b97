r"""The tree of an Oniguruma pattern as its program is made of it.

Case is written out, `(?:ab){3}` is a text, alternatives of a look-behind that have lengths of their
own are look-behinds of their own; and what a repeat may do that takes nothing is known.

Source: Oniguruma 6.9.10 regcomp.c, tune_tree, tune_quant, tune_look_behind,
check_node_in_look_behind, quantifiers_memory_node_info, set_empty_repeat_node_trav.
"""

from dataclasses import dataclass, field, replace
from typing import Literal, NoReturn

from tokparity.reference_impl.errors import BadPattern
from tokparity.reference_impl.regexes.fold_case import alternatives, expanded
from tokparity.reference_impl.regexes.nodes import (
    EMPTY,
    Alternation,
    Anchor,
    BackReference,
    Call,
    Capture,
    Characters,
    Class,
    Concatenation,
    Condition,
    Fail,
    Group,
    If,
    Keep,
    Node,
    Repeat,
    Return,
    children,
    everything,
    in_a_row,
    with_children,
)
from tokparity.reference_impl.regexes.oniguruma_lengths import Length, Lengths, NotMeasured
from tokparity.reference_impl.regexes.recursion import Groups

_LONGEST_TEXT = 100
"""A text that is repeated becomes one text up to so many bytes. EXPAND_STRING_MAX_LENGTH."""
_FURTHEST = 0x7FFF
"""What a look-behind may go back. LOOK_BEHIND_MAX_CHAR_LEN."""
_DEEPEST_TAIL = 16
Emptiness = Literal["", "empty", "group", "recursive"]


@dataclass(frozen=True, slots=True)
class Behind:
    """A look-behind; `lead`: what is looked for first, right before the place."""

    body: Node
    negative: bool
    length: Length
    lead: Node | None


@dataclass(slots=True)
class Tuned:
    """A tree, and what is known of its parts, by identity."""

    pattern: str
    groups: Groups
    tree: Node = EMPTY
    emptiness: dict[int, Emptiness] = field(default_factory=dict)
    """Of repeats whose round may take nothing: what else a round may change."""
    watched: dict[int, set[int]] = field(default_factory=dict)
    """Of such repeats: the groups that are referred to outside."""
    behinds: dict[int, Behind] = field(default_factory=dict)
    lengths: Lengths = field(init=False)

    def __post_init__(self) -> None:
        self.lengths = Lengths(self.groups)
        if self.groups.never_ends:
            raise BadPattern(self.pattern, 0, "a recursion that never ends")
        self.tree = self.tuned(self.groups.tree, look_behind=False)
        self._watch()

    def tuned(self, node: Node, *, look_behind: bool) -> Node:
        match node:
            case Characters(_, ignore_case) if ignore_case:
                return expanded(node, look_behind=look_behind)
            case Class(_, _, ignore_case) if ignore_case:
                branches = alternatives(node)
                return branches[0] if len(branches) == 1 else Alternation(tuple(branches))
            case Group("look-behind" | "no look-behind" as kind, body):
                return self._look_behind(body, negative=kind == "no look-behind")
            case Repeat():
                return self._repeat(node, look_behind=look_behind)
        ready = with_children(
            node, [self.tuned(child, look_behind=look_behind) for child in children(node)]
        )
        if isinstance(ready, Capture):
            self.lengths.tuned[ready.number] = ready
        return ready

    def _repeat(self, node: Repeat, *, look_behind: bool) -> Node:
        emptiness: Emptiness = ""
        if node.high != 0 and self.groups.least(node.body) == 0:
            emptiness = self._emptiness(node.body)
        body = self.tuned(node.body, look_behind=look_behind)
        text = body.chars * node.low if isinstance(body, Characters) else ""
        if 1 < node.low == node.high and 0 < len(text.encode()) <= _LONGEST_TEXT:
            return Characters(text, ignore_case=False)
        ready = replace(node, body=body)
        self.emptiness[id(ready)] = emptiness
        return ready

    def _emptiness(self, node: Node) -> Emptiness:
        match node:
            case Call():
                if id(node) in self.groups.recursive_calls:
                    return "recursive"
                return self._emptiness(self.groups.of(node))
            case Capture(number):
                return "recursive" if number in self.groups.recursive else "group"
            case Repeat(_, _, 0) | Group("look-ahead" | "no look-ahead"):
                return "empty"
            case Group("look-behind" | "no look-behind"):
                return "empty"
        found = [self._emptiness(below) for below in children(node)]
        order: tuple[Emptiness, ...] = ("empty", "group", "recursive")
        return max(found, key=order.index, default="empty")

    def _look_behind(self, body: Node, *, negative: bool) -> Node:
        used = self._allowed(body, negative=negative)
        return self._behind(self.tuned(body, look_behind=True), negative=negative, used=used)

    def _behind_of(self, body: Node, *, negative: bool) -> Node:
        return self._behind(body, negative=negative, used=self._allowed(body, negative=negative))

    def _behind(self, body: Node, *, negative: bool, used: bool) -> Node:
        body = self._shortened(body)
        try:
            length = self.lengths.of(body)
        except NotMeasured:
            self._refuse("a group further on of which case is ignored, in a look-behind")
        if max(length.low, length.high or 0) > _FURTHEST:
            self._refuse("a look-behind that is too long")
        if length.low == 0 and length.sure and not used:
            return Fail() if negative else EMPTY
        branches = body.branches if isinstance(body, Alternation) and not length.fixed else ()
        if branches and all(self.lengths.of(branch).fixed for branch in branches[1:]):
            behinds = [self._behind_of(branch, negative=negative) for branch in branches]
            return Concatenation(tuple(behinds)) if negative else Alternation(tuple(behinds))
        ready = Group("no look-behind" if negative else "look-behind", body)
        self.behinds[id(ready)] = Behind(body, negative, length, self._tail(body, 0)[0])
        return ready

    def _refuse(self, what: str) -> NoReturn:
        raise BadPattern(self.pattern, 0, what)

    def _allowed(self, node: Node, *, negative: bool) -> bool:
        """Whether something in a look-behind is referred to elsewhere. BadPattern: not allowed."""
        used = False
        for part in everything(node):
            match part:
                case Capture(number):
                    if negative:
                        self._refuse("a capturing group in a negative look-behind")
                    used |= number in self.references or number in self.groups.called
                case Anchor("text end" | "text end or last line feed"):
                    self._refuse("the end of the text in a look-behind")
                case Group("look-ahead" | "no look-ahead"):
                    self._refuse("a look-ahead in a look-behind")
                case Group("no look-behind") if not negative:
                    self._refuse("a negative look-behind in a look-behind")
                case Return(_, _, True):
                    self._refuse("an absent stopper in a look-behind")
                case Keep():
                    used = True
                case Call() if id(part) in self.groups.recursive_calls:
                    used = True
                case Call():
                    if self._stops(self.groups.of(part), set()):
                        self._refuse("an absent stopper in a look-behind")
        return used

    def _stops(self, node: Node, within: set[int]) -> bool:
        if isinstance(node, Capture):
            if node.number in within:
                return False
            within = within | {node.number}
        if isinstance(node, Return) and node.lasting:
            return True
        return any(self._stops(below, within) for below in children(node))

    @property
    def references(self) -> set[int]:
        """The groups that are referred to, or called at all."""
        found: set[int] = set()
        for part in everything(self.groups.tree):
            match part:
                case BackReference() | Condition():
                    found |= {part.number, *part.others}
                case Call(int(number)):
                    found.add(number)
        return found

    def _shortened(self, node: Node) -> Node:
        """Repeats of one character at the start of a look-behind need not be longer than least."""
        match node:
            case Alternation(branches):
                return replace(node, branches=tuple(map(self._shortened_branch, branches)))
        return self._shortened_branch(node)

    def _shortened_branch(self, node: Node) -> Node:
        if isinstance(node, Repeat):
            return self._least(node)
        if not isinstance(node, Concatenation):
            return node
        parts = in_a_row(node)
        for at, part in enumerate(parts):
            if not isinstance(part, Repeat):
                break
            parts[at] = self._least(part)
            if part.low > 0 or not _is_simple(part.body):
                break
        else:
            if parts:  # list_reduce_in_look_behind gives 1, which then is taken for an error
                self._refuse("nothing but repeats that may be left out, in a look-behind")
        return Concatenation(tuple(parts))

    def _least(self, node: Repeat) -> Node:
        if not _is_simple(node.body):
            return node
        ready = replace(node, high=node.low)
        self.emptiness[id(ready)] = self.emptiness[id(node)]
        return ready

    def _tail(self, node: Node, depth: int) -> tuple[Node | None, bool]:
        """The text or class that a look-behind ends with; or whether what is before may be it."""
        depth += 1
        if depth >= _DEEPEST_TAIL:
            return None, False
        match node:
            case Concatenation(parts):
                for part in reversed(parts):
                    tail, ignored = self._tail(part, depth)
                    if not ignored:
                        return tail, False
                    depth += 1
                return None, True
            case Characters(chars):
                return (node, False) if chars else (None, True)
            case Class():
                return (None, False) if is_any(node) else (node, False)
            case Repeat(body, low):
                return self._tail(body, depth) if low else (None, False)
            case Capture(_, body) | Group("options" | "longest" | "atomic", body) | If(body):
                return self._tail(body, depth)
            case Call():
                if id(node) in self.groups.recursive_calls:
                    return None, False
                return self._tail(self.lengths.tuned.get(
                    self.groups.of(node).number, self.groups.of(node)), depth)  # fmt: skip
            case Alternation() | BackReference() | Condition():
                return None, False
        return None, True

    def _watch(self) -> None:
        """The groups of a repeat, the innermost that may be empty, that are referred to outside."""
        innermost: dict[int, Repeat] = {}
        references: list[tuple[int, tuple[int, ...]]] = []

        def walk(node: Node, empty: Repeat | None, above: tuple[int, ...]) -> None:
            if isinstance(node, Repeat) and self.emptiness.get(id(node)):
                empty = node
            if isinstance(node, Group) and node.kind in ("look-ahead", "look-behind"):
                empty = None
            for child in children(node):
                walk(child, empty, (*above, id(node)))
            if isinstance(node, Capture) and empty is not None:
                innermost[node.number] = empty
            if isinstance(node, BackReference | Condition):
                references.extend((number, above) for number in (node.number, *node.others))

        walk(self.tree, None, ())
        for number, above in references:
            repeat = innermost.get(number)
            if repeat is not None and id(repeat) not in above:
                self.watched.setdefault(id(repeat), set()).add(number)


def _is_simple(body: Node) -> bool:
    """Whether a repeat of it, at the start of a look-behind, becomes as short as it may be."""
    return isinstance(body, Characters | Class | BackReference) or body == EMPTY


def is_any(node: Node) -> bool:
    r"""Whether it is `.`, `\O` or `\N`."""
    return isinstance(node, Class) and node.builtin and node.inside[:1] in ("^", "\\") and (
        node.inside in (r"^\n", r"\U00000000-\U0010ffff")
    )  # fmt: skip
