"""Run a repro script as its reader would: a fresh process that knows nothing of this one.

Bounded in time, memory and output; it stands in an empty folder, with no PYTHONPATH and no proxy
of ours, and `-P` keeps the folder out of its imports. What asks a subject of the user's own stands
where he stands, with his variables. Not here: what the script says (`reports.triage`).
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

import psutil

from tokparity.oracles.worker.process import (
    PASSED_ON,
    end_group,
    environment_of,
    signal_name,
)
from tokparity.reports.text.visible import harmless
from tokparity.reports.triage.comparison import MARKER
from tokparity.reports.triage.exhibit import Proof
from tokparity.reports.triage.scripts import Script

SECONDS = 60.0
TRIES = 3
MEMORY = 8 << 30
WRITTEN = 256 << 20
"""Bytes of a file that a script may write: its output, and copies of what it is not told."""
KEPT = 4_000
"""Characters of the output that a report shows."""
END = 64 << 10
"""Bytes at the beginning and at the end of an output that are looked at."""
LAST = 20
"""Lines at the end of an output: libraries have words of their own as a process ends."""
NO_MEMORY = re.compile(
    r"^MemoryError|memory allocation of|std::bad_alloc|out of memory|[Cc]annot allocate memory"
)
"""What is said where there is no memory: Python, Rust, C++, V8, the C library."""
MARK = "TOKPARITY_PROOF"
"""The variable by which what a script started is known, whatever its session or parent is."""
LIMITS = (
    "resource.setrlimit(resource.RLIMIT_FSIZE, (written, written)); "
    "resource.setrlimit(resource.RLIMIT_CORE, (0, 0)); "
)
LAUNCH = (
    "import resource, runpy, sys; limit, written = map(int, sys.argv[1:3]); "
    "sys.argv = sys.argv[3:]; resource.setrlimit(resource.RLIMIT_AS, (limit, limit)); "
    f"{LIMITS}runpy.run_path(sys.argv[0], run_name='__main__')"
)
"""What `python repro.py` does, under limits."""
LAUNCH_NODE = (
    "import os, resource, sys; limit, written = map(int, sys.argv[1:3]); "
    "resource.setrlimit(resource.RLIMIT_DATA, (limit, limit)); "
    f"{LIMITS}os.execvp('node', ['node', *sys.argv[3:]])"
)
"""What `node repro.mjs` does. Its engine maps far more than it uses: what it writes is bounded."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a script is run. `python`: an interpreter that has its library; `modules`: what node
    imports from; `own`: here, with our variables, as it starts a command of the user's."""

    python: str = sys.executable
    modules: Path | None = None
    own: bool = False


HERE = Place()


def prove(
    path: Path,
    script: Script,
    files: Sequence[Path] = (),
    *,
    seconds: float = SECONDS,
    memory: int = MEMORY,
    place: Place = HERE,
) -> Proof:
    """How the script at `path` went; `files` are the tokenizers that it must be told.

    It reproduces where the very line that the finding asks for is among its last, or where it ends
    as the finding's process did, once it was asked. Anything else is told in one line. What reads
    memory that is not its own does not crash each time: such a script has three runs.
    """
    proof = _proof(path, script, files, seconds, memory, place)
    is_signal = script.death == "crash" and (script.exit is None or script.exit < 0)
    tries = TRIES if is_signal else 1
    for number in range(2, tries + 1):
        if proof.outcome == "reproduced" or MARKER not in proof.output:
            break
        proof = _proof(path, script, files, seconds, memory, place)
        if proof.outcome == "reproduced":
            return replace(proof, reason=f"in run {number}: it does not crash each time")
    return proof


