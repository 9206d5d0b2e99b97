"""Whether a bug is one of Unicode versions alone: then each side is right by its own tables.

A box whose tables are older, or newer, than those of the library departs from it in all characters
of some versions, and in none of any other. Nobody says which tables a box has: its answers do.
"""

import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from tokparity.corpora.generators.code_points import categories, code_points
from tokparity.harness.naming.character_classes import kind
from tokparity.reference_impl.contract import EncodeCase
from tokparity.reference_impl.unicode.ages import UNASSIGNED, age, versions

OLDEST = "3.2"
"""No library has tables that are older."""
NEWER = "newer"
"""How the table of ages calls what its last version does not have."""
OF_A_VERSION = 3
"""Characters of each version that are asked in the place of one."""
ENOUGH = 2
"""Of the characters that part, and of versions whose characters do not."""
NEVER = "\u0378\u0530\u2fe0"
"""No version assigns these: where they part too, what parts the sides is no version alone, but what
one does to all that its tables do not have."""
SHARE = 0.5
"""Of the characters of these versions that must part: some are spelled alike either way."""


class Apart(NamedTuple):
    """The `age` of the first version whose characters make a text fail, as those of all later ones
    do; `unassigned`: so do those that no version has."""

    first: int
    unassigned: bool

    @property
    def words(self) -> str:
        """Which characters these are."""
        version = versions()[self.first - 1]
        if self.unassigned:
            return f"characters that Unicode {version} does not have"
        return f"characters newer than Unicode {version}"


def first_apart(case: EncodeCase, fails: Callable[[str], bool]) -> Apart | None:
    """From which version on characters make a text fail, where no older one does."""
    oldest = versions().index(OLDEST)
    for char in dict.fromkeys(case.text):
        if char.isascii() or not oldest < age(char) < len(versions()) - 1:
            continue
        major = kind(char)[0]
        groups = [_others(major), _others(major, char.encode()[:_LEAD])]
        if unicodedata.normalize("NFKC", char) != char:  # few of a version are rewritten
            groups.append(_rewritten())
        if major == "M":  # those of no class are never put in another order
            groups.append(_others(major, ordered=True))
        seen: dict[int, list[bool]] = {}
        for others in groups:
            failing: dict[int, list[bool]] = {age(char): [True]}
            for other in others:
                if other != char:
                    failing.setdefault(age(other), []).append(fails(case.text.replace(char, other)))
            for at, parted in failing.items():
                seen.setdefault(at, []).extend(parted)
            apart = [at for at, parted in failing.items() if any(parted)]
            if not apart or not min(apart) <= age(char) <= max(apart) or min(apart) <= oldest:
                continue
            inside = range(min(apart), max(apart) + 1)
            within = [parted for at, some in failing.items() if at in inside for parted in some]
            before = [at for at in seen if at < min(apart)]
            is_first = len(before) >= ENOUGH and not any(any(seen[at]) for at in before)
            is_alone = versions()[min(apart)] == NEWER  # of these few are known
            if is_first and (is_alone or sum(within) >= max(ENOUGH, SHARE * len(within))):
                unassigned = [fails(case.text.replace(char, other)) for other in NEVER]
                if not (is_alone and any(unassigned)):
                    return Apart(min(apart), sum(unassigned) >= ENOUGH)
    return None


_LEAD = 2
"""Bytes: characters that begin with the same ones are spelled by much the same pieces, so that all
of them show what one does."""


@cache
def _others(major: str, lead: bytes = b"", *, ordered: bool = False) -> tuple[str, ...]:
    """Some characters of a major category of each version: of the ranges of each, from all over; or
    of those whose bytes begin so; or that have a combining class, as far as Python knows."""
    by_age: dict[int, list[str]] = {}
    for char in _starts(major):
        if char.encode().startswith(lead) and (not ordered or unicodedata.combining(char)):
            by_age.setdefault(age(char), []).append(char)
    steps = {at: max(1, len(chars) // OF_A_VERSION) for at, chars in by_age.items()}
    return tuple(
        char
        for at, chars in sorted(by_age.items())
        if versions()[at] != UNASSIGNED
        for char in chars[:: steps[at]][:OF_A_VERSION]
    )


@cache
def _rewritten() -> tuple[str, ...]:
    """Characters of each version that a normal form rewrites, as far as Python knows."""
    by_age: dict[int, list[str]] = {}
    for major in dict.fromkeys(name[0] for name in categories() if name[0] != "C"):
        for char in _starts(major):
            if unicodedata.normalize("NFKC", char) != char and versions()[age(char)] != UNASSIGNED:
                by_age.setdefault(age(char), []).append(char)
    return tuple(
        char for _, some in sorted(by_age.items()) for char in dict.fromkeys(some[:OF_A_VERSION])
    )


def of_kind(char: str) -> tuple[str, ...]:
    """Some characters of its major category, of each version, those of older ones first."""
    return _others(kind(char)[0])


def _starts(major: str) -> Iterator[str]:
    for name in categories():
        if name[0] == major:
            for first, last in code_points(name).ranges:
                if first > ord("\x7f"):
                    yield from dict.fromkeys((chr(first), chr((first + last) // 2)))
