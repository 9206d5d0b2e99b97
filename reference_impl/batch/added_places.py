"""`AddedPlaces`: where the added tokens of one pass stand in many texts, all looked for at once.

The texts are searched as one, with a NUL between. Proof that what is found is what the pass finds
in each by itself: at the first place where any token starts the longest one is taken, and nothing
but their own characters decides that. None of these is a NUL, so that no token reaches into another
text. What the options of a token ask of the characters beside it is asked of its own text. A text
is left in which one token takes along what belongs to another.

Only places are looked at where the first character of some token stands, and there only tokens of
which the beginning does.
"""

import re
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os.path import commonprefix
from typing import NamedTuple

import numpy as np

from tokparity.reference_impl.added_tokens.passes import AddedToken, stands_alone
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.token_rows import bounds_of
from tokparity.reference_impl.unicode.classes import is_whitespace

_BEGINNING = 4
"""Characters of a token, or all of a shorter one, by which it is told how long it may be."""
_BETWEEN = "\0"
_Match = tuple[int, int, AddedToken]
"""Where it begins and ends in all texts, and the token."""


class Found(NamedTuple):
    """m added tokens in n texts. `rows`, shape (m, 4): the number of the text, where in it the
    token begins and ends, and its id; none begins before another one ends. `left`: numbers of texts
    of which nothing is said."""

    rows: Ints
    left: frozenset[int]


@dataclass(frozen=True)
class AddedPlaces:
    """`by_content`: as in `AddedTokenPass`. `begins`: of each first character, what all with it
    begin with. `firsts`: finds the first characters of these. `sizes`: how long those tokens may be
    that stand where a beginning does, the longest first. `plain`: no token has an option."""

    by_content: Mapping[str, AddedToken]
    begins: Sequence[str]
    firsts: "re.Pattern[str]"
    sizes: Mapping[str, Sequence[int]]
    plain: bool

    @classmethod
    def of(cls, by_content: Mapping[str, AddedToken]) -> "AddedPlaces | None":
        """None where a token has a NUL, or no character at all.

        >>> places = AddedPlaces.of({"<s>": AddedToken(7, "<s>")})
        >>> places.found(["a<s>", "", "<s><s", "a"], True).rows.tolist()
        [[0, 1, 4, 7], [2, 0, 3, 7]]
        """
        if any(not content or _BETWEEN in content for content in by_content):
            return None
        begins = _begins(by_content)
        branches = [re.escape(it[0]) + f"(?={re.escape(it[1:])})" * (len(it) > 1) for it in begins]
        pattern = re.compile("|".join(branches) or "(?!)")
        has_options = (it.single_word or it.lstrip or it.rstrip for it in by_content.values())
        return cls(by_content, begins, pattern, _sizes(by_content), plain=not any(has_options))

    def found(self, texts: Sequence[str], parse_special: bool) -> Found:
        """The tokens in texts, as `AddedTokenPass.split` takes them."""
        every = _BETWEEN.join(texts)
        if len(self.begins) <= _FEW and not any(map(every.__contains__, self.begins)):
            return _NOTHING
        places, tokens = self._matches(every)
        if not tokens:
            return _NOTHING
        firsts = bounds_of(np.fromiter(map(len, texts), np.int64, len(texts)) + 1)
        left: set[int] = set()
        if not self.plain or not parse_special:
            some = zip(places[::2], places[1::2], tokens, strict=True)
            wanted = (match for match in some if parse_special or not match[2].special)
            matches = [*_with_options(texts, firsts.tolist(), wanted, left)]
            places = array("q", [at for start, end, _ in matches for at in (start, end)])
            tokens = [token for _, _, token in matches]
        rows = np.empty((len(tokens), 4), np.int64)
        rows[:, 1:3] = np.frombuffer(places, np.int64).reshape(-1, 2)
        rows[:, 3] = np.fromiter((token.id for token in tokens), np.int64, len(tokens))
        rows[:, 0] = np.searchsorted(firsts, rows[:, 1], "right") - 1
        rows[:, 1:3] -= firsts[rows[:, :1]]
        if left:
            rows = rows[~np.isin(rows[:, 0], [*left])]
        return Found(rows, frozenset(left))

    def _matches(self, text: str) -> "tuple[array[int], list[AddedToken]]":
        """Where tokens begin and end, by turns, and which they are."""
        get, sizes_of, beginnings = self.by_content.get, self.sizes.get, range(_BEGINNING, 0, -1)
        places: array[int] = array("q")  # no objects: there are many
        tokens: list[AddedToken] = []
        at = 0
        for begun in self.firsts.finditer(text):
            start = begun.start()
            if start < at:
                continue
            sizes: Sequence[int] | None = None
            for size in beginnings:
                sizes = sizes_of(text[start : start + size])
                if sizes is not None:
                    break
            for size in sizes or ():
                content = text[start : start + size]
                token = get(content)
                if token is not None:
                    at = start + len(content)
                    places.append(start)
                    places.append(at)
                    tokens.append(token)
                    break
        return places, tokens


_FEW = 16
"""Strings that are looked for one by one, before any place is looked at."""
_NOTHING = Found(np.zeros((0, 4), np.int64), frozenset())


def _begins(contents: Iterable[str]) -> list[str]:
    """By their first characters, what all of them begin with.

    >>> _begins(["<s>", "</s>", "  ", "   "])
    ['  ', '<']
    """
    by_first: dict[str, list[str]] = {}
    for content in contents:
        by_first.setdefault(content[0], []).append(content[:_BEGINNING])
    return sorted(map(commonprefix, by_first.values()))


def _with_options(
    texts: Sequence[str], firsts: Sequence[int], matches: Iterable[_Match], left: set[int]
) -> Iterable[_Match]:
    """The matches that stay, with the white space that they take along."""
    number = done = 0
    for match_start, match_end, token in matches:
        while match_start >= firsts[number + 1]:
            number, done = number + 1, 0
        text, first = texts[number], firsts[number]
        start, end = match_start - first, match_end - first
        if token.single_word and not stands_alone(text, start, end):
            continue
        while token.lstrip and start > done and is_whitespace(text[start - 1]):
            start -= 1
        while token.rstrip and end < len(text) and is_whitespace(text[end]):
            end += 1
        if start < done:
            left.add(number)
        done = end
        yield start + first, end + first, token


def _sizes(contents: Iterable[str]) -> dict[str, list[int]]:
    """By their beginnings, the lengths of those that may stand where one stands, and no longer
    beginning does."""
    found: dict[str, set[int]] = {}
    for content in contents:
        found.setdefault(content[:_BEGINNING], set()).add(len(content))
    for beginning, lengths in found.items():
        lengths.update(at for at in range(1, len(beginning)) if beginning[:at] in found)
    return {each: sorted(lengths, reverse=True) for each, lengths in found.items()}
