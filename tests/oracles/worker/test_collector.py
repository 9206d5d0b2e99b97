"""The collector of cycles runs seldom, and still runs; what is free goes back to the system."""

import gc
import subprocess
import sys

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


KEPT = 100_000_000

HOLES = f"""
import psutil
from tokparity.oracles.worker.collector import give_back

resident = lambda: psutil.Process().memory_info().rss
blocks = [bytes(20_000) for _ in range({KEPT // 20_000})]
blocks[:-1] = []
before = resident()
give_back()
print(before - resident())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="where there is glibc")
def test_what_is_free_below_what_is_in_use_is_given_back():
    done = subprocess.run([sys.executable, "-c", HOLES], capture_output=True, text=True)
    assert int(done.stdout) > KEPT / 2, done.stderr
