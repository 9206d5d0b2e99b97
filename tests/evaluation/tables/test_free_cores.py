"""What work would take on free cores is told from what was seen of it on others."""

import subprocess
import sys
import time

import pytest

from evaluation.tables.free_cores import Watch, on_free_cores


@pytest.mark.parametrize(
    ("samples", "wall", "cpu", "seconds"),
    [
        pytest.param([(1, 1)] * 8, 8.0, 8.0, 8.0, id="nothing-else-runs"),
        pytest.param([(2, 2)] * 8, 8.0, 16.0, 8.0, id="nor-beside-two"),
        pytest.param([(4, 4)] * 8, 8.0, 16.0, 8.0, id="more-threads-than-cores"),
        pytest.param([(1, 8)] * 8, 8.0, 2.0, 2.0, id="a-quarter-of-a-core"),
        pytest.param([(2, 4), (1, 4), (1, 4)], 30.0, 20.0, 15.0, id="two-and-then-one"),
        pytest.param([], 3.0, 0.0, 3.0, id="over-before-a-look"),
        pytest.param([(3, 2)] * 8, 8.0, 16.0, 8.0, id="one-began-between-two-counts"),
    ],
)
def test_what_free_cores_would_take(samples, wall, cpu, seconds):
    assert on_free_cores(samples, wall, cpu, 2) == pytest.approx(seconds)


def test_threads_of_this_process_and_of_those_below_it_are_seen():
    endless = [sys.executable, "-c", "while True: pass"]
    with subprocess.Popen(endless) as one, subprocess.Popen(endless) as other, Watch() as watch:
        time.sleep(2.5)
        one.kill()
        other.kill()
    assert len(watch.samples) > 5
    most = max(mine for mine, _ in watch.samples)
    assert 2 <= most <= 4
    assert all(every >= 0 for _, every in watch.samples)