def _proof(
    path: Path, script: Script, files: Sequence[Path], seconds: float, memory: int, place: Place
) -> Proof:
    """How one run of the script went."""
    environment = environment_of(1) | {
        name: os.environ[name] for name in PASSED_ON if name in os.environ
    }
    limits = [str(memory), str(WRITTEN + sum(file.stat().st_size for file in files))]
    told = [str(file.absolute()) for file in files]
    with (
        tempfile.TemporaryDirectory(prefix="tokparity-repro-") as empty,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
    ):
        if script.program == "node":
            command = [sys.executable, "-P", "-c", LAUNCH_NODE, *limits]
            command.append(str(_beside_modules(path, place.modules, Path(empty))))
        else:
            command = [place.python, "-P", "-c", LAUNCH, *limits, str(path.absolute())]
        variables = {**os.environ} if place.own else environment | {"HOME": empty}
        process = subprocess.Popen(
            [*command, *told],
            cwd=None if place.own else empty,
            env=variables | {MARK: empty},
            stdin=subprocess.DEVNULL,
            stdout=out,  # no pipe: what it started may hold that for ever, and fill it
            stderr=err,
            start_new_session=True,
        )
        try:
            code: int | None = process.wait(seconds)
        except subprocess.TimeoutExpired:
            code = None
        finally:
            _end_family(process, empty)
        output, errors = _printed(out), _printed(err)
    reason = _why_not(script, code, output, errors, seconds)
    lines = output.splitlines()
    return Proof(
        "does not reproduce" if reason else "reproduced",
        harmless(reason),
        harmless(lines[0][:80]) if lines else "",
        _clipped(output + errors),
    )


def _end_family(process: subprocess.Popen[bytes], mark: str) -> None:
    """End a script and all that it started: its group, and what has left that."""
    end_group(process)
    for other in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):  # gone by now, or somebody else's
            if other.environ().get(MARK) == mark:
                other.kill()


def _printed(file: BinaryIO) -> str:
    """What a script printed; of a flood its beginning and its end."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    if size <= 2 * END:
        return file.read().decode("utf-8", "replace")
    start = file.read(END)
    file.seek(-END, os.SEEK_END)
    return b"\n\xe2\x80\xa6\n".join([start, file.read(END)]).decode("utf-8", "replace")


def _beside_modules(path: Path, modules: Path | None, folder: Path) -> Path:
    """A copy of a script of node in `folder`, with what lies beside it and what it imports: node
    looks for modules beside the file itself."""
    for beside in path.parent.iterdir():
        if beside != path:
            (folder / beside.name).symlink_to(beside.absolute())
    if modules is not None:
        (folder / "node_modules").unlink(missing_ok=True)
        (folder / "node_modules").symlink_to(modules.absolute())
    return shutil.copyfile(path, folder / path.name)


def _why_not(script: Script, code: int | None, output: str, errors: str, seconds: float) -> str:
    """Why a script that ended so does not show the finding; "" where it does."""
    last = errors.splitlines()[-LAST:] if errors.strip() else []
    said = next((line for line in reversed(last) if line.startswith("reproduced: ")), "")
    ended = _ended(code, seconds) + (f": {_short(last[-1])}" if last else "")
    if script.death is not None:
        if MARKER not in output:
            return f"no {script.death}: {ended}, before it was asked"
        answered = said or "not reproduced: " in output
        raised = code == 1 and "Traceback (most recent call last)" in errors
        if not answered and _dies(script, code, last, raised=raised):
            return ""
        return f"no {script.death}: {ended}"
    if code == 1 and (script.line in last or (script.varies and said)):
        return ""
    if code == 0:
        return "the library gives the answer that was expected"
    if code == 1 and said:
        return f"another answer than the finding's: {_short(said)}"
    return ended if last else f"{ended}: no output"


def _dies(script: Script, code: int | None, last: Sequence[str], *, raised: bool) -> bool:
    """Whether a script that was asked and gave no answer ended as the finding's process did.
    `raised`: by an error that nothing caught, which has an exit code too."""
    match script.death:
        case "crash" if script.exit is None:
            return code is not None and code < 0
        case "crash":
            return code == script.exit and not raised
        case "timeout":
            return code == -signal.SIGALRM  # the script's own: without it nothing was asked
        case _:
            said = any(NO_MEMORY.search(line) for line in last)
            return code == -signal.SIGKILL or (code not in (None, 0) and said)


def _ended(code: int | None, seconds: float) -> str:
    if code is None:
        return f"no end within {seconds:g} s"
    if code < 0:
        return f"ended by {signal_name(-code)}"
    return f"exit code {code}"


def _short(line: str) -> str:
    return line if len(line) <= 200 else line[:200] + "…"


def _clipped(text: str) -> str:
    lines = [harmless(line) for line in text[: 2 * KEPT].splitlines()]
    whole = "\n".join(lines)
    return whole if len(whole) <= KEPT else whole[:KEPT] + "\n…"
