"""`TrieTable`: tries walked from many places at once.

The edges below a node are moved, all by one number, to slots that are free (`edge_slots`); the slot
of an edge is the node to which it leads. So one step from each of many nodes is three look-ups.
Proof that a step is right: a slot says which node it is below, and from one node each character has
a slot of its own. Nodes for which no number was found have their edges in a `PairTable`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.edge_slots import placed
from tokparity.reference_impl.batch.pair_table import Ints, PairTable
from tokparity.reference_impl.batch.word_bytes import Flags

Nodes = NDArray[np.int32]
_CODES = 0x110000


@dataclass(frozen=True)
class TrieTable:
    """`ids`, by node: that of the text which leads there, or -1. The root of the first texts is
    node 0, of the second 1.

    `classes`, by code point: a number, 0 of what is in no text; `moved`, by node; `above`, by node;
    `others`: the edges of nodes that are not moved.

    >>> trie = TrieTable.of({"ab": 7, "a": 5})
    >>> nodes, there = trie.below(np.zeros(2, np.int32), trie.classes[[ord("a"), ord("b")]])
    >>> there.tolist(), trie.ids[nodes[0]].item()
    ([True, False], 5)
    """

    classes: Nodes
    moved: Nodes
    above: Nodes
    ids: Nodes
    others: PairTable | None

    @classmethod
    def of(cls, *groups: Mapping[str, int]) -> "TrieTable":
        """Of groups of texts with their ids."""
        sorts = [*map(sorted, groups)]
        parents, codes, ends = _edges(sorts)
        letters, numbers = np.unique(codes, return_inverse=True)
        classes = np.zeros(_CODES, np.int32)
        classes[letters] = np.arange(1, len(letters) + 1)
        roots, count = len(groups), len(groups) + len(codes)
        by_edge, slots, last = placed(parents, numbers + 1, count)
        size, names = roots + last, np.append(np.arange(roots), slots + roots)
        moved = np.zeros(size, np.int32)
        moved[names] = np.maximum(by_edge, 0) + roots
        ids = np.full(size, -1, np.int32)
        ids[names[ends]] = [
            group[it] for group, texts in zip(groups, sorts, strict=True) for it in texts
        ]
        above, below = names[parents], names[roots:]
        stands = by_edge[parents] >= 0
        owners = np.full(size, -1, np.int32)
        owners[below[stands]] = above[stands]
        others = None
        if not stands.all():
            lost = ~stands
            others = PairTable(above[lost] << 32 | numbers[lost] + 1, below[lost])
        return cls(classes, moved, owners, ids, others)

    def below(self, nodes: Nodes, classes: Nodes) -> tuple[Nodes, Flags]:
        """The node below each of n nodes by a character's class, and whether there is one: where
        there is none, the node is another one's."""
        below = self.moved.take(nodes) + classes  # quicker than by []
        there: Flags = self.above.take(below) == nodes
        if self.others is not None:
            found = self.others.ranks(nodes.astype(np.int64), classes.astype(np.int64))
            other = found < len(self.ids)
            below[other] = found[other]
            there |= other
        return below, there


def _edges(groups: Sequence[Sequence[str]]) -> tuple[Ints, Ints, Ints]:
    """Of sorted texts: the node above each edge and its code point, and each text's node. Edge n
    leads to the n-th node that is no root; those below a node stand together."""
    texts = [*chain.from_iterable(groups)]
    codes = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
    sizes = np.fromiter(map(len, texts), np.int64, len(texts))
    firsts = np.cumsum(sizes) - sizes
    nodes = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
    parents, letters = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    count, depth = len(groups), 0
    rows = np.flatnonzero(sizes)
    while len(rows):
        above, code = nodes[rows], codes[firsts[rows] + depth].astype(np.int64)
        new = np.append(True, (above[1:] != above[:-1]) | (code[1:] != code[:-1]))
        nodes[rows] = np.cumsum(new) + (count - 1)
        parents.append(above[new])
        letters.append(code[new])
        count, depth = count + len(parents[-1]), depth + 1
        rows = rows[sizes[rows] > depth]
    return np.concatenate(parents), np.concatenate(letters), nodes
