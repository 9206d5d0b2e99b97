"""Reads an Oniguruma pattern in its default syntax, ONIG_SYNTAX_ONIGURUMA.

Source: Oniguruma 6.9.10 regparse.c (prs_alts, prs_branch, prs_exp, prs_bag, fetch_token)
and doc/RE. What is refused there is refused here; what is refused here alone says
"is not translated".
"""

from tokparity.reference_impl.regexes.calls import called_out, take_call
from tokparity.reference_impl.regexes.cursor import Cursor, Options
from tokparity.reference_impl.regexes.escapes import character_escape, class_element, word_element
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
    Condition,
    Group,
    GroupKind,
    Keep,
    Node,
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

DEEPEST = 60
ANY = r"\U00000000-\U0010ffff"
ANCHORS: dict[str, AnchorKind] = {
    "A": "text start", "z": "text end", "Z": "text end or last line feed", "G": "search start",
    "b": "word boundary", "B": "no word boundary", "^": "line start", "$": "line end",
}  # fmt: skip
GROUPS: dict[str, GroupKind] = {
    "(?=": "look-ahead", "(?!": "no look-ahead", "(?>": "atomic",
    "(?<=": "look-behind", "(?<!": "no look-behind",
}  # fmt: skip
UNTRANSLATED = {
    "X": "text segment", "y": "text segment boundary", "Y": "text segment boundary",
}  # fmt: skip


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
    tree = called_out(cursor, tree)
    check_references(cursor, tree)
    return tree


def _alternatives(cursor: Cursor, options: Options, depth: int) -> Node:
    branches = _branches(cursor, options, depth)
    return branches[0] if len(branches) == 1 else Alternation(tuple(branches))


def _branches(cursor: Cursor, options: Options, depth: int) -> list[Node]:
    """What stands between `|`, up to the closing bracket of the group or the end."""
    if depth > DEEPEST:
        cursor.refuse("groups nested too deep")
    branches = [_branch(cursor, options, depth)]
    while cursor.takes("|"):
        branches.append(_branch(cursor, options, depth))
    return branches


def _branch(cursor: Cursor, options: Options, depth: int) -> Node:
    parts: list[Node] = []
    while True:
        _skip(cursor, options)
        if cursor.ended or cursor.sees("|") or cursor.sees(")"):
            return joined(parts)
        start = cursor.at
        if take_quantifier(cursor):
            cursor.refuse("a quantifier with nothing before it", start)
        isolated = _isolated_options(cursor, options)
        if isolated is not None:  # they hold up to the end of the group, over any |
            parts.append(Group("options", _alternatives(cursor, isolated, depth + 1)))
            continue
        node, whole = _atom(cursor, options, depth)
        parts.extend(_with_quantifiers(cursor, options, node, whole))


def _with_quantifiers(cursor: Cursor, options: Options, node: Node, whole: bool) -> list[Node]:
    """The node with all quantifiers behind it; `whole`: it is a `(?:…)`, repeated as one."""
    before: list[Node] = []
    while True:
        _skip(cursor, options)
        start = cursor.at
        quantifier = take_quantifier(cursor)
        if quantifier is None:
            return [*before, node]
        if cannot_repeat(node):
            cursor.refuse("a quantifier behind an anchor or a look-around", start)
        if (quantifier.low, quantifier.high) != (1, 1):
            if isinstance(node, Characters) and len(node.chars) > 1 and not whole:
                head, node = split_last(node)
                before.append(head)
            node = quantified(node, quantifier)
        whole = False


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


def _isolated_options(cursor: Cursor, options: Options) -> Options | None:
    """`(?i)`, if that is what comes next; no other bracket is read."""
    end = cursor.pattern.find(")", cursor.at)
    letters = cursor.pattern[cursor.at + 2 : end]
    if not cursor.sees("(?") or end < 0 or not letters or letters.strip("imxWDSP-"):
        return None
    cursor.at = end + 1
    return _switched(options, letters)


