"""`PrefixDictionary`: every beginning of every key, in one dictionary."""

from collections.abc import Mapping

from tokparity.reference_impl.models.lookup.lookup import Match


class PrefixDictionary:
    """Longer and longer slices are looked up, until one is no beginning of any key.

    >>> PrefixDictionary({"a": 1, "abc": 2}).matches("xabcd", 1)
    [(2, 1), (4, 2)]
    """

    def __init__(self, values: Mapping[str, int]) -> None:
        self._values: dict[str, int] = {}
        for key in values:
            for end in range(1, len(key)):
                self._values[key[:end]] = -1
        self._values.update(values)

    def matches(self, text: str, start: int) -> list[Match]:
        found = []
        value_of = self._values.get
        for end in range(start + 1, len(text) + 1):
            value = value_of(text[start:end])
            if value is None:
                break
            if value >= 0:
                found.append((end, value))
        return found

    def longest(self, text: str, start: int) -> Match | None:
        found = self.matches(text, start)
        return found[-1] if found else None
