import multiprocessing
import os
import time

import psutil

from tokparity.harness.run.usage import Usage, family, family_cpu, memory_of


def burn(seconds, megabytes, ready, go):
    held = bytearray(os.urandom(1024)) * (megabytes * 1024)
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
    ready.set()
    go.wait(30)
    assert held


def test_counts_what_children_use():
    spawn = multiprocessing.get_context("spawn")
    ready, go = spawn.Event(), spawn.Event()
    with Usage() as usage:
        child = spawn.Process(target=burn, args=(0.5, 64, ready, go))
        child.start()
        assert ready.wait(30)
        usage.sample()
        alive = usage.cpu_seconds()
        own, *below = family()
        assert own.pid == os.getpid()
        assert child.pid in {process.pid for process in below}
        before = memory_of(own)
        go.set()
        child.join()
        ended = usage.cpu_seconds()
    assert usage.peak_memory > before + 64 * 1024 * 1024
    assert alive > 0.45
    assert ended >= alive - 0.05, "time of processes that ended stays counted"


def test_a_process_that_ended_meanwhile_is_not_counted(monkeypatch):
    gone = multiprocessing.get_context("spawn").Process(target=os.getpid)
    gone.start()
    process = psutil.Process(gone.pid)
    gone.join()
    assert memory_of(process) == 0
    below = []
    monkeypatch.setattr(psutil.Process, "children", lambda self, recursive: below)
    before = family_cpu()
    below.append(process)
    assert family_cpu() >= before
