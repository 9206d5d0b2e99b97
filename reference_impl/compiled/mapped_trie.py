"""`MappedTrie`: a trie in a file, of which the nodes are made that texts walk to.

Node n is where edge n - 1 leads. The edges below a node stand together, in the order of their
characters. Not here: how they are numbered (`batch.piece_trie.edges_of`).
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tokparity.reference_impl.compiled.blocks import FAULTS
from tokparity.reference_impl.compiled.mapped import Table
from tokparity.reference_impl.models.lookup.trie import Node, Trie

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class MappedTrie(Trie):
    """As `Trie` of these values. `columns`: by node, its first edge, and behind the last node how
    many there are; by edge, its character; by node, its value, below 0 of one that is no key.
    `arrays`: all of each."""

    def __init__(
        self,
        table: Table,
        values: Mapping[str, int],
        columns: Sequence[Callable[[int], int]],
        arrays: "Callable[[], Sequence[NDArray[Any]]]",
    ) -> None:
        self.values, self.table, self._arrays = values, table, arrays
        self._firsts, self._codes, self._ids = columns
        self.root = Node()
        self.root.next = _Following(self, 0, "")

    def edges(self) -> "tuple[NDArray[np.int64], NDArray[np.int32]]":
        """As `edges_of` its values."""
        import numpy as np  # takes 0.1 s

        from tokparity.reference_impl.batch.piece_trie import BITS, edges_of

        try:
            firsts, codes, ids = self._arrays()
        except FAULTS:
            return edges_of(self.values)
        above = np.repeat(np.arange(len(ids)), np.diff(firsts))
        return above << BITS | codes, ids.astype(np.int32)

    def below(self, number: int, char: str, prefix: str) -> Node | None:
        """The node that a character leads to from a node, which is that of a prefix."""
        if not self.table.worth_all():
            try:
                return self._below(number, char, prefix)
            except FAULTS:
                pass
        found: Node | None = self.table.whole.root
        for depth, step in enumerate(prefix + char, 1):
            found = found.next.get(step) if found is not None else None
            if found is not None and found.waiting:
                found.grow(depth)
        return found

    def _below(self, number: int, char: str, prefix: str) -> Node | None:
        edge, end, code = self._firsts(number), self._firsts(number + 1), ord(char)
        edge = bisect_left(range(end), code, edge, end, key=self._codes)
        if edge == end or self._codes(edge) != code:
            return None
        node = Node(self._ids(edge + 1))
        node.next = _Following(self, edge + 1, prefix + char)
        return node


class _Following(dict[str, Node]):
    """What may follow a prefix, as far as it was asked for."""

    __slots__ = ("_number", "_prefix", "_trie")

    def __init__(self, trie: MappedTrie, number: int, prefix: str) -> None:
        self._trie, self._number, self._prefix = trie, number, prefix

    def get(self, char: str, default: None = None) -> Node | None:  # type: ignore[override]  # all it is asked
        """The node that a character leads to, of the file or of the trie that was made instead."""
        if char in self:
            return self[char]
        node = self._trie.below(self._number, char, self._prefix)
        if node is not None:
            self[char] = node
        return node
