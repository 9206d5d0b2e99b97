r"""Which groups of an Oniguruma pattern are called, and which lead back to themselves: for ever?

Source: Oniguruma 6.9.10 regcomp.c, tune_call, tune_call2, recursive_call_check_trav,
infinite_recursive_call_check_trav, node_min_byte_len. Their order matters: what is called within
`{0}` does not count, and a least length is kept as it was first found.
"""

from dataclasses import dataclass, field

from tokparity.reference_impl.regexes.nodes import (
    Alternation,
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
    Node,
    Repeat,
    children,
    everything,
)

ENDLESS = 1 << 31
_EXISTS, _MUST, _NEVER_ENDS = 1, 2, 4


@dataclass(slots=True)
class Groups:
    """The groups of a tree, and what is known of them."""

    tree: Node
    nodes: dict[int, Capture] = field(default_factory=dict)
    called: set[int] = field(default_factory=set)
    recursive: set[int] = field(default_factory=set)
    recursive_calls: set[int] = field(default_factory=set)
    """Calls that lead back to their own group at once, by identity."""
    inner_references: set[int] = field(default_factory=set)
    """Back-references within their own group, by identity."""
    never_ends: bool = False
    _least: dict[int, int] = field(default_factory=dict)
    _measured: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.nodes = {node.number: node for node in everything(self.tree)
                      if isinstance(node, Capture)}  # fmt: skip
        self._references(self.tree, frozenset())
        if any(isinstance(node, Call) for node in everything(self.tree)):
            self._find_called(self.tree)
            self._find_recursive(self.tree, in_recursion=False)
            self.never_ends = self._find_endless(self.tree)

    def of(self, call: Call) -> Capture:
        assert isinstance(call.group, int)
        return self.nodes[call.group]

    def least(self, node: Node) -> int:
        """The least bytes, or `ENDLESS` where nothing matches. (min_byte_len)"""
        match node:
            case Characters(chars):
                return len(chars.encode())
            case Class():
                return 1
            case Concatenation(parts):
                return min(sum(map(self.least, parts)), ENDLESS)
            case Alternation(branches):
                return min(map(self.least, branches))
            case Group("options" | "longest" | "atomic", body):
                return self.least(body)
            case Capture():
                return self._least_of_group(node)
            case Call():
                return self._least_of_group(self.of(node))
            case Repeat(body, low):
                return min(low * self.least(body), ENDLESS) if low else 0
            case BackReference(number, _, others):
                if id(node) in self.inner_references:
                    return 0
                return min(self._least_of_group(self.nodes[n]) for n in (number, *others))
            case Condition(_, then, otherwise):
                return min(self.least(then), self.least(otherwise))
            case If(test, then, otherwise):
                return min(self.least(test) + self.least(then), self.least(otherwise))
            case Fail():
                return ENDLESS
        return 0

    def _least_of_group(self, group: Capture) -> int:
        if group.number not in self._least:
            if group.number in self._measured:
                return 0
            self._measured.add(group.number)
            least = self.least(group.body)
            self._measured.discard(group.number)
            self._least[group.number] = least
        return self._least[group.number]

    def _references(self, node: Node, inside: frozenset[int]) -> None:
        if isinstance(node, BackReference) and inside & {node.number, *node.others}:
            self.inner_references.add(id(node))
        if isinstance(node, Capture):
            inside |= {node.number}
        for below in children(node):
            self._references(below, inside)

    def _find_called(self, node: Node) -> None:
        if isinstance(node, Repeat) and node.high == 0:
            return
        if isinstance(node, Call):
            self._call(node, set())
        for below in children(node):
            self._find_called(below)

    def _call(self, node: Node, within: set[int]) -> None:
        if isinstance(node, Call):
            self.called.add(self.of(node).number)
            node = self.of(node)
        if isinstance(node, Capture):
            if node.number in within:
                return
            within = within | {node.number}
        for below in children(node):
            self._call(below, within)

    def _find_recursive(self, node: Node, *, in_recursion: bool) -> None:
        if isinstance(node, Capture):
            number = node.number
            open_question = (number in self.called or in_recursion) and number not in self.recursive
            if open_question and self._leads_back(node.body, number, set()):
                self.recursive.add(number)
            in_recursion |= number in self.recursive
        for below in children(node):
            self._find_recursive(below, in_recursion=in_recursion)

    def _leads_back(self, node: Node, start: int, within: set[int]) -> bool:
        if isinstance(node, Call):
            found = self._leads_back(self.of(node), start, within)
            if found and self.of(node).number == start:
                self.recursive_calls.add(id(node))
            return found
        if isinstance(node, Capture):
            if node.number in within:
                return False
            if node.number == start:
                return True
            within.add(node.number)
            found = self._leads_back(node.body, start, within)
            within.discard(node.number)
            return found
        below = [self._leads_back(child, start, within) for child in children(node)]
        return any(below)  # of all: each marks the calls in it

    def _find_endless(self, node: Node) -> bool:
        if isinstance(node, Capture) and {node.number} <= self.recursive & self.called:
            found = self._recursion(node.body, node.number, set(), head=True)
            if found & (_MUST | _NEVER_ENDS):
                return True
        return any(map(self._find_endless, children(node)))

    def _recursion(self, node: Node, start: int, within: set[int], *, head: bool) -> int:
        """What is to be said of a call of the group, `head`: nothing was taken before it."""
        match node:
            case Concatenation(parts):
                found = 0
                for part in parts:
                    found |= self._recursion(part, start, within, head=head)
                    if found & _NEVER_ENDS:
                        return found
                    head = head and self.least(part) == 0
                return found
            case Alternation(branches):
                found, must = 0, _MUST
                for branch in branches:
                    of_branch = self._recursion(branch, start, within, head=head)
                    if of_branch & _NEVER_ENDS:
                        return of_branch
                    found |= of_branch & _EXISTS
                    must &= of_branch
                return found | must
            case Repeat(body, low, high):
                if high == 0:
                    return 0
                found = self._recursion(body, start, within, head=head)
                return found & ~_MUST if low == 0 else found
            case Call():
                return self._recursion(self.of(node), start, within, head=head)
            case Capture(number, body):
                if number in within:
                    return 0
                if number == start:
                    return _EXISTS | _MUST | (_NEVER_ENDS * head)
                within.add(number)
                found = self._recursion(body, start, within, head=head)
                within.discard(number)
                return found
            case Group(_, body):
                return self._recursion(body, start, within, head=head)
            case If(test, then, otherwise):
                found = self._recursion(test, start, within, head=head)
                if found & _NEVER_ENDS:
                    return found
                behind = head and self.least(test) == 0
                return self._of_branches(found, then, otherwise, start, within, behind, head)
            case Condition(_, then, otherwise):
                return self._of_branches(0, then, otherwise, start, within, head, head)
        return 0

    def _of_branches(
        self, found: int, then: Node, otherwise: Node, start: int, within: set[int], behind: bool,
        head: bool,
    ) -> int:  # fmt: skip
        found |= self._recursion(then, start, within, head=behind)
        if found & _NEVER_ENDS:
            return found
        other = self._recursion(otherwise, start, within, head=head)
        if other & _NEVER_ENDS:
            return other
        found |= other & _EXISTS
        return found if other & _MUST else found & ~_MUST
