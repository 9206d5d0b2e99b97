"""Run a repro script as its reader would: a fresh process that knows nothing of this one.

Bounded in time and memory; it stands in an empty folder, with no PYTHONPATH and no proxy of ours,
and `-P` keeps the folder out of its imports. What asks a subject of the user's own stands where he
stands, with his variables. Not here: what the script says (`reports.triage`).
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tokparity.oracles.worker.process import PASSED_ON, environment_of
from tokparity.reports.text.visible import harmless
from tokparity.reports.triage.exhibit import Proof
from tokparity.reports.triage.scripts import Script

SECONDS = 60.0
MEMORY = 8 << 30
KEPT = 4_000
"""Characters of the output that a report shows."""
LAUNCH = (
    "import resource, runpy, sys; limit, sys.argv = int(sys.argv[1]), sys.argv[2:]; "
    "resource.setrlimit(resource.RLIMIT_AS, (limit, limit)); "
    "resource.setrlimit(resource.RLIMIT_CORE, (0, 0)); "
    "runpy.run_path(sys.argv[0], run_name='__main__')"
)
"""What `python repro.py` does, under limits."""
LAUNCH_NODE = (
    "import os, resource, sys; limit = int(sys.argv[1]); "
    "resource.setrlimit(resource.RLIMIT_DATA, (limit, limit)); "
    "resource.setrlimit(resource.RLIMIT_CORE, (0, 0)); "
    "os.execvp('node', ['node', *sys.argv[2:]])"
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

    It reproduces where its last line is the very one that the finding asks for, or where it ends
    as the finding's process did. Anything else is told in one line.
    """
    environment = environment_of(1) | {
        name: os.environ[name] for name in PASSED_ON if name in os.environ
    }
    told = [str(file.absolute()) for file in files]
    with tempfile.TemporaryDirectory(prefix="tokparity-repro-") as empty:
        if script.program == "node":
            command = [sys.executable, "-P", "-c", LAUNCH_NODE, str(memory)]
            command.append(str(_beside_modules(path, place.modules, Path(empty))))
        else:
            command = [place.python, "-P", "-c", LAUNCH, str(memory), str(path.absolute())]
        process = subprocess.Popen(
            [*command, *told],
            cwd=None if place.own else empty,
            env=None if place.own else environment | {"HOME": empty},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        try:
            out, err = process.communicate(timeout=seconds)
            code: int | None = process.returncode
        except subprocess.TimeoutExpired:
            code = None
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        if code is None:
            out, err = process.communicate()
    output, errors = out.decode("utf-8", "replace"), err.decode("utf-8", "replace")
    reason = _why_not(script, code, errors, seconds)
    lines = output.splitlines()
    return Proof(
        "does not reproduce" if reason else "reproduced",
        harmless(reason),
        harmless(lines[0][:80]) if lines else "",
        _clipped(output + errors),
    )


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


def _why_not(script: Script, code: int | None, errors: str, seconds: float) -> str:
    """Why a script that ended so does not show the finding; "" where it does."""
    last = errors.splitlines()[-1] if errors.strip() else "no output"
    ended = _ended(code, seconds)
    if script.death is not None:
        killed = code is not None and code < 0
        shows = {
            "crash": killed,
            "timeout": code == -signal.SIGALRM,  # the script's own: without it nothing was asked
            "memory": killed or (code == 1 and last.startswith("MemoryError")),
        }
        if shows[script.death]:
            return ""
        return f"no {script.death}: {ended}" + (f": {_short(last)}" if errors.strip() else "")
    if code == 1 and last == script.line:
        return ""
    if code == 0:
        return "the library gives the answer that was expected"
    if code == 1 and last.startswith("reproduced: "):
        return f"another answer than the finding's: {_short(last)}"
    return f"{ended}: {_short(last)}"


def _ended(code: int | None, seconds: float) -> str:
    if code is None:
        return f"no end within {seconds:g} s"
    if code < 0:
        return f"ended by {signal.Signals(-code).name}"
    return f"exit code {code}"


def _short(line: str) -> str:
    return line if len(line) <= 200 else line[:200] + "…"


def _clipped(text: str) -> str:
    lines = [harmless(line) for line in text[: 2 * KEPT].splitlines()]
    whole = "\n".join(lines)
    return whole if len(whole) <= KEPT else whole[:KEPT] + "\n…"
