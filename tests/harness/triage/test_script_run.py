"""How scripts end, and what is said of each: small scripts, each in a process of its own."""

import os

import pytest

from tokparity.harness.triage.script_run import prove
from tokparity.reports.triage.scripts import Script

LINE = "reproduced: got [1], expected [2]"


@pytest.fixture
def proved(tmp_path):
    def run(text, *files, death=None, line=LINE, **limits):
        path = tmp_path / "repro.py"
        path.write_text(text)
        return prove(path, Script(text, line, death, ()), files, **limits)

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
        pytest.param("memory", "import os; os.abort()", "reproduced", id="memory-signal"),
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
    proof = proved(text, death=death)
    assert proof.outcome == outcome
    assert bool(proof.reason) is (outcome != "reproduced")


def test_a_load_without_an_end_is_no_hang_of_the_case(proved):
    """The script's own alarm begins at the question; what is ended from outside never asked it."""
    proof = proved("import time; time.sleep(60)", death="timeout", seconds=0.5)
    assert proof.outcome == "does not reproduce"
    assert proof.reason == "no timeout: no end within 0.5 s"


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
    proof = proved("import sys; print(sys.argv[1:]); print('\\x1b' * 99_999)", tmp_path / "a b")
    assert str(tmp_path / "a b") in proof.output
    assert "\x1b" not in proof.output
    assert len(proof.output) < 5_000
