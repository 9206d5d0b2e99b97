"""Committed case files: what regression cases and golden cases share.

Their classes are their schema: a misspelt or missing expectation is an error, and never a case that
silently passes.
"""

import json
from pathlib import Path
from typing import Any, TypeVar

from tokparity.reference_impl.codec import read, write
from tokparity.reference_impl.contract import Case
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.strict_json.values import UNKNOWN, BadField

T = TypeVar("T")
LARGEST = 1_000_000


class BadCaseFile(TokparityError):
    """A committed case file is not what its schema says.

    >>> str(BadCaseFile(Path("a.json"), "expected", "is missing"))
    'a.json: expected: is missing'
    """

    def __init__(self, path: Path, field: str, reason: str) -> None:
        super().__init__(f"{path}: {field}: {reason}")
        self.path, self.field, self.reason = path, field, reason


def read_case_file(path: Path, kind: type[T], name: str) -> T:
    """The object a case file holds, as this class, of which `name` is the file's; BadCaseFile."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadCaseFile(path, "file", f"is larger than {LARGEST:,} bytes")
        data = json.loads(path.read_text("ascii"))
    except OSError as error:
        raise BadCaseFile(path, "file", error.strerror or "cannot be read") from None
    except (ValueError, RecursionError) as error:
        raise BadCaseFile(path, "file", f"is not ASCII JSON: {error!s:.80}") from None
    return read_case_data(path, kind, name, data)


def read_case_data(path: Path, kind: type[T], name: str, data: object) -> T:
    """As `read_case_file`, of what the file holds, or will."""
    try:
        if not isinstance(data, dict):
            raise BadField("", "is not an object")
        if "name" in data:
            raise BadField("name", UNKNOWN)
        return read(kind, {**data, "name": name})
    except BadField as wrong:
        raise BadCaseFile(path, wrong.field or "file", wrong.reason) from None


def case_data(record: object) -> dict[str, Any]:
    """What a case file holds, fields in reading order."""
    data: dict[str, Any] = write(record)
    del data["name"]
    return data


def check_text(case: Case, at: str) -> None:
    """BadField where a case holds a lone surrogate that is no byte (`byte_text`)."""
    try:
        json.dumps(write(case), ensure_ascii=False).encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise BadField(at, "holds a lone surrogate, which is no text") from None


def write_new(path: Path, text: str) -> None:
    """Write a file whole or not at all; BadCaseFile where one with other content is there, and
    where it cannot be written."""
    content = text.encode("ascii")  # before anything is created
    try:
        if path.exists():
            if path.read_bytes() != content:
                raise BadCaseFile(path, "file", "is there already and holds something else")
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(path.name + ".part")
        part.write_bytes(content)
        part.replace(path)
    except OSError as error:
        raise BadCaseFile(path, "file", error.strerror or "cannot be written") from None
