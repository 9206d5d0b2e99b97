"""Alignments: what each side's normalizer makes of which characters."""

import pytest

from tokparity.reference_impl.contract import Encoding
from tokparity.reference_impl.traces import Piece, StageTrace, Trace
from tokparity.reports.views.pictures.alignment import alignment


def side(made, *origins):
    stage = StageTrace("normalizer", "NFC", (Piece(made, 0, len(made)),), origins=origins)
    return Trace((stage,), Encoding(()))


def groups(text, *sides):
    """Below the characters: text, columns from and to, changed, odd."""
    drawn = alignment(text, sides)
    found = []
    for each in drawn.sides:
        symbols = each.boxes[: len(text)]
        starts = {box.x: at for at, box in enumerate(symbols)}
        ends = {box.x + box.width: at + 1 for at, box in enumerate(symbols)}
        found.append(
            [
                (box.text, starts[box.x], ends[box.x + box.width], box.last, box.odd)
                for box in each.boxes[len(text) :]
            ]
        )
    return found


def test_what_is_composed_spans_its_characters_and_the_other_side_has_it_not():
    composed = side("a\xe9", (0, 1), (1, 3))
    plain = side("ae\u0301")
    assert groups("ae\u0301", composed, plain) == [
        [("a", 0, 1, False, False), ("\xe9", 1, 3, True, True)],
        [("a", 0, 1, False, False), ("e", 1, 2, False, True), ("\u25cc\u0301", 2, 3, False, True)],
    ]


def test_what_is_decomposed_is_one_in_escapes():
    (found,) = groups("\xe9", side("e\u0301", (0, 1), (0, 1)))
    assert found == [("e\\u0301", 0, 1, True, False)]


def test_what_is_put_before_stands_with_what_follows_and_at_the_end_with_what_is_before():
    (found,) = groups("ab", side("\u2581ab!", (0, 0), (0, 1), (1, 2), (2, 2)))
    assert [row[:3] for row in found] == [("\u2581a", 0, 1), ("b!", 1, 2)]


def test_nothing_is_below_what_was_dropped():
    (found,) = groups("a\u0301b", side("ab", (0, 1), (2, 3)))
    assert [row[:3] for row in found] == [("a", 0, 1), ("b", 2, 3)]


@pytest.mark.parametrize(
    ("text", "traces"),
    [
        pytest.param("ab", (side("ab"), side("ab")), id="unchanged"),
        pytest.param("a" * 41, (side("b" * 41, *((at, at + 1) for at in range(41))),), id="long"),
        pytest.param("", (side(""),), id="empty"),
        pytest.param("ab", (Trace((), Encoding(())),), id="no-normalizer"),
    ],
)
def test_nothing_is_drawn(text, traces):
    assert alignment(text, traces) is None
