"""Reads an Oniguruma pattern in its default syntax, ONIG_SYNTAX_ONIGURUMA.

Source: Oniguruma 6.9.10 regparse.c (prs_alts, prs_branch, prs_exp, prs_bag, fetch_token)
and doc/RE. What is refused there is refused here; what is refused here alone says
"is not translated".
"""

import re

from tokparity.reference_impl.regexes.absent import ANY, ANYTHING, range_clear, stopper, without
from tokparity.reference_impl.regexes.callouts import check_tags, take_callout, take_contents
from tokparity.reference_impl.regexes.calls import take_call, with_groups
from tokparity.reference_impl.regexes.cursor import Cursor, Options
from tokparity.reference_impl.regexes.escapes import character_escape, class_element, word_element
from tokparity.reference_impl.regexes.fold_case import alternatives
from tokparity.reference_impl.regexes.nodes import (
    EMPTY,
    NEWLINE,
    Alternation,
    Anchor,
    AnchorKind,
    BackReference,
    Capture,
    Characters,
    Class,
    Concatenation,
    Condition,
    Fail,
    Group,
    GroupKind,
    If,
    Keep,
    Node,
    Repeat,
)
from tokparity.reference_impl.regexes.parse_class import parse_class
from tokparity.reference_impl.regexes.quantifiers import (
    cannot_repeat,
    joined,
    quantified,
    split_last,
    take_quantifier,
)
from tokparity.reference_impl.regexes.references import check_references, group_name, take_reference
from tokparity.reference_impl.regexes.whole_options import check_whole_options

DEEPEST = 60
ANCHORS: dict[str, AnchorKind] = {
    "A": "text start", "z": "text end", "Z": "text end or last line feed", "G": "search start",
    "b": "word boundary", "B": "no word boundary", "^": "line start", "$": "line end",
    "y": "segment boundary", "Y": "no segment boundary",
}  # fmt: skip
GROUPS: dict[str, GroupKind] = {
    "(?=": "look-ahead", "(?!": "no look-ahead", "(?>": "atomic",
    "(?<=": "look-behind", "(?<!": "no look-behind",
}  # fmt: skip
OPTIONS = re.compile(r"\(\?((?:[-imxWDSPCIL]|y\{[gw]\})+)([:)])")
"""`(?i)` or `(?i:`."""


def parse(pattern: str) -> Node:
    """The pattern as a tree; BadPattern where Oniguruma refuses it, or we do.

    >>> parse("(?i)a")
    Group(kind='options', body=Characters(chars='a', ignore_case=True))
    """
    named = "(?<" in pattern or "(?'" in pattern
    cursor = Cursor(pattern)
    tree = _alternatives(cursor, Options(), 0)
    if not cursor.ended:
        cursor.refuse("a closing parenthesis that was not opened")
    if named and cursor.names:  # then plain brackets do not capture: read again
        cursor = Cursor(pattern, plain_captures=False)
        tree = _alternatives(cursor, Options(), 0)
    if cursor.whole:
        check_whole_options(cursor, tree)
    tree = with_groups(cursor, tree)
    check_references(cursor, tree)
    check_tags(cursor)
    return tree


def _alternatives(cursor: Cursor, options: Options, depth: int) -> Node:
    branches = _branches(cursor, options, depth)
    return branches[0] if len(branches) == 1 else Alternation(tuple(branches))


def _branches(cursor: Cursor, options: Options, depth: int, *, headed: bool = False) -> list[Node]:
    """What stands between `|`, up to the closing bracket of the group or the end.

    `headed`: a `(?:…)` that is the first of all may be repeated whatever it holds.
    """
    if depth > DEEPEST:
        cursor.refuse("groups nested too deep")
    branches = [_branch(cursor, options, depth, headed=headed)]
    while cursor.takes("|"):
        branches.append(_branch(cursor, options, depth))
    return branches


def _branch(cursor: Cursor, options: Options, depth: int, *, headed: bool = False) -> Node:
    parts: list[Node] = []
    while True:
        _skip(cursor, options)
        if cursor.ended or cursor.sees("|") or cursor.sees(")"):
            return joined(parts)
        start = cursor.at
        if take_quantifier(cursor):
            cursor.refuse("a quantifier with nothing before it", start)
        switched = _options(cursor, options, ")")
        if switched is not None:  # they hold up to the end of the group, over any |
            isolated, kind = switched
            parts.append(Group(kind, _alternatives(cursor, isolated, depth + 1)))
            continue
        node, whole = _atom(cursor, options, depth)
        free = whole and headed and not parts
        parts.extend(_with_quantifiers(cursor, options, node, whole, free))


