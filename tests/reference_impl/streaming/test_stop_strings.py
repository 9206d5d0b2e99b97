"""The filter on any chunks is what the whole text is, read letter by letter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokparity.reference_impl.streaming.stop_strings import StopStrings, until_stop

SMALL = st.text("ab", max_size=12)
STOPS = st.lists(st.text("ab", min_size=1, max_size=4), max_size=3)


def letter_by_letter(text, stops):
    for end in range(1, len(text) + 1):
        complete = [stop for stop in stops if text[:end].endswith(stop)]
        if complete:
            return text[: end - max(map(len, complete))]
    return text


@given(SMALL, STOPS)
def test_the_stop_that_is_complete_first_ends_a_text(text, stops):
    assert until_stop(text, stops) == letter_by_letter(text, stops)


@given(SMALL, STOPS, st.data())
def test_any_chunks_give_the_same(text, stops, data):
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=5)))
    chunks = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    parts = StopStrings(stops)
    given_now = ""
    for chunk in chunks:
        given_now += parts.push(chunk)
        assert until_stop(text, stops).startswith(given_now)
    assert given_now + parts.flush() == until_stop(text, stops)


def test_nothing_is_held_back_that_need_not_be():
    assert StopStrings(["STOP"]).push("a STAR S") == "a STAR "


def test_an_empty_stop_string_is_an_error():
    with pytest.raises(ValueError, match="at least one character"):
        StopStrings([""])
