"""Patterns that ignore case, written out: the `regex` package's own folding is never used.

Oniguruma folds some characters to several (`ß` = `ss`), in texts of a pattern from left to
right and in classes as further branches, but not in look-behinds.

Source: Oniguruma 6.9.10 regcomp.c unravel_case_fold_string; regparse.c i_apply_case_fold;
unicode.c onigenc_unicode_get_case_fold_codes_by_str.
"""

from collections.abc import Sequence
from string import ascii_letters, ascii_lowercase, ascii_uppercase

import regex

from tokparity.reference_impl.regexes.nodes import (
    Alternation,
    Characters,
    Class,
    Concatenation,
    Node,
)
from tokparity.reference_impl.regexes.parse_class import bracketed, written
from tokparity.reference_impl.unicode.oniguruma import folds

ASCII_CASE = dict(zip(ascii_letters, ascii_uppercase + ascii_lowercase, strict=True))
Unit = list[list[str]]
"""Alternatives, each a sequence of expressions of one character."""


def folded_text(text: Characters, *, look_behind: bool) -> str:
    r"""The expression of a text under (?i).

    >>> folded_text(Characters("1k", True), look_behind=False)
    '1[Kk\\U0000212a]'
    """
    return "".join(map(either, folded_units(text, look_behind=look_behind)))


def folded_units(text: Characters, *, look_behind: bool) -> list[Unit]:
    """What each character or sequence of the text is equal to."""
    if text.ignore_case == "ascii":
        return [
            [[_class(f"{char}{ASCII_CASE[char]}" if char in ascii_letters else char)]]
            for char in text.chars
        ]
    units: list[Unit] = []
    at = 0
    while at < len(text.chars):
        length = 1
        for several in () if look_behind else (3, 2):
            key = "".join(map(folds().first, text.chars[at : at + several]))
            if len(key) == several and key in folds().several:
                length = several
                units.append([_sequence(key), [_class(folds().several[key])]])
                break
        else:
            units.append(_single(text.chars[at], look_behind=look_behind))
        at += length
    return units


def either(unit: Unit) -> str:
    """The expression of alternatives."""
    whole = "|".join(map("".join, unit))
    return whole if len(unit) == 1 else f"(?:{whole})"


def alternatives(node: Class) -> list[Node]:
    """What a `[…]` is equal to under (?i), as branches: itself and sequences."""
    return [
        _concatenated([Class(expression) for expression in sequence])
        for sequence in folded_class(node)
    ]


def _concatenated(parts: Sequence[Node]) -> Node:
    return parts[0] if len(parts) == 1 else Concatenation(tuple(parts))


def expanded(text: Characters, *, look_behind: bool) -> Node:
    """A text under (?i) without it."""
    units = folded_units(text, look_behind=look_behind)
    return _concatenated(
        [
            branches[0] if len(branches) == 1 else Alternation(tuple(branches))
            for branches in (
                [_concatenated([Class(part) for part in sequence]) for sequence in unit]
                for unit in units
            )
        ]
    )


def folded_class(node: Class) -> Unit:
    """What a `[…]` is equal to under (?i)."""
    if node.ignore_case == "ascii":
        return _ascii_class(node)
    every = "".join(folds().single) + "".join(folds().several.values())
    inside = frozenset(regex.findall(f"(?V1)[{node.inside}]", every))
    more = {other for char in inside for other in folds().single.get(char, "")} - inside
    whole = f"[{node.inside}]"
    if more:
        whole = f"[{whole}{''.join(map(written, sorted(more)))}]"
    if node.negated:
        return [[bracketed(Class(whole, negated=True))]]
    found = [key for key, equal in folds().several.items() if (inside | more) & set(equal)]
    return [[whole], *map(_sequence, found)]


def _ascii_class(node: Class) -> Unit:
    letters = regex.findall(f"(?V1){bracketed(node)}", ascii_letters)
    if node.negated:  # of the class, not of its complement
        letters = [char for char in ascii_letters if char not in letters]
    inside = f"[[{node.inside}]{''.join(map(ASCII_CASE.__getitem__, letters))}]"
    return [[bracketed(Class(inside, node.negated))]]


def _single(char: str, *, look_behind: bool) -> Unit:
    """One character: its class, and the sequences it is equal to."""
    keys = [key for key, equal in folds().several.items() if char in equal]
    if look_behind or not keys:
        return [[_class(folds().single.get(char, char))]]
    return [*map(_sequence, keys), [_class("".join(folds().several[key] for key in keys))]]


def _sequence(key: str) -> list[str]:
    return [_class(folds().single.get(char, char)) for char in key]


def _class(chars: str) -> str:
    if len(chars) == 1:
        return chars if chars.isascii() and chars.isalnum() else written(chars)
    return "[" + "".join(c if c.isascii() and c.isalnum() else written(c) for c in chars) + "]"
