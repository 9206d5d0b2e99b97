"""`SurePaths`: the best paths of words in the middle of a text, and how sure they are.

Sums of 32 bits run through a whole text: what stands before a word makes them round otherwise. Here
they are counted from the word's start, in 64 bits.

Proof of when its path is the same behind a sum P. Let no sum within the word be more than B, 2u the
distance of numbers of 32 bits below B, and S the sums as they are here. A place n characters behind
the word's start is reached by n additions at most, each off by u at most. So its sum is P + S, off
by n u at most: also where another way wins, as the greatest of several numbers is off by no more
than they are. At a place on the path, where S of the best way is more than 2 n u greater than that
of every other, that way wins. `peaks` bound B. `limits` are what B may be: the least over the path
of that lead divided by n is more than 2u, B being a power of two. A thousandth is left for the
rounding of 64 bits.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tokparity.reference_impl.batch.best_paths import BestPaths, Edges
from tokparity.reference_impl.batch.pair_table import Ints
from tokparity.reference_impl.batch.token_rows import bounds_of

Reals = NDArray[np.float64]
_LEFT = 0.999
_MANTISSA = 24
"""Bits of a number of 32 bits."""


@dataclass(frozen=True)
class Sureness:
    """Of n words: the `sums` of their paths, the `peaks` of all that is summed up in each, and the
    `limits` that no sum may come to. None is below 0."""

    sums: Reals
    peaks: Reals
    limits: Reals

    def holds(self, words: Ints) -> "NDArray[np.bool_]":
        """Which texts are as sure as all their words, of which each has so many; a hundredth is
        left for the rounding of the sums before.

        >>> some = Sureness(*map(np.array, ([3.0, 4.0, 9.0], [4.0, 5.0, 9.0], [8.0, 8.0, 16.0])))
        >>> some.holds(np.array([1, 1, 1])).tolist(), some.holds(np.array([2, 0, 1])).tolist()
        ([True, True, True], [False, True, True])
        """
        upto, bounds = np.append(0.0, np.cumsum(self.sums)), bounds_of(words)
        before = upto[:-1] - np.repeat(upto[bounds[:-1]], words)
        unsure = np.flatnonzero((before + self.peaks) * 1.01 + 1 >= self.limits)
        found = np.ones(len(words), np.bool_)
        found[np.searchsorted(bounds, unsure, "right") - 1] = False
        return found


def sure_ways(
    paths: BestPaths, codes: Ints, sizes: Ints
) -> tuple[tuple[Ints, Ints, Ints], Sureness]:
    """As `BestPaths.ways`; and how sure they are."""
    if not len(codes):
        return (codes, codes, codes), Sureness(*np.zeros((3, 0)))
    edges = paths.edges(codes, sizes)
    sums = np.full(len(codes) + len(sizes), -np.inf)
    leads, came = np.full(len(sums), np.inf), np.zeros(len(sums), np.int32)
    sums[edges.firsts] = 0
    tails, heads, scores = edges.tails, edges.heads, edges.scores
    for a, b in pairwise(edges.rounds):
        to = heads[a:b]
        total, best = sums[tails[a:b]] + scores[a:b], sums[to]
        lead = total - best
        won = lead > 0
        leads[to] = np.where(won, lead, np.minimum(leads[to], -lead))
        sums[to] = np.maximum(total, best)
        better = np.flatnonzero(won)
        came[to[better]] = better + a
    largest = float(np.abs(paths.scores).max())
    peaks = np.maximum.reduceat(np.abs(sums), edges.firsts) + largest
    sureness = Sureness(np.abs(sums[edges.lasts]), peaks, _limits(edges, came, leads))
    return paths.tokens(edges, edges.taken(came, len(codes))), sureness


def _limits(edges: Edges, came: "NDArray[np.int32]", leads: Reals) -> Reals:
    """By the least of the leads on each word's path, divided by how far it has come."""
    least = np.full(len(edges.lasts), np.inf)
    word, last, first = np.arange(len(edges.lasts)), edges.lasts, edges.firsts
    while len(last):
        least[word] = np.minimum(least[word], leads[last] / (last - first))
        last = edges.tails[came[last]].astype(np.int64)
        on = np.flatnonzero(last > first)
        word, last, first = word[on], last[on], first[on]
    _, exponents = np.frexp(least * _LEFT)
    limits = np.ldexp(1.0, exponents + _MANTISSA - 1)
    return np.where(np.isinf(least), np.inf, np.where(least > 0, limits, 0.0))
