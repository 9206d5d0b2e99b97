import multiprocessing
import os
import time
from pathlib import Path

import pytest

from tokparity.harness.run.usage import Usage, family, memory_of

linux = pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="no /proc here")


def burn(seconds, megabytes, ready, go):
    held = bytearray(os.urandom(1024)) * (megabytes * 1024)
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    ready.set()
    go.wait(30)
    assert held


@linux
def test_counts_what_children_use():
    spawn = multiprocessing.get_context("spawn")
    ready, go = spawn.Event(), spawn.Event()
    with Usage() as usage:
        child = spawn.Process(target=burn, args=(0.5, 64, ready, go))
        child.start()
        assert ready.wait(30)
        usage.sample()
        alive = usage.cpu_seconds()
        assert child.pid in family(Path("/proc"), os.getpid())
        own = memory_of(Path("/proc"), os.getpid())
        go.set()
        child.join()
        ended = usage.cpu_seconds()
    assert usage.peak_memory > own + 64 * 1024 * 1024
    assert alive > 0.45
    assert ended >= alive - 0.05, "time of processes that ended stays counted"


def test_without_proc_only_this_process_is_known(tmp_path):
    usage = Usage(proc=tmp_path)
    with usage:
        until = time.process_time() + 0.05
        while time.process_time() < until:
            pass
        assert usage.cpu_seconds() >= 0.05
    assert usage.peak_memory == 0
    assert family(tmp_path, 7) == [7]
