"""`AddedPlaces`: where the added tokens of one pass stand in many texts, all looked for at once.

The texts are searched as one, with a NUL between. Proof that what is found is what the pass finds
in each by itself: at the first place where any token starts the longest one is taken, and nothing
but their own characters decides that. None of these is a NUL, so that no token reaches into another
text. What the options of a token ask of the characters beside it is asked of its own text. A text
is left in which one token takes along what belongs to another. Not here: the search itself
(`added_search`).
"""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tokparity.reference_impl.added_tokens.passes import AddedToken, stands_alone
from tokparity.reference_impl.batch.added_search import AddedSearch
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.token_rows import bounds_of
from tokparity.reference_impl.unicode.classes import is_whitespace

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
    """`plain`: no token has an option."""

    search: AddedSearch
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
        has_options = (it.single_word or it.lstrip or it.rstrip for it in by_content.values())
        return cls(AddedSearch.of(by_content), plain=not any(has_options))

    def found(self, texts: Sequence[str], parse_special: bool) -> Found:
        """The tokens in texts, as `AddedTokenPass.split` takes them."""
        places, tokens = self.search.matches(_BETWEEN.join(texts))
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


_NOTHING = Found(np.zeros((0, 4), np.int64), frozenset())


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
