r"""`\g<name>`, `\g<1>`, `\g<-1>`: the pattern of a group once more, in Oniguruma.

For the `regex` package a call is written out: the group stands in its place, with its number and
its options. A call that leads back to itself, or stands in a look-behind, needs a program.

Source: Oniguruma 6.9.10 regparse.c, fetch_token (TK_CALL), make_call_zero_body; regcomp.c,
tune_call, check_call_reference; doc/RE 9. Not here: which recursion never ends (`recursion`).
"""

from string import digits

from tokparity.reference_impl.regexes.cursor import Cursor
from tokparity.reference_impl.regexes.nodes import (
    Call,
    Capture,
    Group,
    Node,
    children,
    everything,
    with_children,
)
from tokparity.reference_impl.regexes.references import is_name

_MOST_NODES = 4000


class Otherwise(Exception):
    """The `regex` package matches a part otherwise: the pattern needs a program of its own."""


def take_call(cursor: Cursor, start: int) -> Call:
    r"""The call after `\g`; the opening sign comes next."""
    closing = ">" if cursor.take("a name") == "<" else "'"
    end = cursor.pattern.find(closing, cursor.at)
    name = cursor.pattern[cursor.at : end] if end >= 0 else ""
    number = name.lstrip("+-") if name[:1] in ("+", "-") else name
    cursor.at = end + 1
    if not number or number.strip(digits):
        if number != name or not is_name(name):
            cursor.refuse("a call of no known group", start)
        return Call(name, start)
    if len(number) > 4 or len(name) - len(number) > 1:
        cursor.refuse("a call of no known group", start)
    cursor.numbered_reference = start
    match name[0]:
        case "-":
            return Call(cursor.groups + 1 - int(number), start)
        case "+":
            return Call(cursor.groups + int(number), start)
    return Call(int(number), start)


def with_groups(cursor: Cursor, tree: Node) -> Node:
    r"""The tree with a group in each call, the whole being one where `\g<0>` calls it.

    BadPattern for a call of no group.
    """
    calls = [node for node in everything(tree) if isinstance(node, Call)]
    if not calls:
        return tree
    groups = {node.number for node in everything(tree) if isinstance(node, Capture)} | {0}
    tree = _numbered(cursor, tree, groups)
    whole = any(node == Call(0) for node in everything(tree))
    return Capture(0, tree) if whole else tree


def _numbered(cursor: Cursor, node: Node, groups: set[int]) -> Node:
    if not isinstance(node, Call):
        return with_children(node, [_numbered(cursor, below, groups) for below in children(node)])
    number = node.group
    if isinstance(number, str):
        named = cursor.names.get(number, [])
        if len(named) > 1:
            cursor.refuse("a call of one of several groups of a name", node.at)
        number = named[0] if named else -1
    if number not in groups:
        cursor.refuse("a call of no known group", node.at)
    return Call(number, node.at)


def called_out(tree: Node) -> Node:
    """The tree with a group in place of each call. Otherwise: that cannot be."""
    if not any(isinstance(node, Call) for node in everything(tree)):
        return tree
    groups = {node.number: node for node in everything(tree) if isinstance(node, Capture)}
    return _Expansion(groups).expanded(tree, (), look_behind=False)


class _Expansion:
    """A tree in the making, which may not grow beyond bounds."""

    def __init__(self, groups: dict[int, Capture]) -> None:
        self.groups, self.nodes = groups, 0

    def expanded(self, node: Node, calling: tuple[int, ...], *, look_behind: bool) -> Node:
        self.nodes += 1
        if self.nodes > _MOST_NODES:
            raise Otherwise
        if isinstance(node, Call):
            if look_behind or node.group in calling or not isinstance(node.group, int):
                raise Otherwise
            return self.expanded(self.groups[node.group], calling, look_behind=False)
        if isinstance(node, Capture):
            calling = (*calling, node.number)
        if isinstance(node, Group) and "behind" in node.kind:
            look_behind = True
        below = [self.expanded(child, calling, look_behind=look_behind) for child in children(node)]
        return with_children(node, below)
