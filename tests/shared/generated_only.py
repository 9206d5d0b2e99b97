"""The command line in a process of its own, whose runs replay no committed case.

They take several seconds each time, mostly to load libraries, and have tests of their own. Where
one is killed in the middle of them: `evaluation.accidents.kills`.
"""

import shlex
import sys
from pathlib import Path

COMMAND = (sys.executable, "-P", __file__)


def stand_in(folder: Path) -> str:
    """A folder to put first on the PATH of a shell script: its `tokparity` is this command."""
    folder.mkdir()
    program = folder / "tokparity"
    program.write_text(f'#!/bin/sh\nexec {shlex.join(COMMAND)} "$@"\n', "utf-8")
    program.chmod(0o755)
    return str(folder)


if __name__ == "__main__":  # and not where a job process imports it anew
    from tokparity.__main__ import script
    from tokparity.harness.commands import run

    run.committed = tuple
    script()
