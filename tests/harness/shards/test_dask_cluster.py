"""Units on a real Dask cluster of worker processes on loopback."""

import hashlib
import os
import signal
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.shared_cache import SharedCache
from tokparity.harness.run.execution import oracle_versions
from tokparity.harness.shards import dask_cluster
from tokparity.harness.shards.dask_cluster import (
    DaskExecutor,
    Lacks,
    NoCluster,
    SharedFiles,
    on_worker,
    placed_here,
)
from tokparity.harness.shards.result import ShardResult
from tokparity.harness.shards.unit import Unit
from tokparity.harness.shards.unit_queue import Listed

distributed = pytest.importorskip("distributed")
dask = pytest.importorskip("dask")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """Two workers that nobody disturbs."""
    with started(tmp_path_factory.mktemp("dask")) as made:
        yield made


@pytest.fixture
def disturbed_cluster(tmp_path):
    """Two workers of one test's own, so that no other waits for those that were killed."""
    with started(tmp_path / "dask") as made:
        yield made


@contextmanager
def started(folder):
    """Two workers, each with a nanny that replaces it when it dies. A busy machine needs longer for
    that than the 15 seconds after which Dask gives such a place up."""
    with (
        dask.config.set({"distributed.deploy.lost-worker-timeout": "600s"}),
        distributed.LocalCluster(
            n_workers=2,
            processes=True,
            threads_per_worker=1,
            dashboard_address=None,
            memory_limit=0,
            local_directory=str(folder),
        ) as made,
    ):
        yield made


@pytest.fixture
def told():
    return []


@pytest.fixture
def executor(cluster, told):
    made = DaskExecutor(cluster.scheduler_address, oracle_versions, told.append)
    yield made
    made.close()


@pytest.fixture
def disturbed_executor(disturbed_cluster, told):
    made = DaskExecutor(disturbed_cluster.scheduler_address, oracle_versions, told.append)
    yield made
    made.close()


def units_of(cell, count):
    return [Unit(cell, shard, 8, 2, 0) for shard in range(count)]


def content_of(run):
    return {
        path.relative_to(run).as_posix(): path.read_bytes()
        for name in ("findings.jsonl", "refusals.jsonl", "cells.parquet")
        if (path := run / name).is_file()
    }


def test_each_unit_is_delivered_once_while_workers_die_and_join(
    disturbed_cluster, disturbed_executor, cell
):
    units = [*units_of(cell(), 12), *units_of(cell("variant:rstrip-ignored"), 12)]
    delivered = []

    def disturb(result):
        delivered.append(result)
        if len(delivered) in (3, 9):
            pids = disturbed_executor.client.run(os.getpid)
            os.kill(next(iter(pids.values())), signal.SIGKILL)
        if len(delivered) == 6:
            disturbed_cluster.scale(3)

    disturbed_executor.run(Listed.of(units), disturb)
    assert sorted((one.cell, one.shard) for one in delivered) == sorted(u.key for u in units)
    assert all(isinstance(one, ShardResult) for one in delivered)
    assert len(disturbed_executor._slots) > 2, "one joined late, or took a dead one's place"


def test_a_result_that_dies_with_its_worker_is_made_anew(
    disturbed_cluster, disturbed_executor, cell, monkeypatch
):
    """Two have ended when the second answer is fetched, and all workers are killed behind it."""
    monkeypatch.setattr("tokparity.harness.shards.dask_cluster.FETCH", 1.0)
    disturbed_cluster.scale(3)
    disturbed_executor.client.wait_for_workers(3, timeout=60)
    delivered = []

    def disturb(result):
        delivered.append(result)
        if len(delivered) == 1:
            time.sleep(4)
        if len(delivered) == 2:
            for pid in disturbed_executor.client.run(os.getpid).values():
                os.kill(pid, signal.SIGKILL)

    units = units_of(cell(), 6)
    disturbed_executor.run(Listed.of(units), disturb)
    assert sorted((one.cell, one.shard) for one in delivered) == sorted(u.key for u in units)


@dataclass
class Disturbed:
    """An executor, one of whose workers is killed behind the second result and behind the fourth;
    one joins between."""

    inner: DaskExecutor
    cluster: object
    jobs: int = 2
    count: int = 0

    def run(self, feed, deliver, until=None):
        def disturb(result):
            deliver(result)
            self.count += 1
            if self.count in (2, 4):
                pids = self.inner.client.run(os.getpid)
                os.kill(next(iter(pids.values())), signal.SIGKILL)
            if self.count == 3:
                self.cluster.scale(3)

        self.inner.run(feed, disturb, until)


