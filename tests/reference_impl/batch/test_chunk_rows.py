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


def test_ids_around_each_text_have_no_range():
    one, two = chunk_of([5, 6], [0, 1, 1, 2], ["a", "b"], 2), chunk_of([7], [-1, 1], [" c"], 1)
    found = joined([[one, two], [two]], [1], [2, 3])
    assert found.ids.tolist() == [1, 5, 6, 7, 2, 3, 1, 7, 2, 3]
    assert found.bounds == [0, 6, 10]
    spans = found.offsets.reshape(-1, 2).tolist()
    assert spans[:6] == [[0, 0], [0, 1], [1, 2], [2, 4], [0, 0], [0, 0]]
    assert spans[6:] == [[0, 0], [-1, 1], [0, 0], [0, 0]]
    assert joined([], [1], [2]).bounds == [0]
