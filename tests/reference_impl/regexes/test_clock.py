"""The clock of our own matchers."""

import gc
from time import process_time

import pytest

from tokparity.reference_impl.errors import RegexLimit
from tokparity.reference_impl.regexes import oniguruma, rust
from tokparity.reference_impl.regexes.clock import Clock, asked_twice


def test_it_ends_after_its_time():
    clock = Clock(0.0)
    assert clock.left() == 0.0
    for _ in range(1023):
        clock.tick()
    with pytest.raises(RegexLimit, match=r"more than 0\.0 s"):
        clock.tick()


def test_it_does_not_before():
    clock = Clock(60.0)
    for _ in range(2000):
        clock.tick()
    assert clock.left() > 0


@pytest.mark.parametrize("dialect", [oniguruma, rust])
def test_a_collection_that_falls_into_a_search_refuses_nothing(dialect):
    """The library's time is that of the whole process."""
    searched = dialect.compile_pattern(r"\s+(?!\S)|(?:\s|\p{L})+|.")
    text = "ab c.  " * 400
    before, collections = searched.spans(text), []

    def slow(phase, _):
        collections.append(phase)
        if len(collections) == 21:  # well within the search
            ends = process_time() + 1.5
            while process_time() < ends:
                pass

    thresholds = gc.get_threshold()
    gc.collect()  # tuples that are kept for use are made without being counted
    gc.callbacks.append(slow)
    gc.set_threshold(10)
    try:
        assert searched.spans(text) == before
    finally:
        gc.callbacks.remove(slow)
        gc.set_threshold(*thresholds)
    assert len(collections) > 21


def test_what_is_too_much_twice_is_refused():
    calls = []

    def search():
        calls.append(1)
        raise RegexLimit("more")

    with pytest.raises(RegexLimit):
        asked_twice(search)
    assert len(calls) == 2
