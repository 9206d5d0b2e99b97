import pytest

from tokparity.reference_impl.contract import Encoding
from tokparity.reference_impl.traces import Piece, StageTrace, Trace
from tokparity.reports.summary.alignment import Token
from tokparity.reports.summary.ruler import ranges, reading, ruler


def row(*pieces):
    return [Token(number, piece, None) for number, piece in enumerate(pieces, 10)]


def encoding(tokens, offsets=None):
    return Encoding(tuple(token.id for token in tokens), offsets)


def drawn(text, left, right, places=None):
    places = places or [ranges(encoding(side), side, None, text) for side in (left, right)]
    return ruler(text, (left, right), tuple(places))


@pytest.mark.parametrize(
    ("text", "pieces", "places"),
    [
        pytest.param(" zdrav", ("Ġz", "dr", "av"), [(0, 2), (2, 4), (4, 6)], id="byte-level"),
        pytest.param("a€", ("a", "â", "Ĥ¬"), [(0, 1), (1, 2), (1, 2)], id="part-of-a-character"),
        pytest.param("hi €", ("▁hi", "▁", "<0xE2>", "<0x82>", "<0xAC>"),
                     [(0, 2), (2, 3), (3, 4), (3, 4), (3, 4)], id="byte-fallback"),
        pytest.param("playing", ("<s>", "play", "##ing"), [(0, 0), (0, 4), (4, 7)], id="wordpiece"),
        pytest.param("Ab", ("a", "b"), None, id="not-the-text"),
        pytest.param("\ud800", ("\ud800",), [(0, 1)], id="lone-surrogate"),
        pytest.param("", (), [], id="empty"),
    ],
)  # fmt: skip
def test_pieces_are_laid_over_the_text(text, pieces, places):
    tokens = row(*pieces)
    assert ranges(encoding(tokens), tokens, None, text) == places


def test_what_a_library_says_goes_before_a_trace_and_a_trace_before_pieces():
    tokens = row("x", "b")
    stage = StageTrace("model", "BPE", (Piece("x", 0, 1, 10), Piece("b", 1, 2, 11)))
    trace = Trace((stage,), encoding(tokens))
    assert ranges(encoding(tokens), tokens, trace, "ab") == [(0, 1), (1, 2)]
    assert ranges(encoding(tokens, ((0, 0), (0, 2))), tokens, trace, "ab") == [(0, 0), (0, 2)]
    assert ranges(Encoding((1,)), tokens[:1], trace, "ab") is None  # a trace of other ids


@pytest.mark.parametrize(
    ("piece", "source", "shown"),
    [
        ("Ġназ", " \u043d\u0430\u0437", "Ġназ"),  # Cyrillic is no byte-level spelling
        ("ÐĿ", "\u041d", "\u041d"),
        ("Ð", "\u041d", "0xd0"),
        ("a", "ba", "a"),
        ("<s>", "", "<s>"),
        ("", "", ""),
    ],
)
def test_a_piece_reads_as_the_text_it_covers(piece, source, shown):
    assert reading(piece, source) == shown


def test_the_first_difference_is_marked_on_both_sides():
    both = drawn(" zdrav", row("Ġz", "dr", "av"), [Token(10, "Ġz", None), Token(5, "drav", None)])
    assert [[(c.columns, c.first) for c in side] for side in both.rows] == [
        [(2, None), (2, 0), (2, None)],
        [(2, None), (4, 0)],
    ]
    assert [cell.tokens[0][0] for cell in both.rows[0]] == [" z", "dr", "av"]


def test_of_several_tokens_of_a_cell_the_one_that_differs_is_marked():
    both = drawn("€", row("â", "Ĥ", "¬"), [*row("â"), Token(9, "Ĥ¬", None)])
    assert [[cell.first for cell in side] for side in both.rows] == [[1], [1]]


def test_tokens_of_one_character_share_a_cell_and_those_of_no_width_stand_between():
    both = drawn("a€", row("<s>", "a", "â", "Ĥ¬"), row("a", "â", "Ĥ¬", "</s>"))
    assert [char for _, char in both.columns] == [None, "a", "€", None]
    left, right = both.rows
    assert [[text for text, _ in cell.tokens] for cell in left] == [
        ["<s>"], ["a"], ["0xe2", "0x82ac"], [],
    ]  # fmt: skip
    assert [cell.columns for cell in right] == [1, 1, 1, 1]
    assert right[0].tokens == ()


def test_of_a_long_text_only_the_stretch_at_the_difference_has_columns():
    left = row(*"x" * 500)
    right = [*left[:300], Token(9, "xx", None), *left[302:]]
    both = drawn("x" * 500, left, right)
    assert (len(both.columns), both.before, both.after) == (24, 294, 182)
    for side in both.rows:
        assert sum(cell.columns for cell in side) == 24
        assert sum(cell.first is not None for cell in side) == 1


def test_ranges_that_nobody_should_say_do_no_harm():
    tokens = row("a", "b", "c")
    wild = [(5, 99), (3, 1), (0, 2)]
    both = ruler("ab", (tokens, tokens[:1]), (wild, [(0, 2)]))
    for side in both.rows:
        assert sum(cell.columns for cell in side) == len(both.columns)
    assert ruler("ab", (tokens, tokens), (None, wild)) is None


def test_bytes_of_a_character_that_a_normalizer_made_are_in_hex_in_every_cell():
    both = drawn("e\u0301", row("Ã", "©"), row("Ã©"), places=([(0, 2), (0, 2)], [(0, 2)]))
    assert [shown for shown, _ in both.rows[0][0].tokens] == ["0xc3", "0xa9"]
    assert [shown for shown, _ in both.rows[1][0].tokens] == ["é"]