def test_a_run_is_the_same_bytes_as_in_this_process(
    disturbed_cluster, disturbed_executor, cell, run_cells
):
    cells = [cell(), cell("variant:rstrip-ignored"), cell("variant:digits-joined")]
    here = run_cells(cells, "here", epochs=3)
    disturbed = Disturbed(disturbed_executor, disturbed_cluster)
    there = run_cells(cells, "there", epochs=3, executor=disturbed)
    assert disturbed.count == 9
    assert content_of(here.directory) == content_of(there.directory)
    assert here.findings
    assert here.findings == there.findings


def test_at_the_end_of_its_time_nothing_more_is_waited_for(executor, cell):
    delivered = []
    begun = time.monotonic()
    executor.run(Listed.of(units_of(cell(), 10_000)), delivered.append, begun + 1.5)
    assert time.monotonic() - begun < 20
    assert len(delivered) < 10_000


def test_a_worker_of_other_versions_is_not_used(cluster, cell, told, monkeypatch):
    """What it answered would be another run's."""
    mine = {"huggingface_tokenizers": "0.0.1"}
    monkeypatch.setattr("tokparity.harness.shards.dask_cluster.PATIENCE", 2.0)
    monkeypatch.setattr("tokparity.harness.shards.dask_cluster.LOOK", 0.1)
    executor = DaskExecutor(cluster.scheduler_address, _Differs(mine), told.append)
    try:
        with pytest.raises(NoCluster, match="no worker that can be used"):
            executor.run(Listed.of(units_of(cell(), 1)), lambda _: None)
    finally:
        executor.close()
    assert all("huggingface_tokenizers 0.0.2 (0.0.1 here)" in line for line in told)
    assert told


class _Differs:
    """Says another version where it was sent to."""

    def __init__(self, mine):
        self.mine, self.pid = mine, os.getpid()

    def __call__(self):
        return self.mine if os.getpid() == self.pid else {"huggingface_tokenizers": "0.0.2"}


def test_a_scheduler_that_is_not_there_is_told(monkeypatch):
    monkeypatch.setattr("tokparity.harness.shards.dask_cluster.CONNECT", 1.0)
    with pytest.raises(NoCluster, match=r"tcp://127\.0\.0\.1:9: no answer"):
        DaskExecutor("tcp://127.0.0.1:9", oracle_versions, print)


def moved(cell, path):
    """The cell with its file at another place, by its own hash; and what is in the file."""
    content = cell.left.artefact.path.read_bytes()
    sha256 = hashlib.sha256(content).hexdigest()
    elsewhere = replace(cell.left.artefact, path=path, sha256=sha256)
    sides = [replace(side, artefact=elsewhere) for side in (cell.left, cell.right)]
    return replace(cell, left=sides[0], right=sides[1]), sha256, content


def test_what_a_worker_has_not_is_sent_once_and_kept_by_its_hash(cell, tmp_path, monkeypatch):
    there, sha256, content = moved(cell(), tmp_path / "elsewhere.json")
    elsewhere = there.left.artefact
    unit = Unit(there, 0, 4, 1, 0)
    monkeypatch.setenv("TOKPARITY_CACHE", str(tmp_path / "cache"))
    assert on_worker(unit, {}) == Lacks((sha256,))
    elsewhere.path.write_text("another file of that name")
    assert on_worker(unit, {}) == Lacks((sha256,)), "its answers would be another file's"
    results = []

    def work():
        results.append(on_worker(unit, {sha256: content}))
        dask_cluster._local.slot.close()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert isinstance(results[0], ShardResult)
    assert results[0].counts["encode"].compared >= 4
    placed, lacking = placed_here(unit, Cache.default())
    assert not lacking
    assert placed.cell.left.artefact.path.read_bytes() == content


def test_what_is_sent_must_be_what_its_hash_says(cell, tmp_path, monkeypatch):
    monkeypatch.setenv("TOKPARITY_CACHE", str(tmp_path / "cache"))
    failed = on_worker(Unit(cell(), 0, 1, 1, 0), {"0" * 64: b"x"})
    assert "cannot keep what was sent" in failed.reason


@pytest.fixture
def shared(tmp_path):
    return SharedCache((tmp_path / "shared").as_uri())


def plant(shared, tmp_path, sha256, content):
    place = tmp_path / "shared" / "sha256" / sha256[:2] / sha256
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content)
    return place


