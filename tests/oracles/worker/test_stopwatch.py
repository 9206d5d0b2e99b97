import os
import subprocess
import sys
import time

import pytest

from tokparity.oracles.worker import stopwatch
from tokparity.oracles.worker.stopwatch import Stopwatch

BUSY = "while True: pass"
ASLEEP = "import time; time.sleep(100)"
WITH_A_BUSY_CHILD = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {BUSY!r}])"
TICKS = 5 / os.sysconf("SC_CLK_TCK")
"""Linux tells the CPU seconds of a process in hundredths: two members of a family, and two looks at
each, are apart by that much and no more."""


@pytest.fixture
def program():
    started = []

    def start(source, processor=None):
        process = subprocess.Popen([sys.executable, "-c", source], start_new_session=True)
        started.append(process)
        if processor is not None:
            os.sched_setaffinity(process.pid, {processor})
        return process

    yield start
    for process in started:
        os.killpg(process.pid, 9)
        process.wait()


def seconds_until_over(watch, allowed, at_most):
    began = time.monotonic()
    while time.monotonic() - began < at_most:
        if watch.over(allowed):
            return time.monotonic() - began
        time.sleep(0.05)
    return None


@pytest.mark.parametrize("source", [BUSY, ASLEEP, WITH_A_BUSY_CHILD])
def test_computing_and_sleeping_count_and_so_do_children(program, source):
    process = program(source)
    time.sleep(0.5)
    took = seconds_until_over(Stopwatch(process.pid), 0.6, 8)
    assert took is not None
    assert took >= 0.6 - TICKS


def test_waiting_for_a_processor_does_not_count(program):
    only = min(os.sched_getaffinity(0))
    process = program(BUSY, only)
    crowd = [program(BUSY, only) for _ in range(9)]
    for member in crowd:
        os.setpriority(os.PRIO_PROCESS, member.pid, 0)
    os.setpriority(os.PRIO_PROCESS, process.pid, 10)  # a hundredth of the processor
    assert seconds_until_over(Stopwatch(process.pid), 0.4, 2.0) is None


def test_there_is_an_end_to_waiting_too(program, monkeypatch):
    monkeypatch.setattr(stopwatch, "WALL_FACTOR", 2)
    monkeypatch.setattr(stopwatch, "_look", lambda _: (0.0, False))
    took = seconds_until_over(Stopwatch(program(ASLEEP).pid), 0.3, 5)
    assert took is not None
    assert took >= 0.6 - TICKS


def test_it_begins_again(program):
    watch = Stopwatch(program(BUSY).pid)
    assert seconds_until_over(watch, 0.3, 8) is not None
    watch.restart()
    assert not watch.over(0.3)
