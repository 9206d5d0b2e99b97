"""No two edges stand in one slot, however many a node has."""

import numpy as np
import pytest

from tokparity.reference_impl.batch import edge_slots as module
from tokparity.reference_impl.batch.edge_slots import placed


def edges_of(sizes, classes):
    """So many edges of each node, of distinct classes each."""
    rng = np.random.default_rng(0)
    parents = np.repeat(np.arange(len(sizes)), sizes)
    picked = [np.sort(rng.permutation(classes)[:size]) + 1 for size in sizes]
    return parents, np.concatenate(picked).astype(np.int64)


@pytest.mark.parametrize("trials", [0, 5, 1 << 12])
@pytest.mark.parametrize(
    ("sizes", "classes"),
    [
        ([1] * 500, 30),
        ([900] * 3 + [0, 1, 2] * 200, 1000),
        ([60] * 200, 700),
        ([3], 3),
    ],
)
def test_each_edge_has_a_slot_of_its_own(monkeypatch, sizes, classes, trials):
    monkeypatch.setattr(module, "_TRIALS", trials)
    parents, of = edges_of(sizes, classes)
    moved, slots, count = placed(parents, of, len(sizes))
    assert len(np.unique(slots)) == len(slots)
    assert slots.min() >= 0
    assert max(slots.max(), moved.max() + of.max()) < count
    stands = moved[parents] >= 0
    assert (slots == moved[parents] + of)[stands].all()
    assert stands.all() == (trials > 5 or (trials > 0 and len(slots) in (3, 500)))
    assert not moved[np.bincount(parents, minlength=len(sizes)) == 0].any()


def test_nodes_with_many_edges_get_slots_at_the_end_but_no_more_than_as_many_again(monkeypatch):
    """Of 60 among 700 classes no number lets each node fit where a third is taken."""
    parents, of = edges_of([60] * 200, 700)
    size = 1 << (3 * len(of)).bit_length()
    assert size < placed(parents, of, 200)[2] <= 2 * size + 2 * 701
    monkeypatch.setattr(module, "_MISSES", 1 << 12)
    assert (placed(parents, of, 200)[0] < 0).any()
