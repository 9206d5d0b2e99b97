"""`BestPaths`: the best way to cut each of many words into pieces, found for all at once.

Proof that a word's way is that of a search from its start, place by place (`models.hf.unigram`,
and the other Unigrams): all pieces that begin at one place of a word end at different places, and
a sum at a place is final when the search comes there, as no piece is empty. So those that begin n
characters behind their word's start are added in one round, behind round n - 1, each sum by the
same single addition. Of the sums that lead to a place a later one counts where it is greater: of
equals the first. A character that is no piece leads on at the cost of an unknown one, and nothing
else from there comes to the same place. A word in which no piece of several characters is found has
one way: it is not searched.

From where rounds are small on, as only long words have any, their edges are added one by one, in
the same order. A sum of two numbers of 32 bits that is rounded to 64 and then to 32 is that of 32,
as 64 have more than twice as many digits, and two.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.piece_trie import PieceTrie, Places
from tokparity.reference_impl.batch.steps import places_of

FEW = 16
"""Edges of a round, or words, that cost less one by one."""


@dataclass(frozen=True)
class Edges:
    """All ways on from each place of words, those of one round behind those of the one before:
    where in the characters each `starts` and `ends`, its node and its score; `rounds`: where each
    round begins, and the last one ends. Each word has a place more, that of its end: of these are
    `tails`, `heads`, and the words' `firsts` and `lasts`."""

    starts: Places
    ends: Places
    nodes: Places
    scores: NDArray[Any]
    rounds: Sequence[int]
    tails: Places
    heads: Places
    firsts: Ints
    lasts: Ints

    def taken(self, came: Places, count: int) -> Places:
        """The edges that lead to the ends of words of `count` characters, one behind the other.
        `came`, by place: the edge that leads there."""
        by_start = np.full(count, -1, np.int32)
        last, first = self.lasts.astype(np.int32), self.firsts
        while len(last) > FEW:
            edge = came[last]
            by_start[self.starts[edge]] = edge
            last = self.tails[edge]
            on = places_of(last > first)
            last, first = last[on], first[on]
        by, starts, tails = came.data, self.starts.data, self.tails.data
        for at, begin in zip(last.tolist(), first.tolist(), strict=True):
            while at > begin:
                number = by[at]
                by_start[starts[number]] = number
                at = tails[number]
        return by_start[by_start >= 0]

    def small_rounds(self) -> int:
        """The first round of those at the end that have few edges each."""
        rounds = np.array(self.rounds)
        large = places_of(rounds[1:] - rounds[:-1] > FEW)
        return int(large[-1]) + 1 if len(large) else 0


@dataclass(frozen=True)
class BestPaths:
    """`scores`, by node of the trie, as the numbers that are summed; at node 0 what a character
    costs that is no piece."""

    trie: PieceTrie
    scores: NDArray[Any]

    @classmethod
    def of(
        cls,
        pieces: Mapping[str, int],
        scores: Sequence[float],
        unknown: float,
        real: type,
        known: object = None,
    ) -> "BestPaths":
        """Of pieces by their ids, and scores by id; sums are of float32, or of float64. `known`: as
        of `PieceTrie.of`."""
        trie = PieceTrie.of(pieces, known)
        by_id = np.append(np.array(scores, real), np.zeros(2, real))  # -1 and -2: of no piece
        by_node: NDArray[Any] = by_id[trie.ids]
        by_node[0] = unknown
        return cls(trie, by_node)

    def ways(self, codes: Ints, sizes: Ints) -> tuple[Ints, Ints, Ints]:
        """Of words of these `sizes`, none of them empty, which follow each other: where each token
        begins, and ends, and its id, or UNKNOWN of a character that is no piece."""
        if not len(codes):
            return codes, codes, codes
        nodes, longer = self.trie.single(codes), self.trie.longer(codes, sizes)
        lengths = np.ones(len(codes), np.int32)
        if len(longer[0]):
            begins = np.zeros(len(codes), np.bool_)
            begins[longer[0]] = True
            has_several = np.logical_or.reduceat(begins, sizes.cumsum() - sizes)
            some = places_of(has_several.repeat(sizes))
            number = np.empty(len(codes), np.int32)
            number[some] = np.arange(len(some))
            edges = self._edges(nodes[some], sizes[has_several], number[longer[0]], *longer[1:])
            taken = self._taken(edges, len(some))
            lengths[some] = 0
            at = some[edges.starts[taken]]
            lengths[at] = edges.ends[taken] - edges.starts[taken]
            nodes[at] = edges.nodes[taken]
        starts = places_of(lengths > 0)
        return starts, starts + lengths[starts], self.trie.ids[nodes[starts]].astype(np.int64)

    def _taken(self, edges: Edges, count: int) -> Places:
        """The edges of the best ways of words of `count` characters."""
        sums = np.full(count + len(edges.firsts), -np.inf, self.scores.dtype)
        came = np.zeros(len(sums), np.int32)
        sums[edges.firsts] = 0
        tails, heads, scores = edges.tails, edges.heads, edges.scores
        small = edges.small_rounds()
        for a, b in pairwise(edges.rounds[: small + 1]):
            to = heads[a:b]
            total = sums[tails[a:b]] + scores[a:b]
            better = places_of(total > sums[to])
            to = to[better]
            sums[to] = total[better]
            came[to] = better + a
        _add(edges, edges.rounds[small], sums, came)
        return edges.taken(came, count)

    def tokens(self, edges: Edges, some: Places) -> tuple[Ints, Ints, Ints]:
        """Where the tokens of some edges begin, and end, and their ids."""
        found = edges.starts[some], edges.ends[some], self.trie.ids[edges.nodes[some]]
        starts, ends, ids = (each.astype(np.int64) for each in found)
        return starts, ends, ids

    def edges(self, codes: Ints, sizes: Ints) -> Edges:
        """Of words of these sizes, none of them empty."""
        return self._edges(self.trie.single(codes), sizes, *self.trie.longer(codes, sizes))

    def _edges(
        self, single: Places, sizes: Ints, begins: Places, lengths: Places, longer: Places
    ) -> Edges:
        """By the node of each character; and where longer pieces begin, their lengths and nodes."""
        count, firsts = len(single), sizes.cumsum() - sizes
        word = np.arange(len(sizes), dtype=np.int32).repeat(sizes)
        starts = np.concatenate((np.arange(count, dtype=np.int32), begins))
        ends = starts + np.int32(1)
        ends[count:] = begins + lengths
        nodes = np.concatenate((single, longer))
        within = np.arange(count) - firsts[word]
        short = np.uint16 if sizes.max() < 1 << 16 else np.int64  # these are sorted soonest
        rank = within.astype(short)[starts]
        order = rank.argsort(kind="stable")
        rounds = [0, *np.bincount(rank).cumsum().tolist()]
        starts, ends, nodes = starts[order], ends[order], nodes[order]
        shift, firsts = word[starts], firsts + np.arange(len(sizes))
        columns = starts, ends, nodes, self.scores[nodes], rounds
        return Edges(*columns, starts + shift, ends + shift, firsts, firsts + sizes)


def _add(edges: Edges, first: int, sums: NDArray[Any], came: Places) -> None:
    """Add the edges from the first of small rounds on, one by one."""
    best, by, rounded = sums.data, came.data, np.zeros(1, sums.dtype).data
    columns = (each[first:].tolist() for each in (edges.tails, edges.heads, edges.scores))
    for number, (tail, head, score) in enumerate(zip(*columns, strict=True), first):
        rounded[0] = best[tail] + score
        if (total := rounded[0]) > best[head]:
            best[head], by[head] = total, number
