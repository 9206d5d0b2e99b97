import numpy as np
import pytest

from tokparity.reference_impl.batch.piece_trie import BITS, PieceTrie, edges_of
from tokparity.reference_impl.compiled.blocks import Damaged
from tokparity.reference_impl.compiled.mapped import Table
from tokparity.reference_impl.compiled.mapped_trie import MappedTrie
from tokparity.reference_impl.models.lookup.trie import Trie

VALUES = {"a": 1, "abc": 2, "abd": 3, "b": 0, "漢字": 4, "漢字語": 5}
TEXTS = ["xabcd", "abd", "ab", "漢字語", "", "bb"]


def mapped_trie(after: int, table: Table) -> MappedTrie:
    """Of which so many look-ups succeed."""
    every, ids = edges_of(VALUES)
    firsts = np.append(0, np.cumsum(np.bincount(every >> BITS, minlength=len(ids)))).tolist()
    codes = (every & (1 << BITS) - 1).tolist()
    left = [after]

    def first(node: int) -> int:
        left[0] -= 1
        if left[0] < 0:
            raise Damaged
        return firsts[node]

    def arrays() -> list[np.ndarray]:
        if after == 0:
            raise Damaged
        return [np.array(firsts), np.array(codes), ids]

    return MappedTrie(table, VALUES, (first, codes.__getitem__, ids.tolist().__getitem__), arrays)


@pytest.mark.parametrize("after", range(40))
def test_matches_of_a_file_that_is_damaged_by_and_by(after):
    plain = Trie(VALUES)
    trie = mapped_trie(after, Table(lambda: Trie(VALUES)))
    for text in TEXTS:
        for start in range(len(text)):
            assert trie.matches(text, start) == plain.matches(text, start)
            assert trie.longest(text, start) == plain.longest(text, start)


def test_a_place_is_asked_for_once():
    trie = mapped_trie(1 << 30, Table(lambda: pytest.fail("was read")))
    assert trie.root.next.get("a") is trie.root.next.get("a")
    assert trie.root.next.get("x") is None


@pytest.mark.parametrize("after", [0, 1])
def test_its_edges(after):
    found = mapped_trie(after, Table(lambda: pytest.fail("was read"))).edges()
    assert [(it.dtype, it.tolist()) for it in found] == [
        (it.dtype, it.tolist()) for it in edges_of(VALUES)
    ]


def test_a_trie_in_arrays_takes_them():
    trie = mapped_trie(1, Table(lambda: pytest.fail("was read")))
    made, plain = PieceTrie.of({}, trie), PieceTrie.of(VALUES)
    assert all(
        (a == b).all() for a, b in zip(vars(made).values(), vars(plain).values(), strict=True)
    )
