"""Absent functions: `(?~a)`, `(?~|a|b)`, `(?~|a)` and `(?~|)`, as Oniguruma takes them apart.

There is no instruction for them. The end up to which is matched is set to where the absent part
would match, and set back, in branches of an alternation, where nothing else matches.

Source: Oniguruma 6.9.10 regparse.c, make_absent_tree, make_absent_engine, make_absent_tail,
make_range_clear, is_simple_one_char_repeat.
"""

from tokparity.reference_impl.regexes.cursor import Cursor
from tokparity.reference_impl.regexes.nodes import (
    Alternation,
    Characters,
    Class,
    Concatenation,
    Fail,
    Group,
    Mark,
    Node,
    Repeat,
    Return,
)

ANY = r"\U00000000-\U0010ffff"
ANYTHING = Class(ANY, builtin=True)
r"""`\O`."""


def range_clear(cursor: Cursor) -> Node:
    """`(?~|)`: from here on is matched up to the end of the text."""
    before = cursor.new_slot()
    back = Concatenation((Return("end", before), Fail()))
    whole = Alternation((Return("whole", lasting=True), back), lasting=True)
    return Concatenation((Mark("end", before), whole))


def stopper(cursor: Cursor, absent: Node) -> Node:
    """`(?~|a)`: from here on is matched up to where the absent part would match."""
    end, place = cursor.new_slot(), cursor.new_slot()
    return Concatenation(
        (
            Mark("end", end),
            Mark("place", place),
            _engine(cursor, end, absent, Repeat(ANYTHING, 0, None, greedy=True), atomic=True,
                    lasting=True),
            Return("place", place),
        )
    )  # fmt: skip


def without(cursor: Cursor, absent: Node, expression: Node) -> Node:
    r"""`(?~|a|b)`: the expression as far as the absent part does not match; `(?~a)` is of `\O*`."""
    end = cursor.new_slot()
    atomic, repeat = isinstance(expression, Group) and expression.kind == "atomic", expression
    if isinstance(repeat, Group) and atomic:
        repeat = repeat.body
    if isinstance(repeat, Repeat) and repeat.greedy and _is_one_character(repeat.body):
        engine = _engine(cursor, end, absent, repeat, atomic=atomic, lasting=False)
        return Concatenation((Mark("end", end), engine, Return("end", end)))
    place = cursor.new_slot()
    anything = Repeat(ANYTHING, 0, None, greedy=True)
    engine = _engine(cursor, end, absent, anything, atomic=True, lasting=False)
    last = cursor.new_slot()
    back = Concatenation((Return("end", last), Fail()))
    return Concatenation(
        (
            Mark("end", end),
            Mark("place", place),
            engine,
            Return("place", place),
            expression,
            Mark("end", last),
            Alternation((Return("end", end), back)),
        )
    )


def _is_one_character(node: Node) -> bool:
    if isinstance(node, Characters):
        return len(node.chars) == 1
    return isinstance(node, Class) and (not node.builtin or node is ANYTHING)


def _engine(
    cursor: Cursor, end: int, absent: Node, step: Repeat, *, atomic: bool, lasting: bool
) -> Node:
    """Steps of the repeat: each tells first whether the absent part matches, which ends there."""
    place = cursor.new_slot()
    stop = Concatenation(
        (Mark("place", place), absent, Return("end to place", place, lasting), Fail())
    )
    steps: Node = Repeat(Alternation((stop, step.body)), step.low, step.high, greedy=True)
    if atomic:
        steps = Group("atomic", steps)
    back = Concatenation((Return("end", end), Fail()))
    return Alternation((steps, back), lasting)
