"""How scripts end, and what is said of each: small scripts, each in a process of its own."""

import os
import resource
import signal
import time

import psutil
import pytest

from tokparity.harness.triage import script_run
from tokparity.harness.triage.script_run import prove
from tokparity.reports.triage.comparison import MARKER
from tokparity.reports.triage.scripts import Script

LINE = "reproduced: got [1], expected [2]"
ASKS = f"print({MARKER!a}, flush=True)\n"


@pytest.fixture
def proved(tmp_path):
    def run(text, *files, death=None, line=LINE, ends=None, **limits):
        path = tmp_path / "repro.py"
        path.write_text(text)
        return prove(path, Script(text, line, death, (), exit=ends), files, **limits)

    return run


def test_the_very_line_is_the_proof(proved):
    proof = proved(f"print('lib 1.0')\nraise SystemExit({LINE!r})")
    assert (proof.outcome, proof.reason, proof.ran_on) == ("reproduced", "", "lib 1.0")
    assert proof.output == f"lib 1.0\n{LINE}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        pytest.param("print('fine')", "the answer that was expected", id="agrees"),
        pytest.param(
            "raise SystemExit('reproduced: got [3], expected [2]')",
            "another answer than the finding's: reproduced: got [3], expected [2]",
            id="another-answer",
        ),
        pytest.param("import no_such_library", "exit code 1: ModuleNotFoundError", id="no-library"),
        pytest.param("raise SystemExit(7)", "exit code 7: no output", id="exit-code"),
        pytest.param("import os; os.abort()", "ended by SIGABRT", id="crash-that-is-not-the-bug"),
        pytest.param("raise SystemExit('\\x1b[31m')", "exit code 1: \\x1b[31m", id="control"),
    ],
)
def test_what_does_not_reproduce_says_why(text, why, proved):
    proof = proved(text)
    assert proof.outcome == "does not reproduce"
    assert why in proof.reason
    assert "\n" not in proof.reason


@pytest.mark.parametrize(
    ("death", "text", "outcome"),
    [
        pytest.param("crash", "import os; os.abort()", "reproduced", id="crash"),
        pytest.param("crash", "pass", "does not reproduce", id="no-crash"),
        pytest.param("crash", "raise SystemExit(1)", "does not reproduce", id="exit-is-no-crash"),
        pytest.param(
            "timeout",
            "import signal, time; signal.setitimer(signal.ITIMER_REAL, 0.05); time.sleep(9)",
            "reproduced",
            id="hang",
        ),
        pytest.param("timeout", "pass", "does not reproduce", id="no-hang"),
        pytest.param("memory", "bytearray(1 << 40)", "reproduced", id="memory"),
        pytest.param("memory", "pass", "does not reproduce", id="no-memory"),
        pytest.param(
            "memory", "import os; os.kill(os.getpid(), 9)", "reproduced", id="memory-killed"
        ),
        pytest.param(
            "memory",
            "import os; os.write(2, b'memory allocation of 9 bytes failed\\n'); os.abort()",
            "reproduced",
            id="memory-rust",
        ),
        pytest.param("memory", "import os; os.abort()", "does not reproduce", id="memory-signal"),
        pytest.param("memory", "import no_such", "does not reproduce", id="error-is-no-memory"),
        pytest.param("memory", "raise SystemExit(7)", "does not reproduce", id="exit-is-no-memory"),
        pytest.param(
            "memory",
            "raise SystemExit('reproduced: got [1], expected [2]')",
            "does not reproduce",
            id="answer-is-no-memory",
        ),
    ],
)
def test_a_bug_that_ends_the_process(death, text, outcome, proved):
    proof = proved(ASKS + text, death=death)
    assert proof.outcome == outcome
    assert bool(proof.reason) is (outcome != "reproduced")


@pytest.mark.parametrize(
    ("death", "text"),
    [
        pytest.param("crash", "import os; os.abort()", id="crash"),
        pytest.param("memory", "bytearray(1 << 40)", id="memory"),
        pytest.param(
            "timeout",
            "import signal, time; signal.setitimer(signal.ITIMER_REAL, 0.05); time.sleep(9)",
            id="hang",
        ),
    ],
)
def test_an_end_before_the_question_is_another(death, text, proved):
    """A library that dies as it is imported says nothing of the case."""
    proof = proved(text, death=death)
    assert proof.outcome == "does not reproduce"
    assert proof.reason.endswith(", before it was asked")


@pytest.mark.parametrize(
    ("ends", "text", "outcome"),
    [
        pytest.param(-6, "import os; os.abort()", "reproduced", id="the-signal"),
        pytest.param(-11, "import os; os.abort()", "does not reproduce", id="another-signal"),
        pytest.param(-40, "import os; os.kill(os.getpid(), 40)", "reproduced", id="no-name"),
        pytest.param(-6, "import os; os.kill(os.getpid(), 40)", "does not reproduce", id="40"),
        pytest.param(7, "raise SystemExit(7)", "reproduced", id="the-code"),
        pytest.param(7, "raise SystemExit(8)", "does not reproduce", id="another-code"),
        pytest.param(0, "raise SystemExit(0)", "reproduced", id="a-quiet-end"),
        pytest.param(0, "print('not reproduced: got [1]')", "does not reproduce", id="agrees"),
        pytest.param(1, "raise SystemExit(1)", "reproduced", id="code-1"),
        pytest.param(1, f"raise SystemExit({LINE!r})", "does not reproduce", id="an-answer"),
        pytest.param(1, "raise ValueError", "does not reproduce", id="an-error"),
    ],
)
def test_a_crash_is_the_one_that_is_recorded(ends, text, outcome, proved):
    assert proved(ASKS + text, death="crash", ends=ends).outcome == outcome


