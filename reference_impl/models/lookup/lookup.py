"""What a look-up of prefixes is: which keys does a text have at one place?

Three implementations give the same answers (`trie`, `prefixes`, `lengths`); they differ in what
they cost. Not here: what the keys are for.
"""

from typing import Protocol

Match = tuple[int, int]
"""(end of the key in the text, value of the key)."""


class Lookup(Protocol):
    """Keys are not empty; each has a value that is not negative."""

    def matches(self, text: str, start: int) -> list[Match]:
        """Every key that the text has at `start`, shortest first."""
        ...

    def longest(self, text: str, start: int) -> Match | None:
        """The longest of them."""
        ...
