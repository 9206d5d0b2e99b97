from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokparity.reference_impl.compiled import pairs as module
from tokparity.reference_impl.compiled.blocks import Blocks, Damaged, blocks_of
from tokparity.reference_impl.compiled.pairs import Pairs, pair_sections, whole_merges
from tokparity.reference_impl.compiled.strings import Uncompiled
from tokparity.reference_impl.models.merging import pair_key

KEY = b"k" * 32
ids = st.integers(0, 5) | st.integers(0, (1 << 31) - 1)
keys = st.builds(pair_key, ids, ids)


def blocks_with(sections: dict[str, bytes], path: Path) -> Blocks:
    path.write_bytes(blocks_of({}, sections, KEY))
    return Blocks(str(path), KEY)


@given(st.lists(st.tuples(keys, ids), unique_by=lambda it: it[0]), st.lists(keys))
def test_every_pair_has_its_rank_and_no_other_has_one(tmp_path_factory, given, others):
    merges = {pair: rank for rank, (pair, _) in enumerate(given)}
    products = [product for _, product in given]
    path = tmp_path_factory.mktemp("pairs") / "file"
    blocks = blocks_with(pair_sections(merges, products), path)
    pairs = Pairs(blocks)
    assert all(pairs.rank_of(pair) == merges.get(pair) for pair in [*merges, *others])
    assert pairs.count == len(merges)
    whole, made = whole_merges(blocks)
    assert (list(whole.items()), made) == (list(merges.items()), products)


def test_a_pair_that_is_there_twice():
    with pytest.raises(Uncompiled, match="twice"):
        pair_sections({pair_key(1, 2): 1}, [3, 4])


def test_too_many_pairs_of_one_hash(monkeypatch):
    monkeypatch.setattr(module, "_SPREAD", 0)
    with pytest.raises(Uncompiled, match="hashes"):
        pair_sections({at: at for at in range(65)}, [0] * 65)


def test_ranks_without_a_product(tmp_path):
    sections = pair_sections({7: 0, 8: 1}, [0, 0])
    blocks = blocks_with(sections | {"pairs.products": b"\0" * 4}, tmp_path / "file")
    with pytest.raises(Damaged):
        whole_merges(blocks)
