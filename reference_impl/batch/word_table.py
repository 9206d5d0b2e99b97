"""`WordTable`: numbers of words, looked up for a whole batch without a Python object for any.

A hash table in arrays: a word stands in the slot of its tag, or the first free one behind it. Proof
that what is found is the word: all bytes are compared. A word whose tag another one has may not be
found, and is learned anew each time: slower, not wrong.
"""

import numpy as np

from tokparity.reference_impl.batch.growing import Growing
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.word_bytes import (
    PADDING,
    Flags,
    Tags,
    WordBytes,
    are_same,
    eights,
)

_SLOTS = 1 << 12
_FILLED = 3
"""One slot in so many is taken, at most."""


class WordTable:
    """Words, numbered as they come.

    >>> table, words = WordTable(), WordBytes.of(["a", "bc"])
    >>> table.add(words, words.tags()).tolist()
    [0, 1]
    >>> some = WordBytes.of(["bc", "d"])
    >>> table.get(some, some.tags()).tolist()
    [1, -1]
    """

    def __init__(self) -> None:
        self._bytes = Growing(np.uint8, len(PADDING))
        self._starts, self._sizes, self._tags = (
            Growing(dtype) for dtype in (np.int64, np.int64, np.uint64)
        )
        self._make(_SLOTS)

    def __len__(self) -> int:
        return self._starts.used

    def _make(self, slots: int) -> None:
        self._shift = np.uint64(64 - (slots.bit_length() - 1))
        self._last = slots - 1
        self._slots = np.full(slots, -1, np.int64)
        self._place(np.arange(len(self)))

    def _place(self, numbers: Ints) -> None:
        slots = (self._tags.values[numbers] >> self._shift).view(np.int64)
        while len(numbers):
            free = self._slots[slots] < 0
            self._slots[slots[free]] = numbers[free]  # of several the last one stays
            placed = self._slots[slots] == numbers
            numbers, slots = numbers[~placed], slots[~placed] + 1 & self._last

    def get(self, words: WordBytes, tags: Tags) -> Ints:
        """The number of each word, -1 where it has none."""
        sizes = words.sizes
        slots = (tags >> self._shift).view(np.int64)
        found = self._slots[slots]
        hit = self._is(found, tags, sizes)
        ask = np.flatnonzero(~hit & (found >= 0))
        found = np.where(hit, found, -1)
        slots = slots[ask]
        while len(ask):
            slots = slots + 1 & self._last
            there = self._slots[slots]
            hit = self._is(there, tags[ask], sizes[ask])
            found[ask[hit]] = there[hit]
            on = ~hit & (there >= 0)
            ask, slots = ask[on], slots[on]
        some = np.flatnonzero(found >= 0)
        kept, begins = eights(self._bytes.padded), self._starts.values[found[some]]
        same = are_same(eights(words.data), words.starts[some], kept, begins, words.sizes[some])
        found[some[~same]] = -1
        return found

    def _is(self, numbers: Ints, tags: Tags, sizes: Ints) -> Flags:
        at = np.maximum(numbers, 0)
        is_so: Flags = (
            (numbers >= 0) & (self._tags.values[at] == tags) & (self._sizes.values[at] == sizes)
        )
        return is_so

    def add(self, words: WordBytes, tags: Tags) -> Ints:
        """The numbers of new words, each given once, one behind the other in their bytes."""
        first = len(self)
        self._starts.extend(words.starts + self._bytes.used)
        self._sizes.extend(words.sizes)
        self._tags.extend(tags)
        self._bytes.extend(words.data[: -len(PADDING)])
        numbers = np.arange(first, len(self))
        if len(self) * _FILLED > len(self._slots):
            self._make(1 << (len(self) * 2 * _FILLED).bit_length())
        else:
            self._place(numbers)
        return numbers
