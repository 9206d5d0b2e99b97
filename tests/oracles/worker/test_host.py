import json
import os
import signal
import sys
import threading
import time
from array import array

import psutil
import pytest

from tokparity.oracles.worker.host import Handle
from tokparity.reference_impl.contract import EncodeOptions, Encoding, Refusal

PLAIN = EncodeOptions()


def echo(text):
    return Encoding(tuple(map(ord, text)), tuple((i, i + 1) for i in range(len(text))))


def test_a_bad_artefact_is_a_refusal_with_the_librarys_words(worker_of, artefact):
    worker = worker_of("DiesLoading", load_timeout=1.0)
    good = worker.load(artefact("good"))
    assert worker.load(artefact("bad")) == Refusal(
        "error", "ValueError: expected value at line 1 column 1"
    )
    assert worker.restarts == 0
    crashed = worker.load(artefact("crash"))
    assert isinstance(crashed, Refusal)
    assert crashed.kind == "crash"
    hung = worker.load(artefact("hang"))
    assert isinstance(hung, Refusal)
    assert hung.kind == "timeout"
    assert list(worker.encode(good, ["x"], PLAIN).observations()) == [echo("x")]


def test_a_handle_that_no_longer_loads_refuses_every_case(worker_of, artefact, tmp_path):
    spec = {"module": "tokparity.oracles.adapters.huggingface_tokenizers", "path": ()}
    worker = worker_of("HuggingfaceTokenizers", spec, max_handles=1)
    content = b'{"model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}}'
    handle = worker.load(artefact("gone", content))
    assert isinstance(worker.load(artefact("other", content)), Handle)
    (tmp_path / "gone").unlink()
    found = list(worker.encode(handle, ["a", "a"], PLAIN).observations())
    assert [result.kind for result in found] == ["error", "error"]
    assert "No such file" in found[0].detail


def test_the_least_recently_used_is_loaded_again(worker_of, artefact):
    worker = worker_of("TellsItsPlace", max_handles=2)
    first, second, third = (worker.load(artefact(name)) for name in ("one", "two", "three"))
    assert worker.reloads == 0
    for handle, reloads in [(third, 0), (second, 0), (first, 1), (second, 1), (third, 2)]:
        (seen,) = worker.probe(handle, "model", [""])
        assert (seen["artefact"], worker.reloads) == (handle.artefact.name, reloads)
    assert worker.restarts == 0


def test_a_dropped_handle_is_loaded_again_when_used(worker_of, artefact):
    worker = worker_of("Echo")
    handle = worker.load(artefact())
    worker.drop(handle)
    assert list(worker.encode(handle, ["x"], PLAIN).observations()) == [echo("x")]
    assert worker.reloads == 1


def test_what_is_dropped_leaves_the_memory(worker_of, artefact):
    worker = worker_of("NeedsRoom", memory_mb=300, max_handles=1)
    for number in range(5):
        assert isinstance(worker.load(artefact(f"n{number}")), Handle)
    assert worker.restarts == 0


@pytest.mark.skipif(sys.platform != "linux", reason="where there is glibc")
def test_what_a_large_vocabulary_took_is_given_back(worker_of, artefact):
    spec = {"module": "tokparity.oracles.adapters.huggingface_tokenizers", "path": ()}
    worker = worker_of("HuggingfaceTokenizers", spec)

    def content(pieces):
        vocab = {f"piece number {number}": number for number in range(pieces)}
        model = {"type": "WordLevel", "vocab": vocab, "unk_token": "piece number 0"}
        return json.dumps({"model": model}).encode()

    def resident():
        return psutil.Process(worker._host.process.pid).memory_info().rss

    small = worker.load(artefact("small", content(1)))
    alone = resident()
    large = worker.load(artefact("large", content(300_000)))
    took = resident() - alone
    behind = worker.load(artefact("behind", content(20_000)))  # in memory above the large one
    before = resident()
    worker.drop(large)
    for handle in (small, behind):
        assert worker.encode(handle, ["x"], PLAIN).counts == array("i", [1])
    assert before - resident() > took * 3 / 4


def test_full_memory_is_tried_again_with_one_artefact_alone(worker_of, artefact):
    worker = worker_of("NeedsRoom", memory_mb=300)
    handles = [worker.load(artefact(f"n{number}")) for number in range(4)]
    assert all(isinstance(handle, Handle) for handle in handles)
    assert 1 <= worker.restarts <= 2
    found = [worker.encode(handle, ["x"], PLAIN) for handle in handles]
    assert [list(part.observations()) for part in found] == [[echo("x")]] * 4


def test_a_library_that_cannot_be_imported_refuses_to_load(worker_of, artefact):
    worker = worker_of("Echo", {"module": "no_such_module"})
    refusal = Refusal("error", "ModuleNotFoundError: No module named 'no_such_module'")
    assert worker.load(artefact()) == refusal
    assert worker.version == f"unavailable: {refusal.detail}"


def test_a_worker_killed_from_outside_is_replaced(worker_of, artefact):
    worker = worker_of("TellsItsPlace")
    handle = worker.load(artefact())
    (seen,) = worker.probe(handle, "model", [""])
    os.kill(seen["pid"], 9)
    time.sleep(0.2)
    assert list(worker.encode(handle, ["x", "y"], PLAIN).observations()) == [echo("x"), echo("y")]
    assert (worker.restarts, worker.reloads) == (1, 1)


def test_a_worker_killed_while_it_loads_is_asked_again(worker_of, artefact):
    worker = worker_of("LoadsSlowly")
    assert worker.version == "1.2.3"  # the process is there
    killer = threading.Timer(0.3, os.kill, (worker.pid, signal.SIGKILL))
    killer.start()
    handle = worker.load(artefact())
    killer.join()
    assert isinstance(handle, Handle)
    assert list(worker.encode(handle, ["x"], PLAIN).observations()) == [echo("x")]
    assert worker.restarts == 1


def test_cpu_seconds_count_the_dead_too(worker_of, artefact):
    worker = worker_of("WorksHardAndCrashes")
    handle = worker.load(artefact())
    before = worker.cpu_seconds()
    assert before > 0.0
    worker.encode(handle, ["crash"], PLAIN)
    assert worker.cpu_seconds() > before + 0.5


def test_a_closed_worker_stays_closed(worker_of, artefact):
    worker = worker_of("Echo")
    handle = worker.load(artefact())
    worker.close()
    worker.close()
    with pytest.raises(ValueError, match="closed"):
        worker.encode(handle, ["a"], PLAIN)
