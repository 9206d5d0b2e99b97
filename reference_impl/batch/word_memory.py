"""`WordMemory`: the tokens of words, each looked up once where it comes (`token_store`)."""

from collections.abc import Callable, Sequence
from itertools import repeat

import numpy as np

from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.token_rows import TokenRows
from tokparity.reference_impl.batch.token_store import TokenStore

Learned = tuple[Sequence[str], Ints, Ints, Ints, Ints]
"""Words, each once; and what `TokenStore.add` is told of them."""
Learn = Callable[[Sequence[str]], Learned]


class WordMemory:
    """The tokens of words. Proof that what is found is right: a word's number is given once, for
    the word itself.

    >>> def learn(words):
    ...     counts = np.array([len(word) for word in words])
    ...     ids = np.array([ord(char) for word in words for char in word])
    ...     return words, counts, counts, ids, np.zeros(2 * len(ids), np.int64)
    >>> memory = WordMemory()
    >>> memory.numbers(["ab", "c", "ab"], learn).tolist()
    [0, 1, 0]
    """

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self.known: dict[str, int] = {}
        self._store = TokenStore()

    def numbers(self, words: Sequence[str], learn: Learn) -> Ints:
        """The number of each word; those of an earlier call are no more. `learn` gives the tokens
        of new words, in any order."""
        if self._store.is_full:
            self._forget()
        found = np.fromiter(map(self.known.get, words, repeat(-1)), np.int64, len(words))
        new = np.flatnonzero(found < 0)
        if len(new):
            unknown = [words[at] for at in new.tolist()]
            names, *columns = learn(tuple(dict.fromkeys(unknown)))
            self.known.update(zip(names, self._store.add(*columns).tolist(), strict=True))
            found[new] = np.fromiter(map(self.known.__getitem__, unknown), np.int64, len(new))
        return found

    def sizes(self, numbers: Ints) -> Ints:
        """How many characters each word has."""
        return self._store.sizes(numbers)

    def rows(self, numbers: Ints, words: Ints) -> tuple[TokenRows, Ints]:
        """As `TokenStore.rows`."""
        return self._store.rows(numbers, words)
