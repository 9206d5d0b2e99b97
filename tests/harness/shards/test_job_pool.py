"""Blocks of work in processes of their own, their results in order."""

import os
import resource
import signal
import subprocess
import sys
import time
from collections import OrderedDict
from multiprocessing import active_children
from pathlib import Path

import pytest

from tokparity.harness.shards import job_pool
from tokparity.harness.shards.job_pool import Inline, JobDied, Pool
from tokparity.harness.shards.slot import Slot


def test_results_come_in_order_from_slots_of_other_processes():
    before = set(active_children())
    with Pool(2) as pool:
        found = list(pool.run(getattr, [("tokenizers",), ("materials",), ("tokenizers",)]))
        assert [type(one) for one in found] == [OrderedDict, dict, OrderedDict]
        assert len(set(active_children()) - before) == 2
    assert job_pool._slot is None
    assert set(active_children()) <= before


def test_a_killed_run_leaves_no_process():
    """SIGKILL: nothing can be tidied up, so the jobs see for themselves that nobody is there."""
    script = (
        "import os, signal\n"
        "from multiprocessing import active_children\n"
        "from time import sleep\n"
        "from tokparity.harness.shards.job_pool import Pool\n"
        "if __name__ == '__main__':\n"
        "    pool = Pool(1)\n"
        "    waiting = pool._pool.submit(sleep, 60)\n"
        "    while not waiting.running():\n"
        "        sleep(0.01)\n"
        "    print([job.pid for job in active_children()][0], flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as killed:
        job = int(killed.stdout.readline())
    ends = time.monotonic() + 20
    while _runs(job) and time.monotonic() < ends:
        time.sleep(0.05)
    assert not _runs(job)


def _runs(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_process_that_dies_is_one_clear_error():
    before = set(active_children())
    with Pool(1) as pool:
        assert list(pool.run(getattr, [("workers",)])) == [{}]
        (job,) = set(active_children()) - before
        os.kill(job.pid, signal.SIGKILL)
        job.join()
        with pytest.raises(JobDied, match="fewer --jobs"):
            list(pool.run(getattr, [("workers",)]))


def test_a_job_and_its_workers_may_map_so_much():
    with Pool(1, 5 << 30) as pool:
        (limits,) = pool.run(limits_of_a_job, [()])
    assert limits == (5 << 30, 5 << 10)


def limits_of_a_job(slot):
    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return soft, slot.worker("huggingface_tokenizers")._host._memory_mb


def test_a_job_that_asks_for_more_fails_alone():
    with Pool(1, 3 << 30) as pool:
        with pytest.raises(MemoryError):
            list(pool.run(takes, [(8 << 30,)]))
        assert list(pool.run(takes, [(8 << 10,)])) == [8 << 10]


def takes(slot, size):
    return len(bytes(size))


@pytest.mark.parametrize(("gigabytes", "jobs", "limit"), [(8, 1, 4), (16, 2, 4), (64, 5, 6)])
def test_the_limits_together_fit_the_machine(monkeypatch, gigabytes, jobs, limit):
    class Memory:
        total = gigabytes << 30

    monkeypatch.setattr(job_pool.psutil, "virtual_memory", Memory)
    monkeypatch.setattr(job_pool.os, "cpu_count", lambda: 5)
    assert job_pool.default_jobs() == jobs
    assert job_pool.memory_limit(jobs) >> 30 == limit
    assert 2 * jobs * job_pool.memory_limit(jobs) <= Memory.total


def test_results_come_as_they_end_with_their_numbers(slot):
    with Pool(2) as pool:
        found = dict(pool.as_ended(getattr, [("tokenizers",), ("materials",), ("model",)]))
    assert {at: type(one) for at, one in found.items()} == {0: OrderedDict, 1: dict, 2: type(None)}
    named = Inline(slot).as_ended(getattr, [("model",), ("used",)])
    assert list(named) == [(0, slot.model), (1, slot.used)]


def test_a_process_that_dies_ends_what_comes_as_it_ends():
    before = set(active_children())
    with Pool(1) as pool:
        assert list(pool.as_ended(getattr, [("workers",)])) == [(0, {})]
        (job,) = set(active_children()) - before
        os.kill(job.pid, signal.SIGKILL)
        job.join()
        with pytest.raises(JobDied, match="fewer --jobs"):
            list(pool.as_ended(getattr, [("workers",)]))


def test_inline_is_the_same_in_this_process(slot):
    (seconds,) = Inline(slot).run(Slot.cpu_seconds, [()])
    assert seconds > 0


def test_a_job_ends_with_its_parent_even_where_its_slot_does_not_close():
    program = """
from multiprocessing import Pipe
from tokparity.harness.shards import job_pool

class Broken:
    def close(self):
        raise OSError("in use")

theirs, ours = Pipe(duplex=False)
job_pool._slot = Broken()
ours.close()
try:
    job_pool._end_with(theirs)
except OSError:
    pass
raise SystemExit("still there")
"""
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_a_job_imports_nothing_for_servers_that_nobody_asks():
    """Each job imports what it needs anew: of that ssl was a sixth."""
    program = "import sys, tokparity.harness.shards.job_pool; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert not {"ssl", "http.client"} & {*done.stdout.decode().split()}
