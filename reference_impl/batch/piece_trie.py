"""`PieceTrie`: every piece that is found at every place of many words, by a trie in arrays.

An edge, from a node by a character to a node below, stands in the slot of a hash table that its
key hashes to, or the first free one behind it; its key is compared. Node 0 is no piece's: it stands
for nowhere. Not `trie_table`, whose nodes one steps to from anywhere: here all places are walked
from the root, and only as far as their words go.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.steps import places_of
from tokparity.reference_impl.batch.word_bytes import Flags

Places = NDArray[np.int32]
UNKNOWN = -2
"""The id at node 0: that of a character which is no piece."""
_INSIDE = -1
_CODES, BITS = 0x110000, 21
"""Characters, and bits of one."""
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_FREE = -1
_NOWHERE, _ONE = np.zeros(0, np.int32), np.int32(1)
_SLOTS = 4
"""So many for each edge, at least."""


@runtime_checkable
class WithEdges(Protocol):
    """A look-up of pieces that are in a file (`compiled.mapped_trie`)."""

    def edges(self) -> tuple[Ints, Places]:
        """As `edges_of` these pieces."""
        ...


@dataclass(frozen=True)
class PieceTrie:
    """`ids`, by node: that of the piece, else below 0; `goes_on`, by node: whether others are below
    it. `roots`, by character: the node of one character, or 0. `slots`: the keys of edges, and
    `below` the nodes that they lead to."""

    ids: Places
    goes_on: Flags
    roots: Places
    slots: Ints
    below: Places

    @classmethod
    def of(cls, pieces: Mapping[str, int], known: object = None) -> "PieceTrie":
        """Of pieces with their ids, without the empty one. `known`: a look-up of them, if there is
        one, which may have the edges already.

        >>> trie = PieceTrie.of({"ab": 7, "a": 5})
        >>> starts, sizes, nodes = trie.longer(np.array([97, 98]), np.array([2]))
        >>> starts.tolist(), sizes.tolist(), trie.ids[nodes].tolist()
        ([0], [2], [7])
        >>> trie.ids[trie.single(np.array([97, 98]))].tolist()
        [5, -2]
        """
        every, ids = known.edges() if isinstance(known, WithEdges) else edges_of(pieces)
        return cls.with_edges(every, ids)

    @classmethod
    def with_edges(cls, every: Ints, ids: Places) -> "PieceTrie":
        """As `edges_of` gives them."""
        roots = np.zeros(_CODES, np.int32)
        one = every[every >> BITS == 0]
        roots[one] = 1 + np.arange(len(one))
        goes_on = np.zeros(len(ids), np.bool_)
        goes_on[every[len(one) :] >> BITS] = True
        return cls(ids, goes_on, roots, *_hashed(every))

    def single(self, codes: Ints) -> Places:
        """The node of each character, or 0 where it is no piece."""
        nodes = self.roots[codes]
        nodes[self.ids[nodes] < 0] = 0
        return nodes

    def longer(self, codes: Ints, sizes: Ints) -> tuple[Places, Places, Places]:
        """Of words of these sizes: where each piece of several characters begins that is found
        before the end of its word, how many it has, and its node."""
        is_last = np.zeros(len(codes), np.bool_)
        is_last[sizes.cumsum() - 1] = True
        nodes, at = self.roots[codes], np.arange(len(codes), dtype=np.int32)
        starts, lengths, found = [_NOWHERE], [0], [_NOWHERE]
        while True:
            on = places_of(self.goes_on[nodes] & ~is_last[at])
            if not len(on):
                break
            at = at[on] + _ONE
            nodes = self._step(nodes[on], codes[at])
            there = places_of(nodes > 0)
            at, nodes = at[there], nodes[there]
            piece = places_of(self.ids[nodes] >= 0)
            starts.append(at[piece] - np.int32(len(starts)))
            lengths.append(len(piece))
            found.append(nodes[piece])
        several = np.arange(1, len(starts) + 1, dtype=np.int32).repeat(lengths)
        return np.concatenate(starts), several, np.concatenate(found)

    def _step(self, nodes: Places, codes: Ints) -> Places:
        """The node below each by a character, or 0."""
        keys = nodes.astype(np.int64) << BITS | codes
        slots = _slots_of(keys, len(self.slots))
        there = self.slots[slots]
        hit = there == keys
        below: Places = np.where(hit, self.below[slots], np.int32(0))
        ask = places_of(~hit & (there != _FREE))
        slots = slots[ask]
        while len(ask):
            slots = slots + 1 & len(self.slots) - 1
            there = self.slots[slots]
            hit = there == keys[ask]
            below[ask[hit]] = self.below[slots[hit]]
            on = ~hit & (there != _FREE)
            ask, slots = ask[on], slots[on]
        return below


def edges_of(pieces: Mapping[str, int]) -> tuple[Ints, Places]:
    """The keys of all edges, of which the i-th leads to node i + 1: the node above, moved up by
    `BITS`, and the character. And the id of each node."""
    texts = [piece for piece in pieces if piece]
    codes = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
    sizes = np.fromiter(map(len, texts), np.int64, len(texts))
    numbers = np.fromiter(map(pieces.__getitem__, texts), np.int64, len(texts))
    firsts = np.cumsum(sizes) - sizes
    nodes = np.zeros(len(texts), np.int64)
    keys = [np.zeros(0, np.int64)]
    ended = [(np.zeros(1, np.int64), np.array([UNKNOWN]))]
    left, depth, count = np.arange(len(texts)), 0, 1
    while len(left):
        key = nodes[left] << BITS | codes[firsts[left] + depth]
        distinct, which = np.unique(key, return_inverse=True)
        keys.append(distinct)
        nodes[left] = count + which
        count += len(distinct)
        depth += 1
        ends = sizes[left] == depth
        ended.append((nodes[left[ends]], numbers[left[ends]]))
        left = left[~ends]
    every = np.concatenate(keys)
    ids = np.full(count, _INSIDE, np.int32)
    for some, of_some in ended:
        ids[some] = of_some
    return every, ids


def _slots_of(keys: Ints, count: int) -> Ints:
    shift = np.uint64(65 - count.bit_length())
    return (keys.view(np.uint64) * _SPREAD >> shift).view(np.int64)


def _hashed(keys: Ints) -> tuple[Ints, Places]:
    """The slots of edges; the i-th leads to node i + 1."""
    count = 1 << max(4, (_SLOTS * len(keys)).bit_length())
    table, below = np.full(count, _FREE, np.int64), np.zeros(count, np.int32)
    nodes = np.arange(1, len(keys) + 1, dtype=np.int32)
    slots = _slots_of(keys, count)
    while len(keys):
        free = table[slots] == _FREE
        table[slots[free]] = keys[free]  # of several the last one stays
        placed = table[slots] == keys
        below[slots[placed]] = nodes[placed]
        keys, nodes = keys[~placed], nodes[~placed]
        slots = slots[~placed] + 1 & count - 1
    return table, below
