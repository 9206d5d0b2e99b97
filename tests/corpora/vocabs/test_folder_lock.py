import subprocess
import sys
import threading
import time
from pathlib import Path

from tokparity.corpora.vocabs.folder_lock import hold, hold_if_free


def test_one_at_a_time(tmp_path: Path) -> None:
    inside, most = 0, 0

    def go() -> None:
        nonlocal inside, most
        for _ in range(10):
            with hold(tmp_path):
                inside += 1
                most = max(most, inside)
                time.sleep(0.001)  # or none would be seen inside by another, held or not
                inside -= 1

    threads = [threading.Thread(target=go) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1


def test_a_held_folder_is_not_free_until_let_go(tmp_path: Path) -> None:
    with hold(tmp_path), hold_if_free(tmp_path) as free:
        assert not free
    with hold_if_free(tmp_path) as free:
        assert free
        with hold_if_free(tmp_path) as again:
            assert not again


def test_a_killed_process_lets_go(tmp_path: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path\n"
        "from tokparity.corpora.vocabs.folder_lock import hold\n"
        "with hold(Path(sys.argv[1])): print('in', flush=True); time.sleep(60)"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"in\n"
        with hold_if_free(tmp_path) as free:
            assert not free
        child.kill()
        child.wait()
    with hold_if_free(tmp_path) as free:
        assert free
