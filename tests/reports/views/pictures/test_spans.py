"""Boxes over symbols: as wide as their texts, one over the symbols that it spans."""

from tokparity.reports.views.pictures.spans import ROW, Span, picture


def span(text, start, end, row=0, label=None):
    return Span(text, start, end, row, label, last=True, odd=False)


def test_both_sides_have_the_same_columns():
    short, long = span("ab", 0, 2, 1, "1"), span("ab", 0, 2, 1, "a label that is long")
    symbols = [span("a", 0, 1), span("b", 1, 2)]
    drawn = picture("ab", [[*symbols, short], [*symbols, long]], "", "x")
    left, right = ([(box.x, box.width) for box in side.boxes] for side in drawn.sides)
    assert left == right
    assert left[2][1] >= 8 * len("≠ a label that is long")
    assert [side.height for side in drawn.sides] == [2 * ROW] * 2
    assert drawn.width == left[2][0] + left[2][1] + 4


def test_a_wide_letter_has_room():
    (side,) = picture("東", [[span("東", 0, 1)]], "", "x").sides
    assert side.boxes[0].width >= 2 * 8


def test_a_text_that_reorders_is_shown_escaped():
    (side,) = picture("\u202e", [[span("\u202e", 0, 1)]], "", "x").sides
    assert side.boxes[0].text == "\\u202e"
