import gc

import pytest

from tokparity.reference_impl.formats.collection_pause import uncollected


def test_nothing_is_collected_inside_and_an_error_ends_it():
    seen = []

    def fails():
        with uncollected():
            seen.append(gc.isenabled())
            raise KeyError

    with pytest.raises(KeyError):
        fails()
    assert [*seen, gc.isenabled()] == [False, True]


def test_who_had_switched_it_off_finds_it_off():
    gc.disable()
    try:
        with uncollected():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
