"""Lattices: every piece in a row with room, the path taken by each side."""

from tokparity.reference_impl.contract import Encoding
from tokparity.reference_impl.traces import Edge, StageTrace, Trace
from tokparity.reports.views.pictures.lattice_paths import first_unlike, lattice_paths

ONE = (
    Edge(0, 1, "a", -1.0, taken=False),
    Edge(0, 2, "ab", -1.5, taken=True),
    Edge(1, 2, "b", -2.0, taken=False),
    Edge(1, 3, "bc", -0.25, taken=False),
    Edge(2, 3, "c", None, taken=True),
)


def test_pieces_that_overlap_are_in_rows_of_their_own():
    (side,) = lattice_paths("abc", [ONE]).sides
    pieces = side.boxes[3:]
    rows = {box.text: box.y for box in pieces}
    assert rows["a"] == rows["b"] == rows["c"] < rows["ab"] < rows["bc"]
    for one in pieces:
        for other in pieces:
            if one is not other and one.y == other.y:
                assert one.x + one.width <= other.x or other.x + other.width <= one.x
    assert side.height == max(rows.values()) + 34


def test_what_is_taken_and_what_the_other_side_does_not_take():
    other = tuple(Edge(e.start, e.end, e.text, e.score, taken=e.text in ("a", "bc")) for e in ONE)
    sides = lattice_paths("abc", [ONE, other]).sides
    taken = [[(box.text, box.odd) for box in side.boxes[3:] if box.last] for side in sides]
    assert taken == [[("c", True), ("ab", True)], [("a", True), ("bc", True)]]
    labels = {box.text: box.label for box in sides[0].boxes[3:]}
    assert labels == {"a": "-1", "ab": "-1.5", "b": "-2", "bc": "-0.25", "c": "unknown"}


def test_a_long_word_is_not_drawn():
    assert lattice_paths("a" * 41, [()]) is None
    assert lattice_paths("", [()]) is None


def test_the_first_word_that_two_sides_cut_otherwise_is_drawn():
    other = tuple(Edge(e.start, e.end, e.text, e.score, taken=e.text in ("a", "bc")) for e in ONE)
    left, right = (
        Trace((StageTrace("model", "Unigram", (), (), words),), Encoding(()))
        for words in ((("ab", ONE[:3]), ("abc", ONE)), (("ab", ONE[:3]), ("abc", other)))
    )
    drawn = first_unlike(left, right, "ab abc")
    assert (drawn.word, drawn.kind) == ("abc", "lattice")
    assert any(box.odd for side in drawn.sides for box in side.boxes)
    assert first_unlike(left, left, "ab abc") is None
