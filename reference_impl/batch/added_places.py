"""`AddedPlaces`: where the added tokens of one pass stand in many texts, all looked for at once.

The texts are searched as one, with a NUL between. Proof that what is found is what the pass finds
in each by itself: at the first place where any token starts the longest one is taken, and nothing
but their own characters decides that. None of these is a NUL, so that no token reaches into another
text. What the options of a token ask of the characters beside it is asked of its own text. A text
is left in which one token takes along what belongs to another.

Only places are looked at where a beginning of some token stands, which one pattern finds.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tokparity.reference_impl.added_tokens.passes import AddedToken, stands_alone
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.token_rows import bounds_of
from tokparity.reference_impl.unicode.classes import is_whitespace

_BEGINNING, _MOST_BEGINNINGS = 4, 64
"""Characters of a beginning; fewer, where there are more beginnings than so many."""
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
    """`by_content`: as in `AddedTokenPass`. `sizes`: how long those tokens may be that stand where
    a beginning does, the longest first. `plain`: no token has an option."""

    by_content: Mapping[str, AddedToken]
    beginnings: "re.Pattern[str]"
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
        tried = (_sizes(by_content, size) for size in range(_BEGINNING, 0, -1))
        some = [sizes for sizes in tried if len(sizes) <= _MOST_BEGINNINGS]
        sizes = some[0] if some else _sizes(by_content, 1)
        longest_first = sorted(sizes, key=len, reverse=True)
        pattern = re.compile("|".join(map(re.escape, longest_first)))
        has_options = (it.single_word or it.lstrip or it.rstrip for it in by_content.values())
        return cls(by_content, pattern, sizes, plain=not any(has_options))

    def found(self, texts: Sequence[str], parse_special: bool) -> Found:
        """The tokens in texts, as `AddedTokenPass.split` takes them."""
        matches = self._matches(_BETWEEN.join(texts)) if self.by_content else []
        if not parse_special:
            matches = [match for match in matches if not match[2].special]
        if not matches:
            return Found(np.zeros((0, 4), np.int64), frozenset())
        firsts = bounds_of(np.fromiter(map(len, texts), np.int64, len(texts)) + 1)
        left: set[int] = set()
        if not self.plain:
            matches = [*_with_options(texts, firsts.tolist(), matches, left)]
        rows = np.empty((len(matches), 4), np.int64)
        rows[:, 1] = [start for start, _, _ in matches]
        rows[:, 2] = [end for _, end, _ in matches]
        rows[:, 3] = [token.id for _, _, token in matches]
        rows[:, 0] = np.searchsorted(firsts, rows[:, 1], "right") - 1
        rows[:, 1:3] -= firsts[rows[:, :1]]
        if left:
            rows = rows[~np.isin(rows[:, 0], [*left])]
        return Found(rows, frozenset(left))

    def _matches(self, text: str) -> list[_Match]:
        search, get, sizes = self.beginnings.search, self.by_content.get, self.sizes
        matches: list[_Match] = []
        begun = search(text)
        while begun is not None:
            start = begun.start()
            at = start + 1
            for size in sizes[begun.group()]:
                content = text[start : start + size]
                token = get(content)
                if token is not None:
                    at = start + len(content)
                    matches.append((start, at, token))
                    break
            begun = search(text, at)
        return matches


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


def _sizes(contents: Mapping[str, AddedToken], size: int) -> dict[str, list[int]]:
    """By their beginnings, of so many characters, the lengths of those that may stand there."""
    found: dict[str, set[int]] = {content[:size]: set() for content in contents}
    for content in contents:
        found[content[:size]].add(len(content))
    for beginning, lengths in found.items():
        lengths.update(at for at in range(1, len(beginning)) if beginning[:at] in contents)
    return {each: sorted(lengths, reverse=True) for each, lengths in found.items()}
