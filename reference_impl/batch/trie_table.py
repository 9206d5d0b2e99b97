"""`TrieTable`: a trie walked from many places at once.

An edge is a pair of a node and a character (`pair_table`), so that one step from each of many nodes
is one look-up.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from tokparity.reference_impl.batch.pair_table import Ints, PairTable

NOWHERE = -1


@dataclass(frozen=True)
class TrieTable:
    """`ids`, by node: that of the text which leads there, or -1; `leaf`: no node is below it. The
    root is node 0.

    >>> trie = TrieTable.of([("ab", 7), ("a", 5)])
    >>> nodes = trie.step(np.array([0, 0]), np.array([ord("a"), ord("b")]))
    >>> nodes.tolist(), trie.ids[nodes].tolist()[0]
    ([1, -1], 5)
    """

    edges: PairTable
    ids: Ints
    leaf: "np.ndarray[tuple[int], np.dtype[np.bool_]]"

    @classmethod
    def of(cls, texts: Iterable[tuple[str, int]]) -> "TrieTable":
        """Of texts with their ids, each once."""
        below: dict[tuple[int, str], int] = {}
        ends: dict[int, int] = {}
        for text, number in texts:
            node = 0
            for char in text:
                node = below.setdefault((node, char), len(below) + 1)
            ends[node] = number
        count = len(below) + 1
        parents = np.fromiter((node for node, _ in below), np.int64, len(below))
        codes = np.fromiter((ord(char) for _, char in below), np.int64, len(below))
        ids, leaf = np.full(count, -1, np.int64), np.ones(count, bool)
        ids[list(ends)] = list(ends.values())
        leaf[parents] = False
        return cls(PairTable(parents << 32 | codes, np.arange(1, count)), ids, leaf)

    def step(self, nodes: Ints, codes: Ints) -> Ints:
        """The node below each of n nodes by a character, or NOWHERE."""
        found = self.edges.ranks(nodes, codes)
        return np.where(found < len(self.ids), found, NOWHERE)
