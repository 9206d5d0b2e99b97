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
from tokparity.reference_impl.batch.token_rows import TokenRows, bounds_of

Learned = tuple[Sequence[str], Ints, Ints, Ints, Ints]
"""Words, each once; their characters; how many tokens each has; the ids; 2 positions a token, in
characters of its word."""
Learn = Callable[[Sequence[str]], Learned]
TOKENS = 1 << 18
"""Tokens that are kept, and one for each word: up to 30 MB, where each word is a token."""


class WordMemory:
    """The tokens of words, by number.

    >>> def learn(words):
    ...     counts = np.array([len(word) for word in words])
    ...     ids = np.array([ord(char) for word in words for char in word])
    ...     return words, counts, counts, ids, np.zeros(2 * len(ids), np.int64)
    >>> memory = WordMemory()
    >>> numbers = memory.numbers(["ab", "c", "ab"], learn)
    >>> rows, sizes = memory.rows(numbers, np.array([1, 2]))
    >>> numbers.tolist(), rows.ids.tolist(), rows.bounds, sizes.tolist()
    ([0, 1, 0], [97, 98, 99, 97, 98], [0, 2, 5], [2, 3])
    """

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self.known: dict[str, int] = {}
        self._ids, self._positions = Growing(np.int32), Growing(np.int32)
        self._firsts, self._counts, self._sizes = (Growing(np.int64) for _ in range(3))

    def numbers(self, words: Sequence[str], learn: Learn) -> Ints:
        """The number of each word; those of an earlier call are no more. `learn` gives the tokens
        of new words, in any order."""
        if self._ids.used + self._firsts.used > TOKENS:
            self._forget()
        found = np.fromiter(map(self.known.get, words, repeat(-1)), np.int64, len(words))
        new = np.flatnonzero(found < 0)
        if len(new):
            unknown = [words[at] for at in new.tolist()]
            self._add(*learn(tuple(dict.fromkeys(unknown))))
            found[new] = np.fromiter(map(self.known.__getitem__, unknown), np.int64, len(new))
        return found

    def sizes(self, numbers: Ints) -> Ints:
        """How many characters each word has."""
        return self._sizes.values[numbers]

    def rows(self, numbers: Ints, words: Ints) -> tuple[TokenRows, Ints]:
        """The tokens of n texts, and how many characters each text has; `words`, shape (n,): how
        many of the numbers are each text's."""
        counts, sizes = self._counts.values[numbers], self._sizes.values[numbers]
        upto, of_text = np.cumsum(counts), bounds_of(words)
        total = int(upto[-1]) if len(upto) else 0
        at = np.repeat(self._firsts.values[numbers] - (upto - counts), counts) + np.arange(total)
        characters = bounds_of(sizes)
        begins = characters[of_text[:-1]]
        starts = np.repeat(characters[:-1] - np.repeat(begins, words), counts).astype(np.int32)
        positions = self._positions.values.reshape(-1, 2)[at] + starts[:, np.newaxis]
        bounds: list[int] = np.append(0, upto)[of_text].tolist()
        rows = TokenRows(self._ids.values[at], positions.ravel(), bounds)
        return rows, characters[of_text[1:]] - begins

    def _add(
        self, words: Sequence[str], sizes: Ints, counts: Ints, ids: Ints, positions: Ints
    ) -> None:
        number = self._firsts.used
        self._firsts.extend(np.cumsum(counts) - counts + self._ids.used)
        self._counts.extend(counts)
        self._sizes.extend(sizes)
        self._ids.extend(ids)
        self._positions.extend(positions)
        self.known.update(zip(words, range(number, number + len(words)), strict=True))


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
