"""`TokenStore`: the tokens of words, by number, so that those of a batch are gathered at once.

A word that was looked up is a number, and its tokens a place in arrays. Proof that what is gathered
is right: what is kept is never written over; a full store starts afresh, between two batches.
"""

from dataclasses import dataclass, field

import numpy as np

from tokparity.reference_impl.batch.growing import Growing
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.token_rows import TokenRows, bounds_of

TOKENS = 1 << 18
"""Tokens that are kept, and one for each word: up to 30 MB, where each word is a token."""


@dataclass
class TokenStore:
    """The tokens of words, by number. `ranges`: with positions.

    >>> store = TokenStore()
    >>> store.add(*map(np.array, ([2, 1], [2, 1], [97, 98, 99], [0, 1, 1, 2, 0, 1]))).tolist()
    [0, 1]
    >>> rows, sizes = store.rows(np.array([0, 1, 0]), np.array([1, 2]))
    >>> rows.ids.tolist(), rows.bounds, sizes.tolist()
    ([97, 98, 99, 97, 98], [0, 2, 5], [2, 3])
    """

    ranges: bool = True
    _ids: Growing = field(default_factory=lambda: Growing(np.int32))
    _positions: Growing = field(default_factory=lambda: Growing(np.int32))
    _firsts: Growing = field(default_factory=lambda: Growing(np.int64))
    _counts: Growing = field(default_factory=lambda: Growing(np.int64))
    _sizes: Growing = field(default_factory=lambda: Growing(np.int64))

    @property
    def is_full(self) -> bool:
        """Whether it is time to start afresh."""
        return self._ids.used + self._firsts.used > TOKENS

    def sizes(self, numbers: Ints) -> Ints:
        """How many characters each word has."""
        return self._sizes.values[numbers]

    def rows(self, numbers: Ints, words: Ints) -> tuple[TokenRows, Ints]:
        """The tokens of n texts, and how many characters each text has; `words`, shape (n,): how
        many of the numbers are each text's."""
        counts, sizes = self._counts.values[numbers], self._sizes.values[numbers]
        upto, of_text = bounds_of(counts), bounds_of(words)
        at = (self._firsts.values[numbers] - upto[:-1]).repeat(counts) + np.arange(upto[-1])
        characters = bounds_of(sizes)
        begins = characters[of_text[:-1]]
        bounds: list[int] = upto[of_text].tolist()
        offsets = None
        if self.ranges:
            starts = np.repeat(characters[:-1] - np.repeat(begins, words), counts).astype(np.int32)
            positions = self._positions.values.reshape(-1, 2)[at] + starts[:, np.newaxis]
            offsets = positions.ravel()
        rows = TokenRows(self._ids.values[at], offsets, bounds)
        return rows, characters[of_text[1:]] - begins

    def add(self, sizes: Ints, counts: Ints, ids: Ints, positions: Ints) -> Ints:
        """The numbers of n new words: their characters; how many tokens each has; the ids; 2
        positions a token, in characters of its word."""
        first = self._firsts.used
        self._firsts.extend(counts.cumsum() - counts + self._ids.used)
        self._counts.extend(counts)
        self._sizes.extend(sizes)
        self._ids.extend(ids)
        if self.ranges:
            self._positions.extend(positions)
        return np.arange(first, self._firsts.used)
