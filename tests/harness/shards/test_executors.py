"""Job processes: each unit once, deaths survived, nothing left behind."""

import os
import signal
import threading
import time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path

import pytest

from tokparity.harness.shards.executors import DIED, InlineExecutor, LocalExecutor
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shards.unit import Unit, UnitFailed
from tokparity.harness.shards.unit_queue import Listed


@pytest.fixture
def local():
    made = []

    def make(jobs):
        made.append(LocalExecutor(jobs))
        return made[-1]

    yield make
    for executor in made:
        executor.close()


def units_of(cell, count, encode=8):
    return [Unit(cell, shard, encode, 2, 0) for shard in range(count)]


def test_each_unit_is_delivered_once(local, cell):
    units = [*units_of(cell(), 6), *units_of(cell("variant:rstrip-ignored"), 6)]
    for executor in (InlineExecutor(), local(2)):
        delivered = []
        executor.run(Listed.of(units), delivered.append)
        executor.close()
        assert sorted((one.cell, one.shard) for one in delivered) == sorted(u.key for u in units)
        assert all(isinstance(one, ShardResult) for one in delivered)


def job_pid(executor):
    return executor.pools[0]._pool.submit(os.getpid).result()


def ended(pid, seconds=20):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def test_a_job_that_dies_once_is_replaced_and_loses_no_unit(local, cell):
    executor = local(1)
    delivered = []

    def kill_once(result):
        delivered.append(result)
        if len(delivered) == 1:
            os.kill(job_pid(executor), signal.SIGKILL)

    executor.run(Listed.of(units_of(cell(), 4)), kill_once)
    assert all(isinstance(one, ShardResult) for one in delivered)
    assert sorted(one.shard for one in delivered) == [0, 1, 2, 3]


@pytest.mark.parametrize(("heavy", "processes"), [(1, 2), (1 << 40, 1)])
def test_a_job_that_keeps_much_is_replaced_between_two_models(local, cell, heavy, processes):
    executor = local(1)
    executor.heavy = heavy
    one = cell()
    other = replace(cell("variant:rstrip-ignored"), model="other")
    pids = []
    units = [*units_of(one, 2), *units_of(other, 2)]
    executor.run(Listed.of(units), lambda result: pids.append(job_pid(executor)))
    assert len(set(pids)) == processes
    assert (pids[0], pids[2]) == (pids[1], pids[3])


def test_a_unit_that_two_jobs_die_of_has_failed(local, cell):
    executor = local(1)
    delivered = []
    pids = []

    def kill_twice():
        while len(pids) < 2:
            pool = executor.pools[0]._pool
            for pid in set(pool._processes or ()) - set(pids):
                pids.append(pid)
                os.kill(pid, signal.SIGKILL)
            time.sleep(0.01)

    killer = threading.Thread(target=kill_twice)
    killer.start()
    executor.run(Listed.of(units_of(cell(), 2)), delivered.append)
    killer.join()
    first, second = sorted(delivered, key=lambda one: one.shard)
    assert isinstance(first, UnitFailed)
    assert first.reason == DIED
    assert isinstance(second, ShardResult)


def test_an_error_in_delivery_ends_the_run_and_is_raised(local, cell):
    def full(result):
        raise OSError(28, "No space left on device")

    for executor in (InlineExecutor(), local(2)):
        with pytest.raises(OSError, match="No space left"):
            executor.run(Listed.of(units_of(cell(), 4)), full)
        executor.close()


def test_nothing_outlives_the_executor(local, cell):
    executor = local(1)
    executor.run(Listed.of(units_of(cell(), 1)), lambda result: None)
    pid = job_pid(executor)
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii")
    workers = [int(child) for child in children.split()]
    assert workers
    executor.close()
    assert all(ended(one) for one in (pid, *workers))


def test_ctrl_c_is_for_the_run_and_not_for_its_jobs(local, cell):
    executor = local(1)
    executor.run(Listed.of(units_of(cell(), 1)), lambda result: None)
    os.kill(job_pid(executor), signal.SIGINT)
    delivered = []
    executor.run(Listed.of(units_of(cell(), 1)), delivered.append)
    assert [type(one) for one in delivered] == [ShardResult]


class Endless:
    """A pool whose unit goes on until it is closed, as a job process ends then."""

    def __init__(self):
        self.future = Future()

    def submit(self, *_):
        return self.future

    def close(self):
        if not self.future.done():
            self.future.set_exception(BrokenProcessPool("ended"))


def test_what_is_in_hand_when_time_is_over_is_given_up(local, cell):
    executor = local(1)
    executor.close()
    executor.closed, executor.pools = False, [Endless()]
    delivered = []
    feed = Listed.of(units_of(cell(), 3))
    before = time.monotonic()
    executor.run(feed, delivered.append, before + 0.2)
    assert 0.2 <= time.monotonic() - before < 15
    assert delivered == []
    assert [unit.shard for unit in iter(lambda: feed.take(0), None)] == [1, 2]
