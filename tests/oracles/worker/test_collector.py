"""The collector of cycles runs seldom, and still runs."""

import gc

import pytest

from tokparity.oracles.worker.collector import collect_less


@pytest.fixture(autouse=True)
def thresholds():
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def test_it_runs_seldom_and_is_not_off():
    gc.set_threshold(700, 10, 10)
    collect_less()
    assert gc.get_threshold()[0] > 10_000
    assert gc.isenabled()
