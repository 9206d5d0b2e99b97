import pytest

from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.transform import LostAlignment, begin, drop, respell, transform


@pytest.mark.parametrize(
    ("changes", "removed", "expected"),
    [
        pytest.param([("x", 0), ("y", 0), ("z", 0)], 0, Aligned("xyz", (0, 1, 2)), id="replaced"),
        pytest.param([("a", 0), ("b", 1), ("c", -1)], 0, Aligned("abc", (0, 0, 1)), id="new"),
        pytest.param([("b", 0), ("c", 0)], 1, Aligned("bc", (1, 2)), id="first-removed"),
        pytest.param([("b", 0)], 0, Aligned("b", (0,)), id="not-told-of-the-removed"),
        pytest.param([("x", 1)], 0, Aligned("x", (~0,)), id="new-at-the-start-is-from-nothing"),
        pytest.param([("x", 1)], 3, Aligned("x", (2,)), id="new-behind-the-removed"),
        pytest.param([], 0, Aligned("", ()), id="all-removed"),
    ],
)
def test_changes(changes, removed, expected):
    assert transform(Aligned.of("abc"), changes, removed) == expected


def test_more_characters_than_there_are_have_no_origin():
    with pytest.raises(LostAlignment, match="'abc' begins with"):
        transform(Aligned.of("abc"), [("x", 0)] * 4)


def test_what_came_from_nothing_stays_before_what_is_put_there():
    text = Aligned("-ab", (~0, 0, 1), 0)
    assert transform(text, [("x", 0), ("y", 0)]) == Aligned("-xy", (~0, 0, 1))
    with pytest.raises(LostAlignment):
        respell(text, {})


def test_a_piece_of_nothing_is_put_behind_what_it_becomes():
    assert transform(Aligned("-", (~4,)), [("x", 0)]) == Aligned("x-", (~4, ~4))


@pytest.mark.parametrize("change", [lambda t: drop(t, {"z"}), lambda t: respell(t, {"z": "y"})])
def test_an_unchanged_text_is_returned_itself(change):
    text = Aligned.of("abc")
    assert change(text) is text


@pytest.mark.parametrize(
    "change", [lambda t: drop(t, {" "}), lambda t: respell(t, {" ": "x"})], ids=["drop", "respell"]
)
def test_where_the_original_begins_is_kept(change):
    assert begin(change(Aligned("a b", (5, 6, 7), 3))) == 3
    assert begin(change(Aligned("a b", (5, 6, 7)))) == 5


def test_an_empty_text_begins_at_0():
    assert begin(Aligned("", ())) == 0
