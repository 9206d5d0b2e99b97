"""`ChunkMemory`: the tokens of chunks, by number; those of a text are put together from them.

A text's chunks lie one behind the other with a space between: so what stands before a chunk is as
long as the chunks before it, and a space for each.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain

import numpy as np

from tokparity.reference_impl.batch.chunk import Chunk
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.token_rows import TokenRows, bounds_of
from tokparity.reference_impl.batch.word_memory import Learned, WordMemory

Make = Callable[[Sequence[str]], Mapping[str, Chunk]]
_WHOLE = -1
"""Stands for the characters of a chunk whose text is encoded whole."""


class ChunkMemory:
    """Keeps chunks. `known`: those that it has.

    >>> from tokparity.reference_impl.batch.chunk import chunk_of
    >>> def make(chunks):
    ...     return {chunk: chunk_of([len(chunk)], [0, len(chunk)], (chunk,), len(chunk))
    ...             for chunk in chunks}
    >>> rows, whole = ChunkMemory().rows([["a", "bc"], ["a"]], make)
    >>> rows.ids.tolist(), rows.offsets.tolist(), rows.bounds, whole
    ([1, 2, 1], [0, 1, 2, 4, 0, 1], [0, 2, 3], frozenset())
    """

    def __init__(self) -> None:
        self._memory = WordMemory()
        self._texts: dict[str, tuple[str, ...]] = {}

    def pieces(self, chunks: Sequence[str]) -> list[str]:
        """The pieces of the tokens of a text that `rows` has just put together."""
        return [*chain.from_iterable(map(self._texts.__getitem__, chunks))]

    @property
    def known(self) -> Mapping[str, int]:
        """The number of each chunk that is kept."""
        return self._memory.known

    def rows(self, texts: Sequence[Sequence[str]], make: Make) -> tuple[TokenRows, frozenset[int]]:
        """The tokens of texts by their chunks, and which texts have one that is not to be taken
        apart: their tokens are to be left. `make` makes new chunks."""

        def learn(chunks: Sequence[str]) -> Learned:
            made = make(chunks)
            self._texts.update((name, chunk.texts) for name, chunk in made.items())
            return _columns(made)

        counts = np.fromiter(map(len, texts), np.int64, len(texts))
        numbers = self._memory.numbers([*chain.from_iterable(texts)], learn)
        if len(self._texts) > len(self.known):  # the memory has started afresh
            self._texts = {name: self._texts[name] for name in self.known}
        rows, _ = self._memory.rows(numbers, counts)
        at = np.flatnonzero(self._memory.sizes(numbers) == _WHOLE)
        whole = np.searchsorted(bounds_of(counts), at, "right") - 1
        return rows, frozenset(whole.tolist())


def _columns(made: Mapping[str, Chunk]) -> Learned:
    chunks = made.values()
    ids, positions = (
        np.frombuffer(b"".join(parts), np.int32).astype(np.int64)
        for parts in ([it.ids for it in chunks], [it.positions for it in chunks])
    )
    sizes = [_WHOLE if chunk.whole else chunk.size for chunk in chunks]
    counts: Ints = np.fromiter([len(chunk.ids) for chunk in chunks], np.int64, len(chunks))
    return [*made], np.array(sizes, np.int64), counts // 4, ids, positions