def _switched(options: Options, letters: str) -> Options:
    on = True
    for letter in letters:
        if letter == "-":
            on = False
        else:
            options = options.switched(letter, on)
    return options


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
            return Class(ANY if options.dot_all else r"^\n"), False
        case "^" | "$":
            return Anchor(ANCHORS[char]), False
        case "\\":
            return _escape(cursor, options), False
    return Characters(char, options.ignore_case), False


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
    if cursor.takes("(?<") or cursor.takes("(?'"):
        name = group_name(cursor, ">" if cursor.pattern[cursor.at - 1] == "<" else "'")
        number = cursor.open_group(name)
        return Capture(number, _closed(cursor, options, depth))
    if cursor.takes("(?"):
        letters = cursor.take_digits("imxWDSP-", 30)
        if letters and cursor.takes(":"):
            return Group("options", _closed(cursor, _switched(options, letters), depth))
        cursor.refuse(_unknown_group(cursor), start)
    if cursor.takes("(*"):
        cursor.refuse("(*...) (callout) is not translated", start)
    cursor.takes("(")
    if not cursor.plain_captures:
        return _closed(cursor, options, depth)
    number = cursor.open_group(None)
    return Capture(number, _closed(cursor, options, depth))


def _unknown_group(cursor: Cursor) -> str:
    match cursor.take("the kind of a group"):
        case "~":
            return "(?~...) (absent operator) is not translated"
        case "{":
            return "(?{...}) (callout) is not translated"
        case "y" | "C" | "I" | "L" as letter:
            return f"the option {letter} is not translated"
        case letter:
            return f"Oniguruma knows no group (?{letter}"


def _condition(cursor: Cursor, options: Options, depth: int) -> Node:
    """`(?(1)then|else)`, after the second bracket was read."""
    start = cursor.at
    number = take_reference(cursor, ")")
    if number is None:
        cursor.refuse("a condition that is no group number or name is not translated", start)
    if cursor.takes(")"):
        return Condition(number, EMPTY, Group("no look-ahead", EMPTY))
    branches = _branches(cursor, options, depth + 1)
    if not cursor.takes(")"):
        cursor.refuse("a group has no closing parenthesis")
    then, *rest = branches
    otherwise = EMPTY if not rest else rest[0] if len(rest) == 1 else Alternation(tuple(rest))
    return Condition(number, then, otherwise)


def _escape(cursor: Cursor, options: Options) -> Node:
    start = cursor.at - 1
    letter = cursor.take("an escape")
    expression = class_element(cursor, options, letter)
    if expression is not None:
        return Class(expression)
    match letter:
        case "A" | "z" | "Z" | "G":
            return Anchor(ANCHORS[letter])
        case "b" | "B":
            return Anchor(ANCHORS[letter], word_element(options, negated=False))
        case "K":
            return Keep()
        case "N" | "O":
            return Class(r"^\n" if letter == "N" else ANY)
        case "R":
            return NEWLINE
        case "k" | "g" if cursor.sees("<") or cursor.sees("'"):
            if letter == "g":
                return take_call(cursor, start)
            return _named_reference(cursor, options, start)
        case "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9":
            number = cursor.decimal_reference()
            if number is not None:
                return BackReference(number, options.ignore_case)
            letter = cursor.take("an octal escape")
        case _ if letter in UNTRANSLATED:
            cursor.refuse(f"\\{letter} ({UNTRANSLATED[letter]}) is not translated", start)
    return Characters(character_escape(cursor, letter), options.ignore_case)


def _named_reference(cursor: Cursor, options: Options, start: int) -> Node:
    closing = ">" if cursor.take("a name") == "<" else "'"
    number = take_reference(cursor, closing)
    if number is None:
        cursor.refuse("a back-reference to no known group", start)
    return BackReference(number, options.ignore_case)
