import contextlib
import os
import time
from pathlib import Path

import psutil
import pytest
from subject_fixtures import gone

from tokparity.oracles.subjects.program import Limits, ProgramProcess
from tokparity.oracles.subjects.spec import BadSubject, Program
from tokparity.oracles.worker.process import Died

START = {"op": "start", "protocol": 1}


@pytest.fixture
def running(fake):
    """A process of a fake; afterwards nothing of it is left, nor an open file of ours."""
    made = []

    def start(behaviour, *arguments, **limits):
        process = ProgramProcess(fake(behaviour, *arguments), Limits(**limits))
        made.append(process)
        return process

    yield start
    for process in made:
        process.close()
        assert gone(process.pid)


def ask(process, request, allowed=5.0):
    process.send(request)
    return process.receive(allowed)


def encode(*texts):
    return {"op": "encode", "texts": texts, "add_special": False, "parse_special": False}


def open_files():
    return len(list(Path("/proc/self/fd").iterdir()))


def test_one_request_one_reply(running):
    process = running("Echo")
    assert ask(process, START)["name"] == "Echo"
    assert ask(process, encode("hi", "")) == {
        "id": 2,
        "results": [{"ids": [104, 105]}, {"ids": []}],
    }


@pytest.mark.parametrize("own", [None, "0"])
def test_no_debugger_is_started_where_it_crashes_unless_its_user_wants_one(
    running, monkeypatch, own
):
    monkeypatch.delenv("GGML_NO_BACKTRACE", raising=False)
    if own is not None:
        monkeypatch.setenv("GGML_NO_BACKTRACE", own)
    process = running("Echo")
    ask(process, START)
    found = psutil.Process(process.pid).environ()
    assert found["GGML_NO_BACKTRACE"] == (own or "1")
    assert found["PATH"] == os.environ["PATH"]


def test_a_request_larger_than_a_pipe_and_its_reply_arrive_whole(running):
    process = running("Echo")
    texts = [chr(97 + at % 26) * 100_000 for at in range(40)]
    reply = ask(process, encode(*texts), 60.0)
    assert [len(result["ids"]) for result in reply["results"]] == [100_000] * 40
    assert reply["results"][25]["ids"][0] == ord("z")


def test_closing_leaves_no_process_and_no_file(fake):
    before = open_files()
    process = ProgramProcess(fake("Echo"), Limits())
    ask(process, START)
    ask(process, encode(*["a" * 100_000] * 40), 60.0)  # a start alone may take less than one tick
    process.close()
    process.close()
    assert gone(process.pid)
    assert open_files() == before
    assert process.cpu_seconds() > 0


def test_forgetting_it_closes_it(fake):
    process = ProgramProcess(fake("Echo"), Limits())
    pid = process.pid
    del process
    assert gone(pid)


@pytest.mark.parametrize(
    "arguments",
    [("/nowhere/tok",), ("",), ("a\x00b",), ("/",)],
    ids=["missing", "empty", "nul", "folder"],
)
def test_what_cannot_be_started_is_an_error_of_the_spec(arguments):
    before = open_files()
    with pytest.raises(BadSubject, match="cannot be started"):
        ProgramProcess(Program(arguments), Limits())
    assert open_files() == before


@pytest.mark.parametrize(
    ("behaviour", "kind", "detail"),
    [
        ("Hangs", "timeout", "no answer within 0.3 s"),
        ("Spins", "timeout", "no answer within 0.3 s"),
        ("Dies", "crash", "exit code 3; last line: going"),
        ("Aborts", "crash", "signal 6 (SIGABRT)"),
        ("PrintsGarbage", "error", "reply: is no JSON: "),
        ("PrintsAList", "error", "reply: is a JSON list, and not an object"),
        ("WritesAHugeLine", "error", "reply: a line of more than 2 MiB"),
        ("TakesMemory", "memory", "MiB in use"),
        ("ClosesStdout", "error", "it closed its stdout and stayed"),
        ("AnswersOutOfOrder", "error", "reply: id: 1 is not 2: one reply a request"),
    ],
)
def test_what_it_dies_of_is_said_and_nothing_is_left(running, behaviour, kind, detail):
    process = running(behaviour, memory_mb=60, reply_mb=2)
    ask(process, START)
    with pytest.raises(Died) as death:
        ask(process, encode(behaviour.lower()), 0.3 if kind == "timeout" else 20.0)
    assert (death.value.refusal.kind, death.value.index) == (kind, None)
    assert detail in death.value.refusal.detail
    assert gone(process.pid)


def test_a_second_reply_is_told_from_the_next(running):
    process = running("AnswersTwice")
    ask(process, START)
    with pytest.raises(Died, match="id: 1 is not 2"):
        ask(process, encode("a"))


def test_what_it_prints_on_stderr_stops_nothing_and_its_end_is_kept(running):
    process = running("FloodsStderr")
    ask(process, START)
    assert len(ask(process, encode("floodsstderr"), 30.0)["results"]) == 1
    assert process.stderr_tail()[-1].endswith("of very many, which nobody asked for")
    assert len("".join(process.stderr_tail())) <= 4096


def test_a_child_ends_with_it_and_its_time_counts(running, tmp_path):
    process = running("ForksAChildThatSpins", tmp_path / "pid")
    ask(process, START)
    ask(process, encode("forksachildthatspins"))
    child = int((tmp_path / "pid").read_text())
    assert os.getpgid(child) == process.pid
    deadline = time.monotonic() + 10.0
    while sum(psutil.Process(child).cpu_times()[:2]) < 0.2 and time.monotonic() < deadline:
        time.sleep(0.05)
    process.close()
    assert process.cpu_seconds() >= 0.2
    assert gone(process.pid)
    assert not psutil.pid_exists(child)


def test_a_child_ends_when_it_died(running, tmp_path):
    process = running("LeavesAChild", tmp_path / "pid")
    ask(process, START)
    with pytest.raises(Died, match="exit code 3"):
        ask(process, encode("leavesachild"))
    child = int((tmp_path / "pid").read_text())
    assert gone(process.pid)
    assert not psutil.pid_exists(child)


@pytest.mark.parametrize("behaviour", ["ForksASession", "LeavesASession"])
def test_a_child_with_a_session_of_its_own_ends_too(running, tmp_path, behaviour):
    process = running(behaviour, tmp_path / "pid")
    ask(process, START)
    with contextlib.suppress(Died):
        ask(process, encode(behaviour.lower()), 30.0)
    child = psutil.Process(int((tmp_path / "pid").read_text()))
    assert process.pid not in (os.getsid(0), child.pid)
    process.close()
    _, alive = psutil.wait_procs([child], timeout=3.0)
    assert not alive


def test_no_shell_runs_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    program = Program(("printf", "%s\\n", "$(touch made); touch made"))
    process = ProgramProcess(program, Limits())
    with pytest.raises(Died, match=r"is no JSON: '\$\(touch made\); touch made"):
        ask(process, START)
    assert not (tmp_path / "made").exists()
