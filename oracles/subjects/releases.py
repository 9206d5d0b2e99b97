"""`releases_between`: which releases of a library its registry has, the oldest first."""

import json
import subprocess
import sys

from tokparity.oracles.subjects.library import Library
from tokparity.oracles.worker.process import last_lines
from tokparity.reference_impl.errors import TokparityError

SECONDS = 120
_AVAILABLE = "Available versions:"


class NoReleases(TokparityError):
    """The registry was not reached, or does not have a release that was named."""

    def __init__(self, library: str, reason: str) -> None:
        super().__init__(f"releases of {library}: {reason}")
        self.library, self.reason = library, reason


def releases_between(library: Library, first: str, last: str) -> list[str]:
    """From one to the other, both included. Errors: NoReleases."""
    found = _listed(library)
    for wanted in (first, last):
        if wanted not in found:
            near = ", ".join(found[-5:])
            raise NoReleases(library.name, f"there is no {wanted}: the newest are {near}")
    start, end = found.index(first), found.index(last)
    if start >= end:
        raise NoReleases(library.name, f"{first} is not older than {last}")
    return found[start : end + 1]


def _listed(library: Library) -> list[str]:
    if library.registry == "npm":
        package = library.package.rpartition("@")[0]
        found = json.loads(_said(library, ["npm", "view", package, "versions", "--json"]))
        return found if isinstance(found, list) else [found]
    package = library.package.partition("==")[0]
    pip = [sys.executable, "-m", "pip", "index", "versions", package]
    said = _said(library, [*pip, "--disable-pip-version-check"])
    line = next((line for line in said.splitlines() if line.startswith(_AVAILABLE)), _AVAILABLE)
    names = line.removeprefix(_AVAILABLE).split(",")
    return [name.strip() for name in reversed(names) if name.strip()]


def _said(library: Library, command: list[str]) -> str:
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoReleases(library.name, f"{command[0]}: {error}") from None
    if done.returncode:
        last = last_lines(done.stderr) or [f"exit {done.returncode}"]
        raise NoReleases(library.name, last[-1])
    return done.stdout.decode("utf-8", "replace")
