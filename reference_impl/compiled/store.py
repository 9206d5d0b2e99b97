"""The compiled files of this user, by the sha256 of what they are of.

    <cache>/compiled/key           32 bytes that only this user may read
    <cache>/compiled/<sha256>-…    a file of `blocks`, and the version of our code that made it

A file is written beside its place and renamed, so that it is there whole or not at all. One that is
damaged, of another version, or of another user's key, is read by nobody and written again. Where
nothing can be written, nothing is.
"""

import os
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from secrets import token_bytes
from typing import TYPE_CHECKING

from tokparity.reference_impl.compiled.blocks import Blocks
from tokparity.reference_impl.compiled.opening import (
    CONTENTS,
    KEY,
    SHOWN,
    opened,
    place,
    version,
)

if TYPE_CHECKING:
    from tokparity.reference_impl.compiled.opening import Content

MOST_BYTES = 1 << 30
"""Of all compiled files together: beyond that the ones that were read longest ago go."""
_UNREAD = 7 * 86400.0
"""Seconds after which a file of another version goes that nobody reads."""
_PART, _ABANDONED = "part-", 3600.0
"""How a file is called that is being written, and after how many seconds nobody does any more."""


class Store:
    """A folder of compiled files; it is made when the first one is written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, name: str, content: "Content" = "tables") -> Path:
        """Where the file of this sha256 is, or would be."""
        return Path(place(str(self.folder), name, content))

    def open(self, name: str, content: "Content" = "tables") -> Blocks | None:
        """A file that is fit to be read; None where there is none. One that is not fit goes."""
        blocks = opened(str(self.folder), name, content)
        if blocks is None:
            self.discard(name, content)
        return blocks

    def discard(self, name: str, content: "Content" = "tables") -> None:
        """Remove a file; where that cannot be done it stays."""
        with suppress(OSError):
            self.path(name, content).unlink()

    def write(
        self, name: str, make: Callable[[bytes], bytes], content: "Content" = "tables"
    ) -> None:
        """Write the file that `make` makes with the key. Where it cannot be written, it is not."""
        with suppress(OSError):
            data = make(self._key())
            self._settle(data, self.path(name, content))
            self._make_room()

    def _key(self) -> bytes:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        key = self.folder / KEY
        if not key.is_file():
            self._settle(token_bytes(32), key, once=True)
        return key.read_bytes()

    def _settle(self, data: bytes, target: Path, once: bool = False) -> None:
        """Put a file in its place; `once`: unless another is there by now."""
        number, name = tempfile.mkstemp(dir=self.folder, prefix=_PART)
        part = Path(name)
        try:
            with os.fdopen(number, "wb") as file:
                file.write(data)
            if once:
                with suppress(FileExistsError):
                    target.hardlink_to(part)
            else:
                part.replace(target)
        finally:
            part.unlink(missing_ok=True)

    def _make_room(self) -> None:
        """Remove what was read longest ago, and what killed processes left on its way."""
        files = [(path, path.stat()) for path in self.folder.iterdir() if path.name != KEY]
        ends = tuple(version(content)[:SHOWN] for content in CONTENTS)
        total, now = sum(stat.st_size for _, stat in files), time.time()
        for path, stat in sorted(files, key=lambda it: it[1].st_atime):
            left = path.name.startswith(_PART) and stat.st_mtime < now - _ABANDONED
            stale = not path.name.endswith(ends) and stat.st_atime < now - _UNREAD
            if left or stale or total > MOST_BYTES:
                path.unlink(missing_ok=True)
                total -= stat.st_size
