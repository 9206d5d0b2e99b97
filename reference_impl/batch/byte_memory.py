"""`ByteMemory`: the tokens of words of bytes, looked up for a whole batch (`word_table`).

Very long words are learned each time that they come: comparing them costs as much.
"""

from collections.abc import Callable

import numpy as np

from tokparity.reference_impl.batch.byte_words import WordRows
from tokparity.reference_impl.batch.growing import Growing
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.steps import places_of
from tokparity.reference_impl.batch.token_rows import TokenRows
from tokparity.reference_impl.batch.token_store import TokenStore
from tokparity.reference_impl.batch.word_bytes import LONGEST, WordBytes
from tokparity.reference_impl.batch.word_table import WordTable

Learn = Callable[[WordBytes], WordRows]
"""Of n words, one behind the other: all of them, in any order."""


class ByteMemory:
    """The tokens of words of bytes. `ranges`: with positions."""

    def __init__(self, *, ranges: bool = True) -> None:
        self.ranges = ranges
        self._forget()

    def _forget(self) -> None:
        self._table, self._store = WordTable(), TokenStore(self.ranges)
        self._numbers = Growing(np.int64)

    @property
    def is_full(self) -> bool:
        """Whether all is forgotten when the next words come."""
        return self._store.is_full

    def numbers(self, words: WordBytes, learn: Learn) -> Ints:
        """The number of each word; those of an earlier call are no more."""
        if self._store.is_full:
            self._forget()
        tags, long = words.tags(), words.sizes > LONGEST
        places = self._table.get(words, tags)
        found: Ints = np.where(places < 0, -1, self._numbers.values[places])
        new = places_of((found < 0) & ~long)
        if len(new):
            some = words.some(new)
            once, which = some.distinct(tags[new])
            some = some.picked(once)
            numbers = self._learned(some, learn)
            self._table.add(some, tags[new][once])
            self._numbers.extend(numbers)
            found[new] = numbers[which]
        if long.any():
            found[long] = self._learned(words.picked(places_of(long)), learn)
        return found

    def _learned(self, words: WordBytes, learn: Learn) -> Ints:
        rows = learn(words)
        numbers = np.empty(len(words), np.int64)
        numbers[rows.which] = self._store.add(rows.sizes, rows.counts, rows.ids, rows.positions)
        return numbers

    def rows(self, numbers: Ints, words: Ints) -> tuple[TokenRows, Ints]:
        """As `TokenStore.rows`."""
        return self._store.rows(numbers, words)
