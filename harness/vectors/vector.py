"""`Vector`: one case and what the native library answers, for an implementation in any language.

A file of vectors is JSON lines, ASCII: the first says what they are of, each other one is a case.
`vectors-1.schema.json` beside this module is what both are held against.
"""

import base64
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from tokparity.harness.compare.verdict import as_text
from tokparity.reference_impl.contract import (
    Bytes,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Encoding,
    Text,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.text.byte_text import canonical, to_bytes

FORMAT = 1
SCHEMA = f"vectors-{FORMAT}.schema.json"
FILE = "vectors.jsonl"
TIE, NO_RULE = "tie", "implementation-defined"
"""Notes of a case to which another answer may be no fault."""


class BadVectors(TokparityError):
    """A file of vectors that is none: the line, and what is wrong in it."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        super().__init__(f"{path}:{line}: {reason}")
        self.path, self.line, self.reason = path, line, reason


@dataclass(frozen=True, slots=True)
class Vector:
    """`source`: how the case came in. `unicode`: the version that has all of its characters.
    `notes`: why another answer may be as good."""

    case: EncodeCase | DecodeCase
    answer: Encoding | Text | Bytes
    source: str
    unicode: str
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Its line."""
        about = {"unicode": self.unicode, "notes": list(self.notes), "source": self.source}
        match self.case, self.answer:
            case EncodeCase(text, options), Encoding(ids, offsets):
                said: dict[str, Any] = {
                    "op": "encode",
                    **_text(to_bytes(text)),
                    "add_special": options.add_special,
                    "parse_special": options.parse_special,
                    "ids": list(ids),
                }
                if offsets is not None:
                    said["offsets"] = [list(span) for span in offsets]
                return said | about
            case DecodeCase(ids, options), Text() | Bytes() as decoded:
                return {
                    "op": "decode",
                    "ids": list(ids),
                    "skip_special": options.skip_special,
                    "remove_special": options.remove_special,
                    **_text(_bytes_of(decoded)),
                    **about,
                }
        raise TypeError(f"no answer to such a case: {self!r}")

    @classmethod
    def from_json(cls, data: Mapping[str, Any], *, as_text: bool = False) -> "Vector":
        """The inverse of `to_json`, of what the schema takes. `as_text`: the library decodes to
        text. Errors: ValueError."""
        about = data["source"], data["unicode"], tuple(data["notes"])
        raw = base64.b64decode(data["bytes"], validate=True)
        if "text" in data and data["text"].encode("utf-8", "surrogatepass") != raw:
            raise ValueError("text: is not what bytes says")
        ids = tuple(map(_whole, data["ids"]))
        if data["op"] == "encode":
            given = EncodeOptions(data["add_special"], data["parse_special"])
            spans = data.get("offsets")
            offsets = None if spans is None else tuple((_whole(a), _whole(b)) for a, b in spans)
            case = EncodeCase(canonical(raw.decode("utf-8", "surrogateescape")), given)
            return cls(case, Encoding(ids, offsets), *about)
        options = DecodeOptions(data["skip_special"], data["remove_special"])
        decoded = Text(raw.decode("utf-8", "surrogatepass")) if as_text else Bytes(raw)
        return cls(DecodeCase(ids, options), decoded, *about)


def _whole(number: int | float) -> int:
    """JSON knows no whole numbers apart: 65.0 is one."""
    return int(number)


def _text(raw: bytes) -> dict[str, str]:
    """Bytes always; the text they are, where they are one."""
    held = {"bytes": base64.b64encode(raw).decode("ascii")}
    try:
        return {**held, "text": raw.decode("utf-8")}
    except UnicodeDecodeError:
        return held


def _bytes_of(decoded: Text | Bytes) -> bytes:
    if isinstance(decoded, Bytes):
        return decoded.value
    return as_text(decoded).encode("utf-8", "surrogatepass")


@cache
def schema() -> Draft202012Validator:
    """What a line of a file of vectors looks like."""
    return Draft202012Validator(json.loads(schema_text()))


def schema_text() -> str:
    """The schema as it is shipped."""
    return files(__package__).joinpath(SCHEMA).read_text("ascii")


def write_vectors(folder: Path, about: Mapping[str, Any], vectors: Iterable[Vector]) -> Path:
    """The file of vectors in a folder, with its schema; complete or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [about, *(vector.to_json() for vector in vectors)]
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    for name, content in ((SCHEMA, schema_text()), (FILE, text)):
        part = folder / f"{name}.part"
        part.write_text(content, "ascii", newline="\n")
        part.replace(folder / name)
    return folder / FILE


def read_vectors(path: Path) -> tuple[dict[str, Any], list[Vector]]:
    """What a file says of itself, and its vectors. Errors: BadVectors."""
    path = path / FILE if path.is_dir() else path
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise BadVectors(path, 1, error.strerror or "cannot be read") from None
    read = [_line(path, number, line) for number, line in enumerate(lines, 1)]
    if not read or "vectors" not in read[0]:
        raise BadVectors(path, 1, f'says not what it is of: {{"vectors":{FORMAT},"model":…}}')
    for number, line in enumerate(read[1:], 2):
        if "vectors" in line:
            raise BadVectors(path, number, "says again what it is of")
    if not read[1:]:
        raise BadVectors(path, 2, "is missing: there is no vector")
    is_text = read[0].get("decodes") == "text"
    return read[0], [_vector(path, at, line, is_text) for at, line in enumerate(read[1:], 2)]


def _vector(path: Path, number: int, line: dict[str, Any], is_text: bool) -> Vector:
    try:
        return Vector.from_json(line, as_text=is_text)
    except ValueError as error:
        raise BadVectors(path, number, f"bytes: {error}") from None


def _line(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadVectors(path, number, f"is not JSON: {error}") from None
    wrong = best_match(schema().iter_errors(data))
    if wrong is not None:
        place = wrong.json_path.removeprefix("$").removeprefix(".")
        raise BadVectors(path, number, f"{place or 'line'}: {wrong.message:.200}")
    assert isinstance(data, dict)
    return data