def _with_quantifiers(
    cursor: Cursor, options: Options, node: Node, whole: bool, free: bool
) -> list[Node]:
    """The node with all quantifiers behind it; `whole`: it is a `(?:…)`, repeated as one.

    `free`: whatever it is, it may be repeated.
    """
    before: list[Node] = []
    while True:
        _skip(cursor, options)
        start = cursor.at
        quantifier = take_quantifier(cursor)
        if quantifier is None:
            return [*before, node]
        if not free and cannot_repeat(node):
            cursor.refuse("a quantifier behind an anchor or a look-around", start)
        if (quantifier.low, quantifier.high) != (1, 1):
            if isinstance(node, Characters) and len(node.chars) > 1 and not whole:
                head, node = split_last(node)
                before.append(head)
            node = quantified(node, quantifier)
        whole = free = False


def _skip(cursor: Cursor, options: Options) -> None:
    """Comments, and under (?x) white space and the rest of a line after `#`."""
    while not cursor.ended:
        if cursor.takes("(?#"):
            while (char := cursor.take("the end of a comment")) != ")":
                if char == "\\" and not cursor.ended:
                    cursor.at += 1
        elif options.extended and cursor.pattern[cursor.at] in " \t\n\r\f":
            cursor.at += 1
        elif options.extended and cursor.sees("#"):
            end = cursor.pattern.find("\n", cursor.at)
            cursor.at = end + 1 if end >= 0 else len(cursor.pattern)
        else:
            return


def _options(cursor: Cursor, options: Options, end: str) -> tuple[Options, GroupKind] | None:
    """`(?i)` or `(?i:`, if that is what comes next; no other bracket is read."""
    found = OPTIONS.match(cursor.pattern, cursor.at)
    if found is None or found[2] != end:
        return None
    on, whole = True, ""
    for letter in re.findall(r"y\{.\}|.", found[1]):
        if letter == "-":
            on = False
            continue
        if letter[0] in "CILy" and not on:
            cursor.refuse(f"the option {letter} cannot be switched off")
        whole += letter * (letter in "CIL")
        options = options.switched(letter, on)
    if whole:
        if cursor.whole:
            cursor.refuse("an option of the whole pattern, again")
        cursor.whole = whole
    cursor.at = found.end()
    return options, "longest" if "L" in whole else "options"


def _atom(cursor: Cursor, options: Options, depth: int) -> tuple[Node, bool]:
    """One element; and whether it is a `(?:…)`."""
    char = cursor.take("an element")
    match char:
        case "(":
            cursor.at -= 1
            if cursor.takes("(?:"):
                return _closed(cursor, options, depth), True
            return _group(cursor, options, depth), False
        case "[":
            return parse_class(cursor, options), False
        case ".":
            return Class(ANY if options.dot_all else r"^\n", builtin=True), False
        case "^" | "$":
            return Anchor(ANCHORS[char]), False
        case "\\":
            return _escape(cursor, options), False
    return Characters(char, options.case), False


def _closed(cursor: Cursor, options: Options, depth: int) -> Node:
    """The body of a group, and its closing bracket."""
    body = _alternatives(cursor, options, depth + 1)
    if not cursor.takes(")"):
        cursor.refuse("a group has no closing parenthesis")
    return body


def _group(cursor: Cursor, options: Options, depth: int) -> Node:
    start = cursor.at
    for opening, kind in GROUPS.items():
        if cursor.takes(opening):
            return Group(kind, _closed(cursor, options, depth))
    if cursor.takes("(?("):
        return _condition(cursor, options, depth)
    switched = _options(cursor, options, ":")
    if switched is not None:
        inner, group_kind = switched
        return Group(group_kind, _closed(cursor, inner, depth))
    if cursor.takes("(?<") or cursor.takes("(?'"):
        name = group_name(cursor, ">" if cursor.pattern[cursor.at - 1] == "<" else "'")
        number = cursor.open_group(name)
        return Capture(number, _closed(cursor, options, depth))
    if cursor.takes("(?"):
        if cursor.takes("~"):
            return _absent(cursor, options, depth)
        if cursor.sees("{"):
            return take_contents(cursor, start)
        cursor.refuse(f"Oniguruma knows no group (?{cursor.take('the kind of a group')}", start)
    if cursor.takes("(*"):
        return take_callout(cursor, start)
    cursor.takes("(")
    if not cursor.plain_captures or not options.captures:
        return _closed(cursor, options, depth)
    number = cursor.open_group(None)
    return Capture(number, _closed(cursor, options, depth))


