"""The tokenizer of a case file: named, or embedded whole.

An embedded tokenizer is written out as the file it stands for before any library or the reference
loads it. Not here: the case and its expectations (`regression`).
"""

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tokparity.reference_impl.contract import Artefact, Format, RankFacts
from tokparity.reference_impl.strict_json.classes import (
    Stored,
    declare,
    declare_stored,
    declare_union,
)
from tokparity.reference_impl.strict_json.values import BadField, Base64, abbreviated

AS_A_FILE: Mapping[Format, str] = {
    "sentencepiece": "model",
    "gguf": "gguf",
    "vocab.txt": "txt",
}
"""Formats that are no JSON, and the suffix of their files."""


@dataclass(frozen=True, slots=True)
class Named:
    """A vocabulary of the catalogue."""

    name: str
    format: Format
    sha256: str


@dataclass(frozen=True, slots=True)
class Embedded:
    """A tokenizer small enough to stand in the file: `content` are the bytes of its own file.

    `source`: the sha256 of the file that it was derived from; "" where it was not.
    """

    format: Format
    content: bytes
    facts: RankFacts | None = None
    source: str = ""

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


def tokenizer_bytes(data: Mapping[str, Any]) -> bytes:
    """The file an embedded tokenizer stands for: its JSON, ASCII, in the order it is written."""
    return json.dumps(data, separators=(",", ":")).encode("ascii")


def rank_bytes(ranks: Iterable[tuple[bytes, int]]) -> bytes:
    r"""The rank file that embedded ranks stand for, in the order they are given.

    >>> rank_bytes([(b"a", 0)])
    b'YQ== 0\n'
    """
    rows = (base64.b64encode(token) + b" %d\n" % rank for token, rank in ranks)
    return b"".join(rows)


@dataclass(frozen=True, slots=True)
class _Json:
    """A tokenizer as the JSON object that its file holds."""

    format: Format
    sha256: str
    tokenizer: dict[str, Any]
    source: str = ""


@dataclass(frozen=True, slots=True)
class _Ranks:
    """A rank file: (token, rank) in its order."""

    format: Format
    sha256: str
    ranks: tuple[tuple[Base64, int], ...]
    facts: RankFacts
    source: str = ""


@dataclass(frozen=True, slots=True)
class _BinaryFile:
    """A file that is no JSON."""

    format: Format
    sha256: str
    file: Base64
    source: str = ""


_Written = _Json | _Ranks | _BinaryFile


def _written_as(data: dict[str, Any]) -> type[_Written]:
    format = data.get("format")
    if format == "tiktoken":
        return _Ranks
    return _BinaryFile if isinstance(format, str) and format in AS_A_FILE else _Json


def _written(embedded: Embedded) -> _Written:
    format, sha256, content = embedded.format, embedded.sha256, embedded.content
    source = embedded.source
    if format in AS_A_FILE:
        return _BinaryFile(format, sha256, content, source)
    if embedded.facts is None:
        return _Json(format, sha256, json.loads(content), source)
    rows = (line.split() for line in content.splitlines())
    ranks = tuple((base64.b64decode(token), int(rank)) for token, rank in rows)
    return _Ranks(format, sha256, ranks, embedded.facts, source)


def _embedded(written: _Written) -> Embedded:
    match written:
        case _Json(format, sha256, tokenizer, source):
            embedded = Embedded(format, tokenizer_bytes(tokenizer), source=source)
        case _Ranks(format, sha256, ranks, facts, source):
            embedded = Embedded(format, rank_bytes(ranks), facts, source)
        case _BinaryFile(format, sha256, file, source):
            embedded = Embedded(format, file, source=source)
    if embedded.sha256 != sha256:
        raise BadField("sha256", f"{abbreviated(sha256[:16])} is not {embedded.sha256[:16]}…")
    return embedded


for _form in (_Json, _Ranks, _BinaryFile):
    declare(_form, optional=["source"])
declare_union(_Written, _written_as)
declare_stored(Embedded, Stored(_Written, _written, _embedded))
declare_union(Named | Embedded, lambda data: Named if "name" in data else Embedded)


def materialise(artefact: Embedded, folder: Path) -> Artefact:
    """Write an embedded tokenizer into `folder` as the file it stands for.

    The file is called by its content, so that any number of cases may share a folder.
    """
    sha256 = artefact.sha256
    suffix = AS_A_FILE.get(artefact.format, "json")
    suffix = "tiktoken" if artefact.format == "tiktoken" else suffix
    path = folder / f"{sha256[:16]}.{suffix}"
    if not path.exists():
        part = path.with_name(path.name + ".part")
        part.write_bytes(artefact.content)
        part.replace(path)
    name = f"embedded-{sha256[:8]}"
    source = artefact.source
    return Artefact(name, artefact.format, path, sha256, artefact.facts, source=source)