def test_a_worker_takes_what_it_lacks_from_the_shared_cache(cell, tmp_path, monkeypatch, shared):
    there, sha256, content = moved(cell(), tmp_path / "elsewhere.json")
    unit, files = Unit(there, 0, 4, 1, 0), SharedFiles(shared, {sha256: len(content)})
    monkeypatch.setenv("TOKPARITY_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("tokparity.harness.shards.dask_cluster.run_unit", lambda _, unit: unit)
    monkeypatch.setattr("tokparity.harness.shards.dask_cluster._local", threading.local())
    assert on_worker(unit, {}, files) == Lacks((sha256,))
    plant(shared, tmp_path, sha256, b"{}" * len(content))
    refused = on_worker(unit, {}, files)
    assert isinstance(refused, Lacks)
    assert refused.hashes == (sha256,)
    assert f"/{sha256}: size is at least" in refused.refused[0]
    plant(shared, tmp_path, sha256, content)
    placed = on_worker(unit, {}, files)
    assert placed.cell.left.artefact.path == Cache.default().path(sha256)
    assert placed.cell.left.artefact.path.read_bytes() == content


def test_what_stands_beside_is_taken_too_or_sent(cell, tmp_path, monkeypatch, shared):
    """Else the unit would be run without it."""
    there, sha256, content = moved(cell(), tmp_path / "elsewhere.json")
    beside = hashlib.sha256(b"beside").hexdigest()
    files = SharedFiles(shared, {sha256: len(content), beside: 6})
    monkeypatch.setenv("TOKPARITY_CACHE", str(tmp_path / "cache"))
    plant(shared, tmp_path, sha256, content)
    plant(shared, tmp_path, beside, b"Xeside")
    answer = on_worker(Unit(there, 0, 4, 1, 0), {}, files)
    assert answer.hashes == ()
    assert f"{beside}: sha256 is" in answer.refused[0]


@pytest.fixture
def fresh_caches(executor, tmp_path):
    """Workers whose caches are empty: what is in them lies in the folder that is given."""
    executor.client.wait_for_workers(2, timeout=60)
    folder = str(tmp_path / "cache of the workers")
    executor.client.run(lambda: os.environ.update(TOKPARITY_CACHE=folder))
    yield Path(folder)
    executor.client.run(lambda: os.environ.pop("TOKPARITY_CACHE", None))


@pytest.mark.parametrize("planted", ["nothing", "the content", "another content"])
def test_files_go_to_the_workers_by_the_shared_cache(
    executor, cell, tmp_path, told, shared, fresh_caches, monkeypatch, planted
):
    """Where it has another content, that is told, and the file is sent."""
    executor.shared = shared
    there, sha256, content = moved(cell(), tmp_path / "no worker sees it")
    files = [(sha256, cell().left.artefact.path)]
    monkeypatch.setattr(dask_cluster, "files_of", lambda _: files)  # of this process alone
    written = {"the content": content, "another content": b"{}"}.get(planted)
    if written is not None:
        place = plant(shared, tmp_path, sha256, written)
    sent, send = [], DaskExecutor._sent
    monkeypatch.setattr(DaskExecutor, "_sent", lambda *given: (sent.append(1), send(*given))[1])
    delivered = []
    executor.run(Listed.of(units_of(there, 6)), delivered.append)
    assert [type(one) for one in delivered] == [ShardResult] * 6
    assert Cache(fresh_caches).path(sha256).read_bytes() == content
    kept = (tmp_path / "shared" / "sha256" / sha256[:2] / sha256).read_bytes()
    if planted == "another content":
        (line,) = told
        assert line.startswith("sent, not taken from the shared cache: file://")
        assert "size is 2, expected" in line
        assert sent
        assert kept == place.read_bytes() == b"{}", "it is not ours to remove"
    else:
        assert (told, sent) == ([], [])
        assert kept == content


def test_a_shared_cache_that_cannot_be_written_is_told_once(
    executor, cell, tmp_path, told, shared, fresh_caches, monkeypatch
):
    executor.shared = shared
    cells = [moved(cell(), tmp_path / f"{name}: no worker sees it") for name in ("a", "b")]
    files = [(sha256, cell().left.artefact.path) for _, sha256, _ in cells]
    monkeypatch.setattr(dask_cluster, "files_of", lambda _: files)
    (tmp_path / "shared").write_text("a file")
    delivered = []
    units = [unit for there, _, _ in cells for unit in units_of(there, 2)]
    executor.run(Listed.of(units), delivered.append)
    assert [type(one) for one in delivered] == [ShardResult] * 4
    assert all("the shared cache: file://" in line for line in told)
    assert len(told) == len(set(told)) > 0
