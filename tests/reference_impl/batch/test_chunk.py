"""A chunk holds its numbers as bytes."""

from array import array

from tokparity.reference_impl.batch.chunk import WHOLE, chunk_of


def test_numbers_are_32_bits_each():
    chunk = chunk_of([7, 1 << 30], [0, 1, 1, 2], ["a", "b"], 2)
    assert array("i", chunk.ids).tolist() == [7, 1 << 30]
    assert array("i", chunk.positions).tolist() == [0, 1, 1, 2]
    assert (chunk.size, chunk.texts, chunk.whole) == (3, ("a", "b"), False)
    assert WHOLE.whole
