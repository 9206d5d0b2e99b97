"""Each has its one fault: what is not touched by it, it gets right."""

import pytest

from tokparity.reference_impl.streaming.naive_stops import NAIVE_STOPS
from tokparity.reference_impl.streaming.stop_strings import StopStrings


def given(filter_of, *chunks):
    parts = filter_of(["STOP"])
    return "".join([*map(parts.push, chunks), parts.flush()])


WITHIN, ACROSS, BEGUN = ("a", "b STOP c", "", "d"), ("a ST", "OP b"), ("a", " ST")


@pytest.mark.parametrize(
    ("name", "within", "across", "begun"),
    [
        ("stop_in_each_delta", "ab ", "a STOP b", "a ST"),
        ("stop_given_in_part", "ab ", "a ST", "a ST"),
        ("stop_loses_its_beginning", "ab ", "a ", "a "),
    ],
)
def test_the_fault_that_it_names(name, within, across, begun):
    found = [given(NAIVE_STOPS[name], *chunks) for chunks in (WITHIN, ACROSS, BEGUN)]
    assert found == [within, across, begun]
    assert found != [given(StopStrings, *chunks) for chunks in (WITHIN, ACROSS, BEGUN)]


def test_all_are_shown():
    assert len(NAIVE_STOPS) == 3
