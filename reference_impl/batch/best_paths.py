"""`BestPaths`: the best way to cut each of many words into pieces, found for all at once.

Proof that a word's way is that of a search from its start, place by place (`models.hf.unigram`,
and the other Unigrams): all pieces that begin at one place of a word end at different places, and
a sum at a place is final when the search comes there, as no piece is empty. So those that begin n
characters behind their word's start are added in one round, behind round n - 1, each sum by the
same single addition. Of the sums that lead to a place a later one counts where it is greater: of
equals the first. A character that is no piece leads on at the cost of an unknown one, and nothing
else from there comes to the same place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.trie_table import NOWHERE, TrieTable

_CODES = 0x110000
UNKNOWN = -2


@dataclass(frozen=True)
class BestPaths:
    """`trie` of the pieces; `roots`, by character: the node below the root, 0 where there is none;
    `scores`, by node. `unknown`: what a character without a piece costs; `real`: in what sums are
    counted, float32 or float64."""

    trie: TrieTable
    roots: NDArray[np.int32]
    scores: NDArray[Any]
    unknown: float

    @classmethod
    def of(
        cls, pieces: Mapping[str, int], scores: Sequence[float], unknown: float, real: Any
    ) -> "BestPaths":
        """Of pieces by their ids, and scores by id."""
        trie = TrieTable.of((piece, number) for piece, number in pieces.items() if piece)
        firsts = np.array(sorted({ord(piece[0]) for piece in pieces if piece}), np.int64)
        roots = np.zeros(_CODES, np.int32)
        roots[firsts] = trie.step(np.zeros(len(firsts), np.int64), firsts)
        by_id = np.append(np.array(scores, real), real(0))
        return cls(trie, roots, by_id[trie.ids], unknown)

    def edges(self, codes: Ints, ends: Ints) -> tuple[Ints, Ints, Ints]:
        """Where each piece begins that is found before the end of its word, and ends, and its node,
        the shorter before the longer."""
        trie = self.trie
        at = np.arange(len(codes))
        nodes = self.roots[codes].astype(np.int64)
        starts, lengths, found = [], [], []
        size = 1
        while len(at):
            piece = np.flatnonzero(trie.ids[nodes] >= 0)
            starts.append(at[piece])
            found.append(nodes[piece])
            lengths.append(len(piece))
            on = np.flatnonzero(~trie.leaf[nodes] & (at + size < ends[at]) & (nodes > 0))
            at, nodes = at[on], nodes[on]
            nodes = trie.step(nodes, codes[at + size])
            on = np.flatnonzero(nodes != NOWHERE)
            at, nodes = at[on], nodes[on]
            size += 1
        start = np.concatenate(starts)
        sizes = np.repeat(np.arange(1, len(lengths) + 1), lengths)
        return start, start + sizes, np.concatenate(found)

    def ways(self, codes: Ints, sizes: Ints) -> tuple[Ints, Ints, Ints]:
        """Of words of these `sizes`, none of them empty, which follow each other: where each token
        begins, and ends, and its id, or UNKNOWN of a character that is no piece."""
        firsts = np.cumsum(sizes) - sizes
        word = np.repeat(np.arange(len(sizes)), sizes)
        starts, ends, nodes = self.edges(codes, (firsts + sizes)[word])
        lost = np.flatnonzero(self.trie.ids[self.roots[codes]] < 0)
        ids = np.concatenate((self.trie.ids[nodes], np.full(len(lost), UNKNOWN)))
        real = self.scores.dtype
        scores = np.concatenate((self.scores[nodes], np.full(len(lost), self.unknown, real)))
        starts, ends = np.concatenate((starts, lost)), np.concatenate((ends, lost + 1))
        within = (starts - firsts[word[starts]]).astype(
            np.uint16 if sizes.max() < 1 << 16 else np.int64
        )
        order = np.argsort(within, kind="stable")
        rounds = np.append(0, np.cumsum(np.bincount(within)))
        starts, ends, ids, scores = starts[order], ends[order], ids[order], scores[order]
        # Each word has one place more, that of its end.
        shift = word[starts]
        tails, heads = starts + shift, ends + shift
        sums = np.full(len(codes) + len(sizes), -np.inf, real)
        came = np.zeros(len(sums), np.int64)
        begins = firsts + np.arange(len(sizes))
        sums[begins] = 0
        for a, b in zip(rounds[:-1].tolist(), rounds[1:].tolist(), strict=True):
            to = heads[a:b]
            total = sums[tails[a:b]] + scores[a:b]
            better = np.flatnonzero(total > sums[to])
            to = to[better]
            sums[to] = total[better]
            came[to] = better + a
        taken = np.zeros(len(starts), np.bool_)
        place = begins + sizes
        while len(place):
            edge = came[place]
            taken[edge] = True
            place = tails[edge]
            on = np.flatnonzero(place > begins)
            place, begins = place[on], begins[on]
        chosen = np.flatnonzero(taken)
        chosen = chosen[np.argsort(starts[chosen])]
        return starts[chosen], ends[chosen], ids[chosen]
