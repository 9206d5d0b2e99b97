"""Rows of chunks put together: ids, ranges from each text's start, where texts end."""

from tokparity.reference_impl.batch.chunk import WHOLE, chunk_of
from tokparity.reference_impl.batch.chunk_memory import ChunkMemory

MADE = {
    " abcde": chunk_of([1, 2], [0, 3, 3, 5], ["abc", "de"], 5),
    "fg": chunk_of([3], [-1, 2], [" fg"], 2),
    "x": chunk_of([], [], [], 1),
    "<s>": WHOLE,
}


def make(chunks):
    return {chunk: MADE[chunk] for chunk in chunks}


def test_each_text_counts_from_its_own_start():
    memory = ChunkMemory()
    for _ in range(2):
        rows, whole = memory.rows([[" abcde", "fg", "fg"], ["x", "fg"], [" abcde"]], make)
        assert rows.ids.tolist() == [1, 2, 3, 3, 3, 1, 2]
        assert rows.bounds == [0, 4, 5, 7]
        assert rows.offsets.tolist() == [0, 3, 3, 5, 5, 8, 8, 11, 1, 4, 0, 3, 3, 5]
        assert not whole
    assert {*memory.known} == {" abcde", "fg", "x"}


def test_no_texts():
    rows, whole = ChunkMemory().rows([], make)
    assert (rows.ids.tolist(), rows.offsets.tolist(), rows.bounds) == ([], [], [0])
    assert not whole


def test_texts_that_are_not_to_be_taken_apart_are_named():
    texts = [["fg"], ["fg", "<s>"], ["<s>", "x", "<s>"], ["x"]]
    rows, whole = ChunkMemory().rows(texts, make)
    assert whole == {1, 2}
    assert rows.ids[rows.bounds[3] : rows.bounds[4]].tolist() == []
    assert rows.ids[: rows.bounds[1]].tolist() == [3]
