"""Reading a table strictly: how manifests and the lock are read.

Not here: which fields there are.
"""

import re
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

from tokparity.reference_impl.errors import BadArtefact

COMMIT = re.compile(r"[0-9a-f]{40}")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*")
T = TypeVar("T")


def is_inside(path: str) -> bool:
    """Whether a path of an archive or repository stays inside it.

    >>> [is_inside(path) for path in ("a/b.json", "../b.json", "/b.json", "a\\\\b", "")]
    [True, False, False, False, False]
    """
    inner = PurePosixPath(path)
    return bool(path) and not inner.is_absolute() and ".." not in inner.parts and "\\" not in path


class TomlTable:
    """A table of TOML or JSON, read field by field: each is asked for once, none may be left."""

    def __init__(self, path: Path, data: Any, at: str = "") -> None:
        self.path, self.at = path, at
        if not isinstance(data, dict):
            raise BadArtefact(path, at.rstrip("."), "is not a table")
        self.data: dict[str, Any] = dict(data)

    def bad(self, field: str, reason: str) -> BadArtefact:
        return BadArtefact(self.path, self.at + field, reason)

    def take(self, field: str, kind: type[T], default: T | None = None) -> T:
        value = self.data.pop(field, default)
        if value is None:
            raise self.bad(field, "is missing")
        if type(value) is not kind:  # not isinstance: true is no number
            raise self.bad(field, f"is {value!r}, not a {kind.__name__}")
        return value

    def take_text(self, field: str, form: re.Pattern[str]) -> str:
        value = self.take(field, str)
        if not form.fullmatch(value):
            raise self.bad(field, f"is {value!r}, not of the form {form.pattern}")
        return value

    def take_count(self, field: str) -> int:
        """How many there are, or an id."""
        return self._bounded(field, 31)

    def take_size(self, field: str) -> int:
        """How many bytes there are."""
        return self._bounded(field, 50)

    def _bounded(self, field: str, bits: int) -> int:
        value = self.take(field, int)
        if not 0 <= value < 1 << bits:
            raise self.bad(field, f"is {value}, outside 0 … 2^{bits}-1")
        return value

    def take_sha256(self, field: str) -> str:
        return self.take_text(field, _SHA256)

    def take_commit(self, field: str) -> str:
        return self.take_text(field, COMMIT)

    def take_file_name(self, field: str) -> str:
        return self.take_text(field, _FILE_NAME)

    def take_inner_path(self, field: str) -> str:
        """A path that stays inside its archive or repository; `!` enters a zip."""
        path = self.take(field, str)
        if not all(map(is_inside, path.split("!"))):
            raise self.bad(field, f"is {path!r}, not a path inside an archive")
        return path

    def take_one_of(self, field: str, words: tuple[str, ...]) -> str:
        value = self.take(field, str)
        if value not in words:
            raise self.bad(field, f"is {value!r}, not one of {', '.join(words)}")
        return value

    def table(self, field: str) -> "TomlTable":
        return TomlTable(self.path, self.take(field, dict), f"{self.at}{field}.")

    def end(self) -> None:
        for field in self.data:
            raise self.bad(field, "is not a field here")
