"""Writes the tree of an Oniguruma pattern as a V1 pattern of the `regex` package.

Nothing is left to that package's own Unicode tables or case folding: classes carry the
difference to Oniguruma's, case is written out, `\\b`, `^` and `$` are look-arounds.
"""

from dataclasses import dataclass

import regex

from tokparity.reference_impl.errors import BadPattern
from tokparity.reference_impl.regexes.calls import Otherwise, called_out
from tokparity.reference_impl.regexes.fold_case import either, folded_class, folded_text
from tokparity.reference_impl.regexes.nodes import (
    EMPTY,
    NEWLINE,
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
    GroupKind,
    If,
    Keep,
    Node,
    Repeat,
    children,
    everything,
    in_a_row,
)
from tokparity.reference_impl.regexes.parse_class import bracketed, written
from tokparity.reference_impl.regexes.places import anchor
from tokparity.reference_impl.regexes.references import captured, referenced

KEEP = "keep"
"""The name of the empty group in place of `\\K`: `regex` puts it back when it backtracks."""

OPENINGS: dict[GroupKind, str] = {
    "options": "(?:", "atomic": "(?>", "look-ahead": "(?=", "no look-ahead": "(?!",
    "look-behind": "(?<=", "no look-behind": "(?<!",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Translation:
    """What the whole pattern says, for writing a part of it."""

    pattern: str
    referred: frozenset[int]
    in_look_behind: bool = False

    def write(self, node: Node) -> str:
        """The node as `regex` spells it."""
        match node:
            case Characters(chars, ignore_case):
                if ignore_case:
                    return folded_text(node, look_behind=self.in_look_behind)
                return "".join(c if c.isascii() and c.isalnum() else written(c) for c in chars)
            case Class(_, _, ignore_case):
                if ignore_case:
                    return either(folded_class(node))
                return bracketed(node)
            case Concatenation(parts):
                return "".join(self._part(part) for part in parts)
            case Alternation(branches, False):
                return "|".join(map(self.write, branches))
            case If() if node == NEWLINE:
                return f"(?>{self.write(node.test)}|{self.write(node.otherwise)})"
            case Group("longest"):
                raise Otherwise
            case Group(kind, body):
                if "look" in kind and _keeps(body):
                    raise Otherwise
                return OPENINGS[kind] + self._inside(kind, body) + ")"
            case Capture(number, body):
                name = f"?P<g{number}>" if number in self.referred else "?:"
                return f"({name}{self.write(body)})"
            case Repeat():
                return self._repeat(node)
            case Anchor("segment boundary" | "no segment boundary"):
                raise Otherwise
            case Anchor():
                return anchor(node)
            case BackReference(number, False, (), None):
                return f"(?P=g{number})"
            case Keep():
                return f"(?P<{KEEP}>)"
            case Fail():
                return "(?!)"
            case Condition(number, then, otherwise, (), None):
                return f"(?(g{number}){self._part(then)}|{self._part(otherwise)})"
        raise Otherwise

    def _part(self, node: Node) -> str:
        return f"(?:{self.write(node)})" if isinstance(node, Alternation) else self.write(node)

    def _inside(self, kind: GroupKind, body: Node) -> str:
        if kind not in ("look-behind", "no look-behind"):
            return self.write(body)
        if may_be_empty(body) or _depends_on_direction(body, self.referred):
            raise Otherwise
        return Translation(self.pattern, self.referred, in_look_behind=True).write(body)

    def _repeat(self, node: Repeat) -> str:
        if may_be_empty(node.body) and (node.low > 1 or captured(node.body) & self.referred):
            raise Otherwise
        bounds = {(0, None): "*", (1, None): "+", (0, 1): "?"}.get((node.low, node.high))
        if bounds is None:
            bounds = f"{{{node.low},{'' if node.high is None else node.high}}}"
        return f"(?:{self.write(node.body)}){bounds}{'' if node.greedy else '?'}"


def _keeps(node: Node) -> bool:
    return any(isinstance(part, Keep) for part in everything(node))


def may_be_empty(node: Node) -> bool:
    """Whether the node may match without taking a character; in doubt, yes."""
    match node:
        case Characters(chars):
            return not chars
        case Class():
            return False
        case Concatenation(parts):
            return all(map(may_be_empty, parts))
        case Alternation(branches):
            return any(map(may_be_empty, branches))
        case Group("options" | "atomic", body) | Capture(_, body):
            return may_be_empty(body)
        case Repeat(body, low):
            return low == 0 or may_be_empty(body)
        case Condition(_, then, otherwise):
            return may_be_empty(then) or may_be_empty(otherwise)
        case If(test, then, otherwise):
            return (may_be_empty(test) and may_be_empty(then)) or may_be_empty(otherwise)
    return True


_LATE = ("line end", "text end or last line feed")


def place_before_any(node: Node, *, word: bool = False, place: bool = False) -> bool:
    r"""Whether a match may begin with a place that is not everywhere, and then a greedy `.*`.

    Oniguruma takes such a `.*` for an anchor to line starts, or to the start of the search where
    it runs over line feeds, though the place may be elsewhere (regcomp.c 6.9.10, optimize_nodes,
    ANCR_ANYCHAR_INF, ANCR_ANYCHAR_INF_ML): `\B.*c` does not find "abc", nor `$\O*` the end of
    "a\n". `word`: a word boundary was seen; `place`: any place.
    """
    match node:
        case Concatenation(parts):
            for part in parts:
                while isinstance(part, Capture) and isinstance(part.body, Anchor):
                    part = part.body
                if isinstance(part, Anchor):
                    word |= bool(part.word)
                    place |= bool(part.word) or part.kind in _LATE
                elif isinstance(part, Group) and "look" in part.kind:
                    place |= part.kind == "look-ahead"
                else:
                    return place_before_any(part, word=word, place=place)
            return False
        case Alternation(branches):
            return any(place_before_any(branch, word=word, place=place) for branch in branches)
        case Group("options", body) | Capture(_, body):
            return place_before_any(body, word=word, place=place)
        case Repeat(Class(r"^\n", False, _), _, None, True):
            return word
        case Repeat(Class(r"\U00000000-\U0010ffff", False, _), _, None, True):
            return place
        case Group("atomic", Repeat() as body):
            return place_before_any(body, word=word, place=place)
    return False


_NO_MAP = regex.compile(r"\\p|\[\^|\\U(?!000000[0-7])")
"""In the inside of a class: characters of several bytes, which Oniguruma does not look for."""


def text_after_condition(node: Node, *, follows: bool = False) -> bool:
    r"""Whether text follows a condition that may take characters and has no else.

    Oniguruma measures such a condition as nothing at all (regcomp.c 6.9.10, optimize_nodes,
    BAG_IF_ELSE), and looks for the text where it would be then: `(?(a)b)x` finds "x" in "abx".
    `follows`: whether text follows the node.
    """
    match node:
        case Concatenation(parts):
            for part in reversed(parts):
                if text_after_condition(part, follows=follows):
                    return True
                follows = follows or _looked_for(part)
            return False
        case If() | Condition() if node.lone:
            return follows and (isinstance(node, If) or node.then != EMPTY)
    return any(text_after_condition(below, follows=follows) for below in children(node))


def _looked_for(node: Node) -> bool:
    """Whether each way through the node has text that a search can look for; in doubt, yes."""
    match node:
        case Characters(chars):
            return bool(chars)
        case Class(inside, negated, _, builtin):
            return not (negated or builtin or _NO_MAP.search(inside))
        case Concatenation(parts):
            return any(map(_looked_for, parts))
        case Alternation(branches):
            return all(map(_looked_for, branches))
        case Group("options" | "longest" | "atomic" | "look-ahead", body) | Capture(_, body):
            return _looked_for(body)
        case Repeat(body, low):
            return low > 0 and _looked_for(body)
        case Condition(_, then, otherwise) | If(_, then, otherwise):
            return _looked_for(then) and _looked_for(otherwise)
    return isinstance(node, Call)


def translate(pattern: str, tree: Node) -> str:
    r"""The tree of the pattern as a V1 pattern of the `regex` package.

    >>> from tokparity.reference_impl.regexes.parse import parse
    >>> translate(r"a++", parse(r"a++"))
    '(?V1)(?>(?:a)+)'
    """
    if place_before_any(tree):
        reason = r"a place before a leading .* (which Oniguruma does not try everywhere)"
        raise BadPattern(pattern, 0, reason + " is not translated")
    if text_after_condition(tree):
        reason = "a condition without an else before text (which Oniguruma looks for too early)"
        raise BadPattern(pattern, 0, reason + " is not translated")
    tree = called_out(tree)
    _check_look_behinds(pattern, tree)
    return "(?V1)" + Translation(pattern, referenced(tree)).write(tree)


def _check_look_behinds(pattern: str, node: Node) -> None:
    if isinstance(node, Group) and node.kind in ("look-behind", "no look-behind"):
        reason = _refused_in_look_behind(node.body, negative=node.kind == "no look-behind")
        if reason:
            raise BadPattern(pattern, 0, reason)
        body = node.body
        if any(map(_may_be_left_out, body.branches if isinstance(body, Alternation) else [body])):
            raise Otherwise  # Oniguruma refuses most of these (`oniguruma_tuned`)
    for below in children(node):
        _check_look_behinds(pattern, below)


def _may_be_left_out(branch: Node) -> bool:
    """Whether it is repeats in a row, any of which may be none."""
    parts = in_a_row(branch) if isinstance(branch, Concatenation) else ()
    return len(parts) > 1 and all(isinstance(part, Repeat) and part.low == 0 for part in parts)


def _refused_in_look_behind(node: Node, *, negative: bool) -> str | None:
    """Why Oniguruma refuses the body of a look-behind; None: it is fine.

    Oniguruma allows variable lengths but few kinds of nodes (regcomp.c 6.9.10,
    check_node_in_look_behind).
    """
    match node:
        case Capture() if negative:
            return "a capturing group in a negative look-behind"
        case Anchor("text end" | "text end or last line feed"):
            return "the end of the text in a look-behind"
        case Group("look-ahead" | "no look-ahead"):
            return "a look-ahead in a look-behind"
        case Group("no look-behind") if not negative:
            return "a negative look-behind in a look-behind"
    found = (_refused_in_look_behind(below, negative=negative) for below in children(node))
    return next((reason for reason in found if reason), None)


def _depends_on_direction(node: Node, referred: frozenset[int]) -> bool:
    """Whether it is told apart that the `regex` package matches a look-behind backwards."""
    match node:
        case Group("atomic") | BackReference() | Condition() | If():
            return True
        case Capture(number) if number in referred:
            return True
    return any(_depends_on_direction(below, referred) for below in children(node))
