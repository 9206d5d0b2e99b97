"""`WordMemory`: the tokens of words, by number, so that those of a batch are gathered at once.

A word is looked up once where it comes; from there on it is a number, and its tokens a place in
arrays. Proof that what is gathered is right: a word's number is given once, for the word itself,
and what is learned is never written over. A full memory starts afresh, between two batches.
"""

from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.pair_table import Ints

Numbers = NDArray[np.int32]
Learned = tuple[Sequence[str], Ints, Ints, Ints, Ints]
"""Words, each once; their characters; how many tokens each has; the ids; 2 positions a token, in
characters of its word."""
TOKENS = 1 << 18
"""Tokens that are kept, and one for each word: up to 30 MB, where each word is a token."""


class WordMemory:
    """`learn` gives the tokens of new words, in any order.

    >>> def learn(words):
    ...     counts = np.array([len(word) for word in words])
    ...     ids = np.array([ord(char) for word in words for char in word])
    ...     return words, counts, counts, ids, np.zeros(2 * len(ids), np.int64)
    >>> memory = WordMemory(learn)
    >>> numbers = memory.numbers(["ab", "c", "ab"])
    >>> numbers.tolist(), memory.rows(numbers)[1].tolist()
    ([0, 1, 0], [97, 98, 99, 97, 98])
    """

    def __init__(self, learn: Callable[[Sequence[str]], Learned]) -> None:
        self._learn = learn
        self._forget()

    def _forget(self) -> None:
        self._known: dict[str, int] = {}
        self._ids, self._positions = Growing(np.int32), Growing(np.int32)
        self._firsts, self._counts, self._sizes = (Growing(np.int64) for _ in range(3))

    def numbers(self, words: Sequence[str]) -> Ints:
        """The number of each word; those of an earlier call are no more."""
        if self._ids.used + self._firsts.used > TOKENS:
            self._forget()
        found = np.fromiter(map(self._known.get, words, repeat(-1)), np.int64, len(words))
        new = np.flatnonzero(found < 0)
        if len(new):
            unknown = [words[at] for at in new.tolist()]
            self._add(*self._learn(tuple(dict.fromkeys(unknown))))
            found[new] = np.fromiter(map(self._known.__getitem__, unknown), np.int64, len(new))
        return found

    def sizes(self, numbers: Ints) -> Ints:
        """How many characters each word has."""
        return self._sizes.values[numbers]

    def counts(self, numbers: Ints) -> Ints:
        """How many tokens each word has."""
        return self._counts.values[numbers]

    def rows(self, numbers: Ints) -> tuple[Ints, Numbers, Numbers]:
        """How many tokens each word has; the ids, one word's behind the other's; the positions of
        each token, shape (N, 2)."""
        counts = self.counts(numbers)
        upto = np.cumsum(counts)
        total = int(upto[-1]) if len(upto) else 0
        at = np.repeat(self._firsts.values[numbers] - (upto - counts), counts) + np.arange(total)
        return counts, self._ids.values[at], self._positions.values.reshape(-1, 2)[at]

    def _add(
        self, words: Sequence[str], sizes: Ints, counts: Ints, ids: Ints, positions: Ints
    ) -> None:
        number = self._firsts.used
        self._firsts.extend(np.cumsum(counts) - counts + self._ids.used)
        self._counts.extend(counts)
        self._sizes.extend(sizes)
        self._ids.extend(ids)
        self._positions.extend(positions)
        self._known.update(zip(words, range(number, number + len(words)), strict=True))


class Growing:
    """An array that grows at its end: `used` of its `values` are there."""

    def __init__(self, dtype: Any) -> None:
        self.values: NDArray[Any] = np.zeros(1 << 10, dtype)
        self.used = 0

    def extend(self, more: NDArray[Any]) -> None:
        """Append these."""
        need = self.used + len(more)
        if need > len(self.values):
            grown = np.zeros(2 * need, self.values.dtype)
            grown[: self.used] = self.values[: self.used]
            self.values = grown
        self.values[self.used : need] = more
        self.used = need
