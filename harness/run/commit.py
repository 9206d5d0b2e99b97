"""From which commit a run was made: its numbers can be held against the code that is there now."""

import shutil
import subprocess
from functools import cache
from pathlib import Path

PRODUCT = ("reference_impl", "oracles", "corpora", "harness", "reports", "src")
CHANGED = "+"
"""Behind a commit whose product was changed in the working tree."""


@cache
def commit_here() -> str:
    """The commit of the checkout that this package runs from, "+" behind it where files of the
    product are changed; "" where it is installed, or there is no git.

    >>> commit_here() == "" or len(commit_here().rstrip("+")) == 40
    True
    """
    root = Path(__file__).resolve().parents[2]
    if not (root / ".git").exists():
        return ""
    try:
        commit = _git(root, "rev-parse", "HEAD").strip()
        return commit + CHANGED * bool(_git(root, "status", "--porcelain", "--", *PRODUCT))
    except (OSError, subprocess.SubprocessError):
        return ""


def changed_since(commit: str) -> list[str]:
    """The files of the product that are other ones now than they were at a commit, by path.

    Raises subprocess.CalledProcessError for what is no commit here.
    """
    root = Path(__file__).resolve().parents[2]
    committed = _git(root, "diff", "--name-only", commit.removesuffix(CHANGED), "--", *PRODUCT)
    return committed.splitlines()


def _git(root: Path, *words: str) -> str:
    command = [shutil.which("git") or "git", "-C", str(root), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=20)
    return done.stdout
