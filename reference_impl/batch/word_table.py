"""`WordTable`: numbers of words, looked up for a whole batch without a Python object for any.

A hash table in arrays: a word stands in the slot of its tag, or the first free one behind it. A
slot holds half of the tag and the word's number, so that one look at it tells nearly always. Proof
that what is found is the word: its size, its first eight bytes and all others are compared. Where
they differ, every word on the way to a free slot is.
"""

import numpy as np

from tokparity.reference_impl.batch.growing import Growing
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.steps import places_of
from tokparity.reference_impl.batch.stretches import PADDING, eights
from tokparity.reference_impl.batch.word_bytes import Flags, Tags, WordBytes, are_same

_SLOTS = 1 << 14
_FILLED = 3
"""One slot in so many is taken, at most."""
_FREE, _HALF, _NUMBER = np.uint64(0), np.uint64(32), np.uint64((1 << 32) - 1)
"""A slot without a word; how far the low half of a tag is moved in others, and what is below: one
more than the number of the word."""


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
        self._starts, self._sizes = Growing(np.int64), Growing(np.int64)
        self._tags, self._heads = Growing(np.uint64), Growing(np.uint64)
        self._make(_SLOTS)

    def __len__(self) -> int:
        return self._starts.used

    @property
    def bytes(self) -> int:
        """Of all words together."""
        return self._bytes.used

    def _make(self, slots: int) -> None:
        self._shift = np.uint64(64 - (slots.bit_length() - 1))
        self._last = slots - 1
        self._slots = np.zeros(slots, np.uint64)
        self._place(np.arange(len(self)))

    def _place(self, numbers: Ints) -> None:
        tags = self._tags.values[numbers]
        slots = (tags >> self._shift).view(np.int64)
        entries = tags << _HALF | (numbers + 1).view(np.uint64)
        while len(entries):
            free = self._slots[slots] == _FREE
            self._slots[slots[free]] = entries[free]  # of several the last one stays
            left = self._slots[slots] != entries
            entries, slots = entries[left], slots[left] + 1 & self._last

    def get(self, words: WordBytes, tags: Tags) -> Ints:
        """The number of each word, -1 where it has none."""
        slots = (tags >> self._shift).view(np.int64)
        sought = tags << _HALF
        entries = self._slots[slots]
        miss = (entries ^ sought) > _NUMBER
        ask = places_of(miss & (entries != _FREE))
        entries[miss] = _FREE
        slots = slots[ask]
        while len(ask):
            slots = slots + 1 & self._last
            there = self._slots[slots]
            miss = (there ^ sought[ask]) > _NUMBER
            hit = places_of(~miss)
            entries[ask[hit]] = there[hit]
            on = places_of(miss & (there != _FREE))
            ask, slots = ask[on], slots[on]
        numbers: Ints = (entries & _NUMBER).view(np.int64) - 1
        others = places_of((numbers >= 0) & ~self._are(words, numbers))
        if len(others):
            numbers[others] = self._searched(words.some(others), tags[others])
        return numbers

    def _searched(self, words: WordBytes, tags: Tags) -> Ints:
        """The same, where a slot has the tag of another word: each on the way is compared."""
        numbers = np.full(len(words), -1, np.int64)
        slots, ask = (tags >> self._shift).view(np.int64), np.arange(len(words))
        while len(ask):
            there = self._slots[slots]
            placed = (there & _NUMBER).view(np.int64) - 1
            same = (placed >= 0) & self._are(words.some(ask), placed)
            numbers[ask[same]] = placed[same]
            on = places_of(~same & (there != _FREE))
            ask, slots = ask[on], slots[on] + 1 & self._last
        return numbers

    def _are(self, words: WordBytes, numbers: Ints) -> Flags:
        """Whether these are the words of some numbers; of -1 anything is said."""
        if not len(self):
            return np.zeros(len(words), np.bool_)
        same: Flags = self._heads.values[numbers] == words.heads
        same &= self._sizes.values[numbers] == words.sizes
        long = places_of(same & (words.sizes > 8))
        if len(long):
            kept, begins = eights(self._bytes.padded), self._starts.values[numbers[long]]
            starts, sizes = words.starts[long] + 8, words.sizes[long] - 8
            same[long] = are_same(eights(words.data), starts, kept, begins + 8, sizes)
        return same

    def add(self, words: WordBytes, tags: Tags) -> Ints:
        """The numbers of new words, each given once, one behind the other in their bytes."""
        first = len(self)
        self._starts.extend(words.starts + self._bytes.used)
        self._sizes.extend(words.sizes)
        self._tags.extend(tags)
        self._heads.extend(words.heads)
        self._bytes.extend(words.bytes)
        numbers = np.arange(first, len(self))
        if len(self) * _FILLED > len(self._slots):
            self._make(1 << (len(self) * 2 * _FILLED).bit_length())
        else:
            self._place(numbers)
        return numbers
