"""Rows of chunks put together: ids, ranges from each text's start, where texts end."""

from tokparity.reference_impl.batch.chunk import chunk_of
from tokparity.reference_impl.batch.chunk_rows import joined


def test_each_text_counts_from_its_own_start():
    one = chunk_of([1, 2], [0, 3, 3, 5], ["abc", "de"], 5)
    two = chunk_of([3], [-1, 2], [" fg"], 2)
    nothing = chunk_of([], [], [], 1)
    found = joined([[one, two, two], [nothing, two], [one]])
    assert found.ids.tolist() == [1, 2, 3, 3, 3, 1, 2]
    assert found.bounds == [0, 4, 5, 7]
    assert found.offsets.tolist() == [0, 3, 3, 5, 5, 8, 8, 11, 1, 4, 0, 3, 3, 5]


def test_no_texts():
    found = joined([])
    assert (found.ids.tolist(), found.offsets.tolist(), found.bounds) == ([], [], [0])
