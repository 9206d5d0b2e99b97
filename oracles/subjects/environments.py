"""The environments of bundled adapters: one a library, made once, used offline from then on.

    <root>/pip-kitoken-1f2e…/        a virtual environment
    <root>/npm-gpt-tokenizer-77ab…/  node_modules, and the module that serves

The name holds a digest of the packages, of what they may take and of the interpreter: another
version is another folder. It
is there whole or not at all. Not here: what is asked (`library`), and processes (`program`).
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from tokparity.oracles.subjects.library import Library, libraries
from tokparity.oracles.subjects.spec import Program
from tokparity.oracles.worker.process import last_lines
from tokparity.reference_impl.codec import write
from tokparity.reference_impl.errors import TokparityError

AS_OF = "2026-11-24"
"""What npm takes is no newer, and so the same tomorrow; what pip takes, `constraints.txt` says."""
SECONDS = 900
"""What installing one library may take."""
NODE = "node"
_RELEASE = re.compile(r"(?:pip|npm)-(.+@.+)-[0-9a-f]{12}")


class NotInstalled(TokparityError):
    """A library's environment could not be made."""

    def __init__(self, library: Library, reason: str) -> None:
        super().__init__(f"lib:{library.name}: {library.package} is not installed: {reason}")
        self.library, self.reason = library, reason


@dataclass(frozen=True, slots=True)
class Environments:
    """All environments under one folder, which is created when first written to."""

    root: Path

    def folder(self, library: Library) -> Path:
        """Where a library is, or would be."""
        said = json.dumps([library.package, *library.needs, *library.installer, *_made_of(library)])
        digest = hashlib.sha256(said.encode()).hexdigest()[:12]
        name = library.name.replace("/", "-")
        return self.root / f"{library.registry}-{name}-{digest}"

    def is_made(self, library: Library) -> bool:
        """Whether it can be used without a network."""
        return self.folder(library).is_dir()

    def make(self, library: Library) -> Path:
        """The folder of a library, installed there if it was not. Errors: NotInstalled."""
        folder = self.folder(library)
        if folder.is_dir():
            return folder
        self.root.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=".making-", dir=self.root))
        try:
            for command in _commands(library, made):
                _install(library, command, made)
            try:
                made.rename(folder)
            except OSError:  # another process was faster
                if not folder.is_dir():
                    raise
        finally:
            shutil.rmtree(made, ignore_errors=True)
        return folder

    def releases(self) -> dict[str, Path]:
        """The folders of releases that are not bundled: those asked for as NAME@RELEASE."""
        found = (_RELEASE.fullmatch(path.name) for path in sorted(self.root.glob("*")))
        return {made[1]: self.root / made[0] for made in found if made}

    def remove_release(self, name: str) -> int:
        """As `remove`, of one of the `releases`."""
        folder = self.releases().get(name)
        size = 0 if folder is None else bytes_of(folder)
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
        return size

    def remove(self, library: Library) -> int:
        """The bytes that are free again: 0 where it was not there."""
        folder = self.folder(library)
        size = bytes_of(folder)
        shutil.rmtree(folder, ignore_errors=True)
        return size

    def program(self, library: Library) -> Program:
        """What serves a library, its environment made if need be. Errors: NotInstalled."""
        folder = self.make(library)
        if library.registry == "npm":
            module = folder / "subject.mjs"
            source = javascript_of(library)
            if not module.is_file() or module.read_text("utf-8") != source:
                replaced = module.with_suffix(f".{os.getpid()}")
                replaced.write_text(source, "utf-8")
                replaced.replace(module)
            return Program((NODE, str(module)), library.name)
        with as_file(files("tokparity.oracles.subjects") / "python_host.py") as host:
            calls = json.dumps(calls_of(library))
            python = folder / "bin" / "python"
            return Program((str(python), "-P", str(host), "--calls", calls), library.name)


def bytes_of(folder: Path) -> int:
    """Bytes of all files in a folder; links count as nothing."""
    held = (file for file in folder.rglob("*") if file.is_file() and not file.is_symlink())
    return sum(file.stat().st_size for file in held)


def _made_of(library: Library) -> list[str]:
    """What an environment hangs on besides its packages: the interpreter, and what they take."""
    if library.registry == "npm":
        return ["node", AS_OF]
    return [sys.version.split()[0], _constraints(library)]


def _constraints(library: Library) -> str:
    """The pins of what a library takes; another release of it says itself what it takes."""
    pinned = files("tokparity.oracles.subjects") / "libraries" / "constraints.txt"
    return "" if library.name not in libraries() else pinned.read_text("utf-8")


def _commands(library: Library, folder: Path) -> list[list[str]]:
    packages = [*library.installer, library.package, *library.needs]
    if library.registry == "npm":
        npm = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
        return [[*npm, f"--before={AS_OF}", "--prefix", str(folder), *packages]]
    python = str(folder / "bin" / "python")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet"]
    pip += ["--disable-pip-version-check", "--no-compile"]
    if not any("-binary" in option for option in library.installer):
        pip.append("--only-binary=:all:")  # what is built runs code of its own
    constraints = folder / "constraints.txt"
    constraints.write_text(_constraints(library), "utf-8")
    return [
        [sys.executable, "-m", "venv", "--without-pip", str(folder)],
        [*pip, "--constraint", str(constraints), *packages],
    ]


def _install(library: Library, command: list[str], folder: Path) -> None:
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except FileNotFoundError as error:
        raise NotInstalled(library, f"there is no {command[0]} on the PATH") from error
    except subprocess.TimeoutExpired as error:
        raise NotInstalled(library, f"it took more than {SECONDS} s") from error
    if done.returncode != 0:
        last = last_lines(done.stderr) or last_lines(done.stdout) or [f"exit {done.returncode}"]
        raise NotInstalled(library, last[-1])


def calls_of(library: Library) -> dict[str, Any]:
    """What a host is given of a library: its ways, and the calls of each."""
    return {
        "name": library.name,
        "version": library.version,
        "capabilities": write(library.capabilities),
        "ways": [
            {**asdict(way), "capabilities": write(library.capabilities_of([way]))}
            for way in library.ways
        ],
    }


def javascript_of(library: Library) -> str:
    """The module that serves a library of npm: its calls as functions, and the host behind them."""
    said = calls_of(library)
    ways = []
    for way in said.pop("ways"):
        calls = {
            op: ", ".join(f"{name}: async (t, X) => ({call})" for name, call in way[op].items())
            for op in ("encode", "decode")
        }
        ways.append(
            f"{{formats: {json.dumps(way['formats'])}, "
            f"vocabularies: {json.dumps(way['vocabularies'])},\n"
            f"  capabilities: {json.dumps(way['capabilities'])},\n"
            f"  load: async (F, D, R, V) => {{ {way['load']} }},\n"
            f"  encode: {{{calls['encode']}}},\n  decode: {{{calls['decode']}}}}}"
        )
    host = (files("tokparity.oracles.subjects") / "javascript_host.mjs").read_text("utf-8")
    listed = ",\n".join(ways)
    return f"const SAID = {json.dumps(said)};\nconst WAYS = [{listed}];\n{host}"
