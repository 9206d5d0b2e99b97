"""`AddedSearch`: where any of many added tokens stand in a text, as `LeftmostLongest` finds them.

A place is looked at where what all tokens of one first character begin with stands, and there only
tokens are of which the beginning does. Proof: a token stands nowhere else; of those that do the
longest one is tried first, and what is found uses up its characters.
"""

import re
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os.path import commonprefix

from tokparity.reference_impl.added_tokens.passes import AddedToken

_BEGINNING = 4
"""Characters of a token, or all of a shorter one, by which it is told how long it may be."""
_FEW = 16
"""Strings that are looked for one by one, before any place is looked at."""
Matches = tuple["array[int]", list[AddedToken]]
"""Where tokens begin and end, by turns, and which they are."""


@dataclass(frozen=True)
class AddedSearch:
    """`by_content`: as in `AddedTokenPass`. `begins`: of each first character, what all with it
    begin with. `firsts`: finds the first characters of these. `sizes`: how long those tokens may be
    that stand where a beginning does, the longest first."""

    by_content: Mapping[str, AddedToken]
    begins: Sequence[str]
    firsts: "re.Pattern[str]"
    sizes: Mapping[str, Sequence[int]]

    @classmethod
    def of(cls, by_content: Mapping[str, AddedToken]) -> "AddedSearch":
        """Of tokens, none of them empty.

        >>> AddedSearch.of({"<s>": AddedToken(7, "<s>")}).matches("a<s>")[0].tolist()
        [1, 4]
        """
        begins = _begins(by_content)
        branches = [re.escape(it[0]) + f"(?={re.escape(it[1:])})" * (len(it) > 1) for it in begins]
        return cls(by_content, begins, re.compile("|".join(branches) or "(?!)"), _sizes(by_content))

    def matches(self, text: str) -> Matches:
        """All that do not overlap, from the left."""
        get, sizes_of, beginnings = self.by_content.get, self.sizes.get, range(_BEGINNING, 0, -1)
        places: array[int] = array("q")  # no objects: there are many
        tokens: list[AddedToken] = []
        at = 0
        if len(self.begins) <= _FEW and not any(map(text.__contains__, self.begins)):
            return places, tokens
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


def _begins(contents: Iterable[str]) -> list[str]:
    """By their first characters, what all of them begin with.

    >>> _begins(["<s>", "</s>", "  ", "   "])
    ['  ', '<']
    """
    by_first: dict[str, list[str]] = {}
    for content in contents:
        by_first.setdefault(content[0], []).append(content[:_BEGINNING])
    return sorted(map(commonprefix, by_first.values()))


def _sizes(contents: Iterable[str]) -> dict[str, list[int]]:
    """By their beginnings, the lengths of those that may stand where one stands, and no longer
    beginning does."""
    found: dict[str, set[int]] = {}
    for content in contents:
        found.setdefault(content[:_BEGINNING], set()).add(len(content))
    for beginning, lengths in found.items():
        lengths.update(at for at in range(1, len(beginning)) if beginning[:at] in found)
    return {each: sorted(lengths, reverse=True) for each, lengths in found.items()}
