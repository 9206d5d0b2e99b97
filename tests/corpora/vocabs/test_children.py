import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

from tokparity.corpora.vocabs.children import Children, Ended, Stopped, TooSlow


def run(folder: Path, program: str, seconds: float = 20.0, children: Children | None = None):
    command = [sys.executable, "-c", program]
    return (children or Children()).run("it", command, folder, {"GIVEN": "1"}, seconds)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return (
        Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z" if Path("/proc").is_dir() else True
    )


def until_gone(pid: int) -> bool:
    by = time.monotonic() + 5
    while alive(pid) and time.monotonic() < by:
        time.sleep(0.01)
    return not alive(pid)


def test_what_it_says_and_how_it_ends(tmp_path: Path) -> None:
    program = (
        "import os, sys; print(os.getcwd(), os.environ['GIVEN'], sys.stdin.read())\n"
        "sys.stderr.write('second\\n'); sys.exit(3)"
    )
    ended = run(tmp_path, program)
    assert ended.code == 3
    assert set(ended.output.splitlines()) == {f"{tmp_path} 1 ", "second"}


def test_a_flood_is_read_and_its_end_is_kept(tmp_path: Path) -> None:
    program = "import sys\nfor _ in range(300): sys.stdout.write('x' * 10_000)\nprint('last')"
    ended = run(tmp_path, program)
    assert ended.output.endswith("xlast\n")
    assert len(ended.output) == 1 << 18


def test_too_slow_is_ended_with_what_it_started(tmp_path: Path) -> None:
    program = (
        "import subprocess, sys, time, pathlib\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "pathlib.Path('pid').write_text(str(child.pid)); time.sleep(60)"
    )
    started = time.monotonic()
    with pytest.raises(TooSlow, match="it did not finish in 2 s"):
        run(tmp_path, program, 2.0)
    assert time.monotonic() - started < 10
    assert until_gone(int((tmp_path / "pid").read_text()))


def test_what_a_program_leaves_running_is_ended_with_it(tmp_path: Path) -> None:
    """It holds the pipe on which we read along: to wait for its end might never end."""
    program = (
        "import subprocess, sys, pathlib\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "pathlib.Path('pid').write_text(str(child.pid)); print('done')"
    )
    started = time.monotonic()
    assert run(tmp_path, program) == Ended(0, "done\n")
    assert time.monotonic() - started < 30
    assert until_gone(int((tmp_path / "pid").read_text()))


def test_stop_ends_all_and_lets_none_start(tmp_path: Path) -> None:
    children = Children()
    caught: list[BaseException] = []

    def go() -> None:
        try:
            run(tmp_path, "import time; open('in', 'w'); time.sleep(60)", 60, children)
        except Stopped as error:
            caught.append(error)

    threads = [threading.Thread(target=go) for _ in range(2)]
    for thread in threads:
        thread.start()
    while not (tmp_path / "in").exists():
        time.sleep(0.01)
    children.stop()
    for thread in threads:
        thread.join(5)
    assert len(caught) == 2
    with pytest.raises(Stopped):
        run(tmp_path, "open('never', 'w')", 60, children)
    assert not (tmp_path / "never").exists()


def test_what_cannot_be_started(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        Children().run("it", [str(tmp_path / "none")], tmp_path, {}, 1)


def test_a_program_that_is_killed(tmp_path: Path) -> None:
    assert run(tmp_path, "import os; os.kill(os.getpid(), 9)") == Ended(-signal.SIGKILL, "")
