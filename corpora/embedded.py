"""The tokenizer of a case file: named, or embedded whole.

An embedded tokenizer is written out as the file it stands for before any library or the reference
loads it. Not here: the case and its expectations (`regression`).
"""

import base64
import binascii
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from tokparity.corpora.case_files import Fields
from tokparity.reference_impl.contract import Artefact, Format, RankFacts

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
    """A tokenizer small enough to stand in the file: `content` are the bytes of its own file."""

    format: Format
    content: bytes
    facts: RankFacts | None = None

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


def read_artefact(fields: Fields) -> Named | Embedded:
    """{"name", "format", "sha256"}, or {"format", "sha256"} with "tokenizer" (the JSON object), or
    with "ranks" ([[base64, rank], …]) and "facts", or with "file" (base64)."""
    format: Format = fields.take_one_of("format", get_args(Format))
    sha256 = fields.take("sha256", str)
    artefact: Named | Embedded
    if "name" in fields.data:
        artefact = Named(fields.take("name", str), format, sha256)
    elif format == "tiktoken":
        facts = fields.take_fields("facts")
        specials = facts.take("specials", dict)
        if not all(type(token_id) is int for token_id in specials.values()):
            raise facts.bad("specials", "maps a token to what is no id")
        content = _rank_file(fields)
        found = RankFacts(facts.take("pattern", str), specials, facts.take("source", str))
        facts.end()
        artefact = Embedded(format, content, found)
    elif format in AS_A_FILE:
        try:
            artefact = Embedded(format, base64.b64decode(fields.take("file", str), validate=True))
        except binascii.Error as error:
            raise fields.bad("file", f"is not base64: {error}") from None
    else:
        artefact = Embedded(format, tokenizer_bytes(fields.take("tokenizer", dict)))
    fields.end()
    if artefact.sha256 != sha256:
        raise fields.bad("sha256", f"is {sha256:.16}…, the tokenizer's is {artefact.sha256[:16]}…")
    return artefact


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


def _rank_file(fields: Fields) -> bytes:
    ranks = []
    for row in fields.take("ranks", list):
        try:
            token, rank = row
            if type(rank) is not int:
                raise TypeError
            ranks.append((base64.b64decode(token, validate=True), rank))
        except (TypeError, ValueError, binascii.Error):
            raise fields.bad("ranks", f"{row!r:.60} is not [base64, rank]") from None
    return rank_bytes(ranks)


def artefact_to_json(artefact: Named | Embedded) -> dict[str, Any]:
    """The inverse of `read_artefact`."""
    match artefact:
        case Named(name, format, sha256):
            return {"name": name, "format": format, "sha256": sha256}
        case Embedded(format, content, facts):
            head = {"format": format, "sha256": artefact.sha256}
            if format in AS_A_FILE:
                return head | {"file": base64.b64encode(content).decode("ascii")}
            if facts is None:
                return head | {"tokenizer": json.loads(content)}
            rows = [line.split() for line in content.decode("ascii").splitlines()]
            named = {"pattern": facts.pattern, "specials": facts.specials, "source": facts.source}
            return head | {"ranks": [[token, int(rank)] for token, rank in rows], "facts": named}


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
    return Artefact(f"embedded-{sha256[:8]}", artefact.format, path, sha256, artefact.facts)
