"""The cache: files named by the sha256 of their content, shared by every run of this user.

    <root>/sha256/ab/abcdef…
    <root>/incoming/…           what is on its way, by the process that brings it

A file is there whole or not at all: written to a folder of its own, hashed while written,
renamed last. So any number of fetchers may write at once, and what a killed one left is
swept away by the next. Not here: where bytes come from (`fetching`).
"""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from tokparity.corpora.vocabs.folder_lock import hold, hold_if_free
from tokparity.reference_impl.errors import TokparityError

_BLOCK = 1 << 20


class WrongBytes(TokparityError):
    """Bytes that are not the ones the manifest promises.

    >>> str(WrongBytes("a.whl", "sha256", "00", "ff"))
    'a.whl: sha256 is ff, expected 00'
    """

    def __init__(self, file: str, measure: str, expected: str, actual: str) -> None:
        super().__init__(f"{file}: {measure} is {actual}, expected {expected}")
        self.file, self.expected, self.actual = file, expected, actual


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder of files by content. It is created when first written to."""

    root: Path

    @classmethod
    def default(cls) -> "Cache":
        """`TOKPARITY_CACHE` where set, or the user's cache folder."""
        return cls(
            Path(os.environ.get("TOKPARITY_CACHE") or platformdirs.user_cache_dir("tokparity"))
        )

    def path(self, sha256: str) -> Path:
        """Where content of this hash lies, or would lie.

        >>> Cache(Path("c")).path("abcd").as_posix()
        'c/sha256/ab/abcd'
        """
        return self.root / "sha256" / sha256[:2] / sha256

    def has(self, sha256: str, size: int) -> bool:
        """Whether the file is there at its size: no hashing, since only whole files get a name."""
        try:
            return self.path(sha256).stat().st_size == size
        except OSError:
            return False

    def verify(self, sha256: str, label: str) -> None:
        """Hash the file again. WrongBytes where it changed on disk; OSError where it is gone."""
        with self.path(sha256).open("rb") as file:
            actual = hashlib.file_digest(file, "sha256").hexdigest()
        if actual != sha256:
            raise WrongBytes(label, "sha256", sha256, actual)

    def add(self, sha256: str, size: int, blocks: Iterable[bytes], label: str) -> Path:
        """Write a file whose content must be `size` bytes hashing to `sha256`.

        Stops reading `blocks` one block past `size`. WrongBytes (naming `label`) leaves
        nothing behind, and neither does any other error.
        """
        with self.incoming() as folder:
            actual, length = _write(folder / "part", blocks, size, label)
            if length != size:
                raise WrongBytes(label, "size", str(size), str(length))
            if actual != sha256:
                raise WrongBytes(label, "sha256", sha256, actual)
            return self._settle(folder / "part", sha256)

    def discard(self, sha256: str) -> None:
        """Remove a file that is not what its name says; where that cannot be done it stays."""
        with suppress(OSError):
            self.path(sha256).unlink()

    def _settle(self, part: Path, sha256: str) -> Path:
        place = self.path(sha256)
        place.parent.mkdir(parents=True, exist_ok=True)
        part.replace(place)
        return place

    @contextmanager
    def incoming(self) -> Iterator[Path]:
        """An empty folder on the cache's own disk; whatever is in it goes with it."""
        parent = self.root / "incoming"
        parent.mkdir(parents=True, exist_ok=True)
        with hold(parent):  # or a sweep takes the folder before it is held
            folder = Path(tempfile.mkdtemp(dir=parent.absolute()))  # clients run in it
            holding = hold(folder)
            holding.__enter__()
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            holding.__exit__(None, None, None)

    def sweep(self) -> None:
        """Remove what killed processes left on its way."""
        parent = self.root / "incoming"
        if not parent.is_dir():
            return
        with hold(parent):
            for folder in parent.iterdir():
                # whoever holds one may remove it meanwhile
                with suppress(FileNotFoundError), hold_if_free(folder) as free:
                    if free:
                        shutil.rmtree(folder, ignore_errors=True)

    def usage(self) -> tuple[int, int]:
        """How many files there are, and their bytes."""
        sizes = [path.stat().st_size for path in (self.root / "sha256").glob("*/*")]
        return len(sizes), sum(sizes)


def _write(part: Path, blocks: Iterable[bytes], limit: int, label: str) -> tuple[str, int]:
    digest, length = hashlib.sha256(), 0
    with part.open("wb") as out:
        for block in blocks:
            length += len(block)
            if length > limit:
                raise WrongBytes(label, "size", str(limit), f"at least {length}")
            digest.update(block)
            out.write(block)
    return digest.hexdigest(), length


def check_file(path: Path, sha256: str, size: int, label: str) -> None:
    """WrongBytes unless the file has this size and hash."""
    actual_size = path.stat().st_size
    if actual_size != size:
        raise WrongBytes(label, "size", str(size), str(actual_size))
    with path.open("rb") as file:
        actual = hashlib.file_digest(file, "sha256").hexdigest()
    if actual != sha256:
        raise WrongBytes(label, "sha256", sha256, actual)
