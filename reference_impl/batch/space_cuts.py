"""`crosses_spaces`: whether the matches of a pattern hang together across a space behind a word.

Take a space (U+0020) in a text with a character before it that is no white space. If no match holds
a space behind such a character, and nothing but the characters of a match decides it, then the
matches before that space and those from it on are what they are in the two parts alone:

- No match reaches across. While one is tried from before the space, the space is never consumed: so
  it goes as it would at the end of the text.
- A look-ahead for one character that is no space fails at a space as it does at the end; one that
  there is no such character holds at both. Nothing else may look around.
- Where some branch matches any space alone (`matches_each_space`), a match begins at the space.
"""

from functools import lru_cache

import regex

from tokparity.reference_impl.regexes.nodes import (
    Alternation,
    Capture,
    Characters,
    Class,
    Concatenation,
    Group,
    Node,
    Repeat,
)
from tokparity.reference_impl.regexes.parse import parse
from tokparity.reference_impl.unicode.classes import characters

WHITE = characters("whitespace") | frozenset("\x1c\x1d\x1e\x1f")
"""White space by anybody's word: Python has these separators, Rust and Oniguruma do not."""

_START, _WHITE, _OTHER = "start", "white space", "other"
_Ends = frozenset[str]
"""What the last character may be that was matched so far."""


class _Crosses(Exception):
    """Why a pattern is not known to be cut at spaces."""


@lru_cache(maxsize=256)
def crosses_spaces(pattern: str) -> str | None:
    r"""Why a pattern may hang together across a space behind a word; None: it does not.

    >>> crosses_spaces(r" ?\p{L}+| ?[^\s\p{L}]+|\s+(?!\S)|\s+")
    >>> crosses_spaces(r"\p{L}+ \p{L}+|\s")
    'a match may hold a space behind a word'
    """
    node = parse(pattern)
    try:
        _after(node, frozenset([_START]))
    except _Crosses as reason:
        return str(reason)
    return None


def matches_each_space(pattern: str) -> bool:
    r"""Whether some branch matches a space alone, whatever comes behind it.

    >>> matches_each_space(r"\p{L}+|\s+"), matches_each_space(r" ?\p{L}+")
    (True, False)
    """
    node = parse(pattern)
    branches = node.branches if isinstance(node, Alternation) else (node,)
    return any(map(_is_any_space, branches))


def _after(node: Node, before: _Ends) -> _Ends:
    match node:
        case Characters(chars, ignore_case):
            for char in chars:
                before = _taken(Class(regex.escape(char), ignore_case=ignore_case), before)
            return before
        case Class():
            return _taken(node, before)
        case Concatenation(parts):
            for part in parts:
                before = _after(part, before)
            return before
        case Alternation(branches):
            return frozenset[str]().union(*(_after(branch, before) for branch in branches))
        case Capture(_, body) | Group("options" | "atomic", body):
            return _after(body, before)
        case Group("look-ahead" | "no look-ahead", body) if _is_no_space(body):
            return before
        case Repeat(body, low, high):
            after = _after(body, before)
            while high != 1 and not (more := _after(body, after)) <= after:
                after |= more
            return after if low else after | before
    raise _Crosses(f"{type(node).__name__} looks around")


def _is_no_space(node: Node) -> bool:
    """Whether it is one character, and that no space."""
    if isinstance(node, Characters):
        return len(node.chars) == 1 and node.chars != " "
    return isinstance(node, Class) and not _holds(node, " ")


def _taken(node: Class, before: _Ends) -> _Ends:
    if _OTHER in before and _holds(node, " "):
        raise _Crosses("a match may hold a space behind a word")
    white, other = _members(node)
    return frozenset([_WHITE] * white + [_OTHER] * other)


def _holds(node: Class, char: str) -> bool:
    return _compiled(node).fullmatch(char) is not None


@lru_cache(maxsize=1024)
def _compiled(node: Class) -> "regex.Pattern[str]":
    flags = regex.V1 | (regex.IGNORECASE if node.ignore_case else 0)
    return regex.compile(f"[{'^' if node.negated else ''}{node.inside}]", flags)


@lru_cache(maxsize=1024)
def _members(node: Class) -> tuple[bool, bool]:
    """Whether it holds some white space, and some other character."""
    found = _compiled(node)
    some_white = any(found.fullmatch(char) for char in WHITE)
    return some_white, found.search(_others()) is not None


@lru_cache(maxsize=1)
def _others() -> str:
    codes = (code for code in range(0x110000) if not 0xD800 <= code < 0xE000)
    return "".join(char for char in map(chr, codes) if char not in WHITE)


def _is_any_space(node: Node) -> bool:
    if isinstance(node, Repeat):
        return node.low == 1 and _is_any_space(node.body)
    return isinstance(node, Class) and _holds(node, " ")
