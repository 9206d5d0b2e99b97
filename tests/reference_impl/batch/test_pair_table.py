import random

import numpy as np

from tokparity.reference_impl.batch.pair_table import PairTable
from tokparity.reference_impl.models.merging import NO_RANK, pair_key


def table_of(pairs: dict[int, int]) -> PairTable:
    return PairTable(np.array(list(pairs), np.int64), np.array(list(pairs.values()), np.int64))


def test_every_pair_has_its_rank_and_no_other_has_one():
    generator = random.Random(1)
    pairs = {
        pair_key(generator.randrange(1 << 31), generator.randrange(300)): rank
        for rank in range(3000)
    }
    table = table_of(pairs)
    keys = [*pairs, *(generator.randrange(1 << 62) for _ in range(3000))]
    found = table.ranks(np.array(keys) >> 32, np.array(keys) & 0xFFFFFFFF)
    assert found.tolist() == [pairs.get(key, NO_RANK) for key in keys]


def test_slots_that_are_taken_lead_to_the_next_one(monkeypatch):
    """All keys in one slot, the last of the table: what is behind it is its beginning."""
    monkeypatch.setattr(
        PairTable, "_slots", lambda self, keys: np.full(len(keys), self._last, np.int64)
    )
    pairs = {pair_key(1, right): right for right in range(9)}
    found = table_of(pairs).ranks(np.full(12, 1), np.arange(12))
    assert found.tolist() == [*range(9), NO_RANK, NO_RANK, NO_RANK]


def test_no_symbol_has_no_pair():
    ranks = table_of({pair_key(0, 0): 0, (1 << 62): 3}).ranks
    assert ranks(np.array([0, -1, 0, -1]), np.array([0, 0, -1, -1])).tolist() == [0] + [NO_RANK] * 3


def test_no_pair_at_all():
    assert table_of({}).ranks(np.array([0]), np.array([1])).tolist() == [NO_RANK]
