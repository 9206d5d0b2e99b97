"""`Trie`: one step a character, and no step behind the last that any key has."""

from collections.abc import Mapping

from tokparity.reference_impl.models.lookup.lookup import Match

_FIRST = 2
"""Characters by which all keys are told apart at first: by one, most begin with the mark alone."""


class Node:
    """What may follow a prefix, and the value of the prefix where it is a key (-1: it is none).

    `waiting` are the keys behind this node that no text has led to yet, and the values of all keys.
    """

    __slots__ = ("next", "value", "waiting")

    def __init__(self, value: int = -1) -> None:
        self.next: dict[str, Node] = {}
        self.value = value
        self.waiting: tuple[list[str], Mapping[str, int]] | None = None

    def grow(self, depth: int) -> None:
        """Hand the waiting keys on, by the character at `depth`."""
        assert self.waiting is not None
        keys, values = self.waiting
        self.waiting = None
        following = self.next
        for key in keys:
            char = key[depth]
            node = following.get(char)
            if node is None:
                node = following[char] = Node()
            if len(key) == depth + 1:
                node.value = values[key]
            elif node.waiting is None:
                node.waiting = [key], values
            else:
                node.waiting[0].append(key)


class Trie:
    """A tree of characters that grows where texts walk it.

    Building it whole would cost seconds and hundreds of megabytes for 262 k keys, most of
    which no text of a run ever reaches.

    >>> Trie({"a": 1, "abc": 2}).matches("xabcd", 1)
    [(2, 1), (4, 2)]
    """

    def __init__(self, values: Mapping[str, int]) -> None:
        self.values = values
        self.root = Node()
        parts: dict[str, list[str]] = {}
        for key in values:
            begin = key[:_FIRST]
            if begin in parts:
                parts[begin].append(key)
            else:
                parts[begin] = [key]
        parts.pop("", None)
        for begin, keys in parts.items():
            node = self.root
            for char in begin:
                node = node.next.setdefault(char, Node())
            if begin in values:
                node.value = values[begin]
            if longer := [key for key in keys if len(key) > _FIRST]:
                node.waiting = longer, values

    def matches(self, text: str, start: int) -> list[Match]:
        found = []
        node = self.root
        for at in range(start, len(text)):
            following = node.next.get(text[at])
            if following is None:
                break
            node = following
            if node.waiting:
                node.grow(at + 1 - start)
            if node.value >= 0:
                found.append((at + 1, node.value))
        return found

    def longest(self, text: str, start: int) -> Match | None:
        found = self.matches(text, start)
        return found[-1] if found else None
