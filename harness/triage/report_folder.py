"""Writing into a folder of a run directory, which is somebody else's: nothing outside is touched.

A link in the place of a folder is refused; a file is made under a name of its own and put in place
whole, so that a link in its place is replaced and never followed.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tokparity.harness.triage.tokenizer_folder import LeadsOut, tokenizer_files
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.triage.recipes.recipe import folder_beside
from tokparity.reports.triage.scripts import ORIGINAL, SCRIPT, in_javascript

LARGEST_COPY = 64 << 20
"""Bytes of a file that is put beside a report; of what is not, the script is told the place."""
OURS = (
    "report.md",
    SCRIPT,
    ORIGINAL,
    *map(in_javascript, (SCRIPT, ORIGINAL)),
    "tokenizer",
    "tokenizer.*",
    "expected",
    "expected.*",
)
"""What may stand in the folder of a finding; anything else there is its owner's."""
IMPORTED = (".py", ".pyc", ".pyd", ".pyw", ".so")
"""Endings of files that `python repro.py` would import from the folder it stands in."""
SUFFIX = {
    "tokenizer.json": ".json",
    "tekken.json": ".json",
    "sentencepiece": ".model",
    "gguf": ".gguf",
    "vocab.txt": ".txt",
    "tiktoken": ".tiktoken",
    "tokenizer_config.json": "",
    "model_folder": "",
    "chat_template": ".chat_template.json",
}
"""What a tokenizer's file is called beside a report; a folder's has none."""


class LinkInPlace(TokparityError):
    """A link stands where a folder of ours should be."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path}: is a link: remove it, or name another folder with --out")
        self.path = path


class ImportedInPlace(TokparityError):
    """Something that is not ours stands where `python repro.py` would import it."""

    def __init__(self, folder: Path, name: str) -> None:
        super().__init__(
            f"{folder}: holds {name!a}, which python would import: "
            "remove it, or name another folder with --out"
        )
        self.folder = folder


@dataclass(frozen=True, slots=True)
class Folder:
    """The folder of all reports. A file that several of them need is on the disk once."""

    root: Path
    copies: dict[str, Path] = field(default_factory=dict)

    def of_finding(self, name: str) -> Path:
        """The folder of one finding, made where it is not there. LinkInPlace."""
        place = self.root / name
        for folder in (self.root, place):
            if folder.is_symlink():
                raise LinkInPlace(folder)
            folder.mkdir(parents=True, exist_ok=True)
        return place

    def begin(self, name: str) -> Path:
        """The folder of one finding, without what an earlier report left there.

        Errors: LinkInPlace; ImportedInPlace, with nothing removed.
        """
        place = self.of_finding(name)
        ours = {path for pattern in OURS for path in place.glob(pattern)}
        for other in sorted(set(place.iterdir()) - ours):
            if is_imported(other):
                raise ImportedInPlace(place, other.name)
        for old in ours:
            if old.is_dir() and not old.is_symlink():
                shutil.rmtree(old)
            else:
                old.unlink()
        for sha256 in [key for key, copied in self.copies.items() if copied.parent == place]:
            del self.copies[sha256]  # the file is gone, or will be another one
        return place

    def write(self, path: Path, content: str | bytes) -> None:
        """Write a file whole or not at all."""
        with _part_of(path) as part:
            data = content.encode("utf-8") if isinstance(content, str) else content
            part.write_bytes(data)

    def drop(self, name: str) -> None:
        """Remove a file of an earlier run, if it is there. LinkInPlace."""
        if self.root.is_symlink():
            raise LinkInPlace(self.root)
        path = self.root / name
        if path.is_file() or path.is_symlink():
            path.unlink()

    def copy(self, finding: str, artefact: Artefact, name: str) -> str | None:
        """Put an artefact's file, or its folder, beside a report: its name there; None where it is
        too large, or not to be copied."""
        file = name + SUFFIX[artefact.format]
        target = self.of_finding(finding) / file
        if artefact.format in ("tokenizer_config.json", "model_folder"):
            return self._copy_folder(artefact.path.parent, target)
        if artefact.path.stat().st_size > LARGEST_COPY:
            return None
        with _part_of(target) as part:
            self._link_or_copy(artefact, part)
        self.copies[artefact.sha256] = target
        return file

    def copy_beside(self, finding: str, file: str, beside: Mapping[str, Path]) -> None:
        """Put what a model has besides its file into a folder beside a report. LinkInPlace."""
        folder = self.of_finding(finding) / folder_beside(file)
        if folder.is_symlink():
            raise LinkInPlace(folder)
        folder.mkdir(exist_ok=True)
        for name, path in beside.items():
            with _part_of(folder / name) as part:
                shutil.copyfile(path, part)

    def _link_or_copy(self, artefact: Artefact, part: Path) -> None:
        first = self.copies.get(artefact.sha256)
        if first is not None:
            part.unlink()
            with suppress(OSError):  # a file system without links
                os.link(first, part, follow_symlinks=False)
                return
        shutil.copyfile(artefact.path, part)

    def _copy_folder(self, source: Path, target: Path) -> str | None:
        """None too where a link leads out of it: without that file it would be another one."""
        try:
            files = tokenizer_files(source)
        except LeadsOut:
            return None
        if sum(path.stat().st_size for path in files.values()) > LARGEST_COPY:
            return None
        for name, path in files.items():
            place = target / name
            for folder in (target, place.parent):
                if folder.is_symlink():
                    raise LinkInPlace(folder)
                folder.mkdir(exist_ok=True)
            with _part_of(place) as part:
                shutil.copyfile(path, part)
        return target.name


def is_imported(path: Path) -> bool:
    """Whether a script beside it could import it: a module, or a folder of a package's name.

    >>> is_imported(Path("ctypes.cpython-312-x86_64-linux-gnu.so"))
    True
    """
    if path.name == "node_modules":  # what a script of node is run with, and no script imports
        return False
    return path.suffix.lower() in IMPORTED or (path.is_dir() and path.name.isidentifier())


@contextmanager
def _part_of(path: Path) -> Iterator[Path]:
    """A fresh file that takes the place of `path` when the block ends well."""
    handle, name = tempfile.mkstemp(prefix=".part-", dir=path.parent)
    os.close(handle)
    part = Path(name)
    try:
        yield part
        part.chmod(0o644)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
