"""`placed`: where the edges of a trie stand in one array, so that each is found by a sum.

The edge of a node by class c stands at the number that the node is moved by, and c. Numbers are
tried at random, for many nodes at once; those stay of whose edges none stands where another does.
"""

import numpy as np

from tokparity.reference_impl.batch.pair_table import Ints

_ROOM = 3
"""Slots for each edge, at least."""
_TRIALS, _MISSES = 1 << 12, 20
"""Of all nodes; and one after the other in vain, behind which a node gets slots at the end."""
_SPREAD, _MORE = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
_FOLD = np.uint64(29)


def placed(parents: Ints, classes: Ints, count: int) -> tuple[Ints, Ints, int]:
    """By how much the edges of each node are moved, -1 where that was not found; the slot of each
    edge; how many slots there are. Nodes with many edges come first, while there is room."""
    most = int(classes.max(initial=0))
    size = 1 << (_ROOM * len(parents)).bit_length()
    shift = np.uint64(64 - (size.bit_length() - 1))
    edges = np.bincount(parents, minlength=count)
    firsts = np.cumsum(edges) - edges
    owners = np.full(size + most + 1, -1, np.int64)
    moved = np.where(edges > 0, -1, 0)
    todo = np.flatnonzero(edges)
    todo = todo[np.argsort(-edges[todo], kind="stable")]
    missed = 0
    for trial in range(_TRIALS):
        if not len(todo):
            break
        some = todo[: max(1, size // int(2 * edges[todo[0]] ** 2))]
        mixed = (some.astype(np.uint64) + np.uint64(trial << 32)) * _SPREAD
        by = ((mixed ^ (mixed >> _FOLD)) * _MORE >> shift).view(np.int64)
        sizes = edges[some]
        ends = np.cumsum(sizes)
        at = np.repeat(firsts[some] - (ends - sizes), sizes) + np.arange(ends[-1])
        slots, who = np.repeat(by, sizes) + classes[at], np.repeat(some, sizes)
        free = owners[slots] < 0
        owners[slots[free]] = who[free]  # of several the last one stays
        mine = owners[slots] == who
        fits = np.logical_and.reduceat(mine, ends - sizes)
        owners[slots[mine & ~np.repeat(fits, sizes)]] = -1
        moved[some[fits]] = by[fits]
        missed = 0 if fits.any() else missed + 1
        if missed > _MISSES and len(owners) < 2 * size:
            missed, fits[0] = 0, True
            moved[some[0]] = len(owners)
            owners = np.append(owners, np.full(most + 1, -1, np.int64))
        todo = np.append(some[~fits], todo[len(some) :])
    slots = moved[parents] + classes
    lost = np.flatnonzero(moved[parents] < 0)
    slots[lost] = len(owners) + np.arange(len(lost))
    return moved, slots, len(owners) + len(lost)
