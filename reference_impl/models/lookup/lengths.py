"""`AllLengths`: the plain way, to compare the others with: a slice of every length is hashed."""

from collections.abc import Mapping

from tokparity.reference_impl.models.lookup.lookup import Match


class AllLengths:
    """As many look-ups at each place as the longest key has characters.

    >>> AllLengths({"a": 1, "abc": 2}).matches("xabcd", 1)
    [(2, 1), (4, 2)]
    """

    def __init__(self, values: Mapping[str, int]) -> None:
        self._values = dict(values)
        self._longest = max(map(len, values), default=0)

    def matches(self, text: str, start: int) -> list[Match]:
        found = []
        value_of = self._values.get
        for end in range(start + 1, min(len(text), start + self._longest) + 1):
            value = value_of(text[start:end])
            if value is not None:
                found.append((end, value))
        return found

    def longest(self, text: str, start: int) -> Match | None:
        for end in range(min(len(text), start + self._longest), start, -1):
            value = self._values.get(text[start:end])
            if value is not None:
                return end, value
        return None