def test_last_words_of_a_library_do_not_hide_the_line(proved):
    goodbye = "import atexit, sys; atexit.register(sys.stderr.write, 'leaked 1 handle\\n')\n"
    assert proved(f"{goodbye}raise SystemExit({LINE!r})").outcome == "reproduced"
    other = proved(f"{goodbye}raise SystemExit('reproduced: got [3], expected [2]')")
    assert other.reason == "another answer than the finding's: reproduced: got [3], expected [2]"


@pytest.mark.parametrize("parent", ["ends", "stays"])
def test_what_a_script_leaves_behind_is_ended(parent, proved, tmp_path):
    """A child with a session of its own holds stdout open: nobody waits for that."""
    note = tmp_path / "pid"
    leaves = (
        "import pathlib, subprocess, time\n"
        "child = subprocess.Popen(['sleep', '60'], start_new_session=True)\n"
        f"pathlib.Path({str(note)!a}).write_text(str(child.pid))\n"
    )
    end = {"ends": f"raise SystemExit({LINE!r})", "stays": "time.sleep(60)"}[parent]
    began = time.monotonic()
    proof = proved(leaves + end, seconds=2.0)
    assert time.monotonic() - began < 20
    assert (proof.outcome == "reproduced") is (parent == "ends")
    deadline = time.monotonic() + 10  # it is killed by now; the system may take a moment
    while _runs(int(note.read_text())) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not _runs(int(note.read_text()))


def _runs(pid):
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_a_flood_is_bounded(proved, monkeypatch):
    """Neither our memory nor the disk grows with what a script prints; its line still counts."""
    monkeypatch.setattr(script_run, "WRITTEN", 32 << 20)
    flood = "import sys\nfor _ in range(40):\n    sys.stderr.write('x' * (1 << 20) + '\\n')\n"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    proof = proved(flood)
    assert proof.outcome == "does not reproduce"
    assert len(proof.output) < 5_000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 16 << 10  # KiB
    monkeypatch.setattr(script_run, "WRITTEN", 64 << 20)
    assert proved(f"{flood}raise SystemExit({LINE!r})").outcome == "reproduced"


def test_a_load_without_an_end_is_no_hang_of_the_case(proved):
    """The script's own alarm begins at the question; what is ended from outside never asked it."""
    proof = proved("import time; time.sleep(60)", death="timeout", seconds=0.5)
    assert proof.outcome == "does not reproduce"
    assert proof.reason == "no timeout: no end within 0.5 s, before it was asked"


def test_time_and_memory_are_bounded(proved):
    hung = proved("import time; time.sleep(60)", seconds=0.5)
    assert "no end within 0.5 s" in hung.reason
    eaten = proved("bytearray(1 << 31)", memory=1 << 30)
    assert "MemoryError" in eaten.reason


def test_it_stands_alone(proved, tmp_path, monkeypatch):
    """Neither the folder it stands in, nor where it is started from, nor our paths are imported."""
    for folder in (tmp_path, tmp_path / "here"):
        folder.mkdir(exist_ok=True)
        (folder / "decoy.py").write_text("print('imported')\n")
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    proof = proved("import os; print(os.listdir()); import decoy")
    assert proof.output.startswith("[]\n")
    assert "No module named 'decoy'" in proof.reason
    assert os.environ["PYTHONPATH"]
    written = "from pathlib import Path; Path('decoy.py').write_text('print(1)'); import decoy"
    assert "No module named 'decoy'" in proved(written).reason


def test_files_are_told_and_output_is_clipped(proved, tmp_path):
    (tmp_path / "a b").write_text("told")
    proof = proved("import sys; print(sys.argv[1:]); print('\\x1b' * 99_999)", tmp_path / "a b")
    assert str(tmp_path / "a b") in proof.output
    assert "\x1b" not in proof.output
    assert len(proof.output) < 5_000


@pytest.mark.parametrize("ends", [None, -signal.SIGABRT])
def test_a_crash_that_does_not_come_each_time_has_three_runs(proved, tmp_path, ends):
    runs = tmp_path / "runs"
    text = (
        f"import os, pathlib; p = pathlib.Path({str(runs)!r}); "
        "n = len(p.read_text()) if p.exists() else 0; p.write_text('x' * (n + 1)); "
        "os.abort() if n == 2 else None; raise ValueError('other memory')"
    )
    proof = proved(ASKS + text, death="crash", ends=ends)
    assert (proof.outcome, runs.read_text()) == ("reproduced", "xxx")
    assert proof.reason == "in run 3: it does not crash each time"
    runs.write_text("x" * 9)
    assert proved(ASKS + text, death="crash", ends=ends).outcome == "does not reproduce"
    assert len(runs.read_text()) == 12
