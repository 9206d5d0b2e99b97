"""`IdStore`: the ids of words, by number: of known words one each, of others any.

Proof that what is gathered is right: what is kept is never written over. Not here: ranges, which
`token_store` keeps too, and which numbers words have.
"""

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.growing import Growing
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.steps import places_of

Ids = NDArray[np.int32]


class IdStore:
    """`known`, shape (n + 1,): the ids of the first n numbers, and one more that is of none.

    >>> store = IdStore(np.array([7, 8, 0], np.int32))
    >>> store.add(np.array([1, 2, 3]), np.array([2, 1])).tolist()
    [2, 3]
    >>> ids, counts = store.ids(np.array([1, 2, 0, 3]))
    >>> ids.tolist(), counts.tolist()
    ([8, 1, 2, 7, 3], [1, 2, 1, 1])
    """

    def __init__(self, known: Ids) -> None:
        self._known, self._first = known, len(known) - 1
        self._ids = Growing(np.int32)
        self._firsts, self._counts = Growing(np.int64), Growing(np.int64)

    @property
    def used(self) -> int:
        """How many ids and words were added."""
        return self._ids.used + self._firsts.used

    def add(self, ids: Ids | Ints, counts: Ints) -> Ints:
        """The numbers of n new words: the ids of all, and how many each has, none of them 0."""
        first = self._firsts.used + self._first
        self._firsts.extend(np.cumsum(counts) - counts + self._ids.used)
        self._counts.extend(counts)
        self._ids.extend(ids)
        return np.arange(first, self._firsts.used + self._first)

    def ids(self, numbers: Ints) -> tuple[Ids, Ints]:
        """The ids of all words, one's behind the other's, and how many each has."""
        counts = np.ones(len(numbers), np.int64)
        others = places_of(numbers >= self._first)
        if not len(others):
            return self._known[numbers], counts
        mine = numbers[others] - self._first
        counts[others] = several = self._counts.values[mine]
        begins = np.cumsum(counts)
        ids = np.empty(begins[-1], np.int32)
        begins -= counts
        ids[begins] = self._known[np.minimum(numbers, self._first)]  # of others any
        upto = np.cumsum(several)
        inside = np.arange(upto[-1]) - np.repeat(upto - several, several)
        places = np.repeat(self._firsts.values[mine], several) + inside
        ids[np.repeat(begins[others], several) + inside] = self._ids.values[places]
        return ids, counts
