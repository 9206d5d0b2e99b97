import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

import tokparity
from tokparity.oracles.worker.client import OracleWorker
from tokparity.oracles.worker.process import obituary
from tokparity.reference_impl.contract import EncodeOptions, Refusal

PLAIN = EncodeOptions()


def gone(pid, within=3.0):
    """Whether a process ends in time. A zombie of ours is not gone."""
    deadline = time.monotonic() + within
    while Path(f"/proc/{pid}").exists():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def open_files():
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.fixture
def seen_by(artefact):
    def ask(worker):
        (seen,) = worker.probe(worker.load(artefact()), "model", [""])
        return seen

    return ask


def test_closing_leaves_nothing_behind(fake, seen_by):
    before = open_files()
    with OracleWorker(fake("TellsItsPlace")) as worker:
        seen = seen_by(worker)
        assert Path(seen["cwd"]).exists()
        assert not gone(seen["pid"], within=0.0)
    assert gone(seen["pid"])
    assert not Path(seen["cwd"]).exists()
    assert open_files() == before


def test_closing_ends_a_worker_that_hangs(fake, artefact, seen_by):
    with OracleWorker(fake("Hangs")) as worker:
        worker.submit_encode(worker.load(artefact()), ["hang"], PLAIN)
        pid = worker.pid
    assert gone(pid)


def test_what_the_library_started_ends_with_it(fake, artefact):
    with OracleWorker(fake("HasChildren")) as worker:
        worker.encode(worker.load(artefact()), ["child"], PLAIN)
        group = worker.pid
        assert len(members(group)) == 2
    deadline = time.monotonic() + 3
    while members(group) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert members(group) == []


def members(group):
    """The processes of a group, zombies of others left out."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[2]) == group and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def test_a_worker_has_its_own_group_folder_and_environment(fake, seen_by, monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "x")
    monkeypatch.setenv("PYTHONSTARTUP", "x")
    with OracleWorker(fake("TellsItsPlace")) as worker:
        seen = seen_by(worker)
    assert seen["group"] == seen["pid"] != os.getpid()
    assert seen["cwd"] != str(Path.cwd())
    assert not {"SECRET_TOKEN", "PYTHONSTARTUP"} & seen["environment"].keys()
    assert "" not in seen["path"]
    assert seen["cwd"] not in seen["path"]
    assert seen["environment"]["TOKENIZERS_PARALLELISM"] == "false"
    assert seen["environment"]["RAYON_NUM_THREADS"] == "1"


def test_packages_of_the_same_name_in_the_working_directory_are_not_imported(
    fake, seen_by, tmp_path, monkeypatch
):
    for name in ("tokparity", "oracles", "reports", "harness", "json"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise ImportError('the decoy')")
    monkeypatch.chdir(tmp_path)
    with OracleWorker(fake("TellsItsPlace")) as worker:
        seen = seen_by(worker)
    from tokparity import harness, reports

    assert seen["modules"] == [harness.__file__, reports.__file__]


def test_the_log_stays_small_and_keeps_the_last_words(fake, artefact):
    with OracleWorker(fake("Shouts")) as worker:
        handle = worker.load(artefact())
        for _ in range(3):
            worker.encode(handle, ["a"], PLAIN)
            assert 0 < os.fstat(worker._host.process._log.fileno()).st_size <= 8 << 20
        (refusal,) = worker.encode(handle, ["crash"], PLAIN).observations()
    assert refusal == Refusal("crash", "signal 6 (SIGABRT); last line: last word")


def test_ctrl_c_is_not_the_workers(fake, artefact):
    with OracleWorker(fake("IsSlow")) as worker:
        pending = worker.submit_encode(worker.load(artefact()), ["slow"], PLAIN)
        os.kill(worker.pid, signal.SIGINT)
        assert len(pending.result().ids) == 4
        assert worker.restarts == 0


def test_a_worker_ends_when_its_client_is_killed(artefact):
    """Idle, it sees the pipe close."""
    program = textwrap.dedent("""
        import sys, time
        from tokparity.oracles.worker.client import OracleWorker
        worker = OracleWorker("huggingface_tokenizers")
        worker.version
        print(worker.pid, flush=True)
        time.sleep(60)
    """)
    root = str(Path(tokparity.__file__).parents[1])
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": root},
    ) as client:
        pid = int(client.stdout.readline())
        client.kill()
    assert gone(pid)


CLIENT_OF_A_HANGING_WORKER = """
import sys
from pathlib import Path
import tokparity.oracles.worker.host
from tokparity.oracles.worker.client import OracleWorker
from tokparity.oracles.protocol import OracleSpec
from tokparity.reference_impl.contract import Artefact, EncodeOptions
tokparity.oracles.worker.host.ALARM_MARGIN = 1
tokparity.oracles.worker.host.WALL_FACTOR = 1
worker = OracleWorker({spec!r}, timeout={timeout})  # never closed by name
handle = worker.load(Artefact("a", "tokenizer.json", Path("a"), ""))
print(worker.pid, flush=True)
worker.encode(handle, ["hang"], EncodeOptions())
"""


@pytest.mark.parametrize(
    ("how", "timeout"),
    [
        pytest.param(signal.SIGINT, 60.0, id="ctrl-c: the client ends it"),
        pytest.param(signal.SIGKILL, 1.0, id="killed: the kernel's alarm ends it"),
    ],
)
def test_a_client_that_ends_leaves_no_hanging_worker_behind(fake, how, timeout):
    program = CLIENT_OF_A_HANGING_WORKER.format(spec=fake("Hangs"), timeout=timeout)
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(tokparity.__file__).parents[1])},
    ) as client:
        pid = int(client.stdout.readline())
        time.sleep(0.5)
        client.send_signal(how)
        client.wait(10)
    assert gone(pid, within=4.0)


@pytest.mark.parametrize(
    ("length", "seconds"),
    [
        pytest.param(60_004, 0.50002, id="long"),
        pytest.param((1 << 16) + 10_000, 0.72768, id="far"),
    ],
)
def test_time_allowed_grows_with_the_text(fake, artefact, length, seconds):
    with OracleWorker(fake("Hangs"), timeout=0.2) as worker:
        handle = worker.load(artefact())
        started = time.monotonic()
        (refusal,) = worker.encode(handle, ["hang".ljust(length, "x")], PLAIN).observations()
        took = time.monotonic() - started
    assert isinstance(refusal, Refusal)
    assert refusal.detail == f"no answer within {seconds} s"
    assert seconds < took < 3.0


def test_a_signal_without_a_name_is_a_crash_too():
    """The real-time signals, and those that a runtime keeps for itself, have numbers alone."""
    assert obituary(-40, []) == Refusal("crash", "signal 40 (40)")