def _absent(cursor: Cursor, options: Options, depth: int) -> Node:
    """What `(?~` begins."""
    bar = cursor.takes("|")
    if bar and cursor.takes(")"):
        return range_clear(cursor)
    branches = _closed_branches(cursor, options, depth)
    if not bar:
        anything = Repeat(ANYTHING, 0, None, greedy=True)
        return without(cursor, _either(branches), anything)
    if len(branches) == 1 and isinstance(branches[0], Class) and branches[0].ignore_case:
        branches = alternatives(branches[0])
    absent, *rest = branches
    return without(cursor, absent, _either(rest)) if rest else stopper(cursor, absent)


def _closed_branches(cursor: Cursor, options: Options, depth: int) -> list[Node]:
    branches = _branches(cursor, options, depth + 1, headed=True)
    if not cursor.takes(")"):
        cursor.refuse("a group has no closing parenthesis")
    return branches


def _either(branches: list[Node]) -> Node:
    return branches[0] if len(branches) == 1 else Alternation(tuple(branches))


def _condition(cursor: Cursor, options: Options, depth: int) -> Node:
    """`(?(1)then|else)`, after the second bracket was read."""
    start = cursor.at
    test: Node | None = None
    groups = None
    if cursor.pattern[start : start + 1] in {*"0123456789-+<'"}:
        groups = take_reference(cursor, ")")
        if groups is None and cursor.pattern[start] in "<'":
            cursor.refuse("a condition of no known group", start)
    elif cursor.sees("?{"):
        cursor.takes("?")
        test = take_contents(cursor, start)
    elif cursor.takes("*"):
        test = take_callout(cursor, start)
    if groups is None and test is None:
        cursor.at = start
        test = _closed(cursor, options, depth)
    if cursor.takes(")"):
        if groups is None:
            cursor.refuse("a condition of a pattern, and nothing to be matched", start)
        return Condition(groups.number, EMPTY, Fail(), groups.others, groups.level)
    then: Node = EMPTY
    lone = False
    if cursor.takes("|"):
        otherwise = _either(_closed_branches(cursor, options, depth))
    else:
        branches = _closed_branches(cursor, options, depth)
        if len(branches) == 1 and isinstance(branches[0], Class) and branches[0].ignore_case:
            branches = alternatives(branches[0])
        then, *rest = branches
        otherwise, lone = (_either(rest), False) if rest else (EMPTY, True)
    if groups is None:
        assert test is not None
        return If(test, then, otherwise, lone)
    return Condition(groups.number, then, otherwise, groups.others, groups.level, lone)


def _escape(cursor: Cursor, options: Options) -> Node:
    start = cursor.at - 1
    letter = cursor.take("an escape")
    expression = class_element(cursor, options, letter)
    if expression is not None:
        return Class(expression, builtin=letter in "wW")
    match letter:
        case "A" | "z" | "Z" | "G":
            return Anchor(ANCHORS[letter])
        case "b" | "B":
            return Anchor(ANCHORS[letter], word_element(options, negated=False))
        case "y" | "Y":
            return Anchor(ANCHORS[letter], "word" if options.words else "grapheme")
        case "X":
            return _segment(options)
        case "K":
            return Keep()
        case "N" | "O":
            return Class(r"^\n", builtin=True) if letter == "N" else ANYTHING
        case "R":
            return NEWLINE
        case "k" | "g" if cursor.sees("<") or cursor.sees("'"):
            if letter == "g":
                return take_call(cursor, start)
            return _named_reference(cursor, options, start)
        case "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9":
            number = cursor.decimal_reference()
            if number is not None:
                return BackReference(number, options.case)
            letter = cursor.take("an octal escape")
    return Characters(character_escape(cursor, letter), options.case)


def _segment(options: Options) -> Node:
    r"""`\X`: one character, and those up to the next boundary."""
    inside = Anchor("no segment boundary", "word" if options.words else "grapheme")
    more = Repeat(Concatenation((inside, ANYTHING)), 0, None, greedy=True)
    return Group("atomic", Concatenation((ANYTHING, more)))


def _named_reference(cursor: Cursor, options: Options, start: int) -> Node:
    closing = ">" if cursor.take("a name") == "<" else "'"
    groups = take_reference(cursor, closing)
    if groups is None:
        cursor.refuse("a back-reference to no known group", start)
    return BackReference(groups.number, options.case, groups.others, groups.level)
