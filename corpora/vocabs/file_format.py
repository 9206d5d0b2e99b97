"""Which format a file is in: by what it holds, and by its name where that leaves a choice."""

import json
import re
from pathlib import Path

from tokparity.reference_impl.contract import Format
from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats.gguf.file import MAGIC

_PIECES = b"\n"
"""How a .model of sentencepiece begins: with the tag of its pieces. A rank file may be called
so too, and begins with base64."""

_UNKNOWN = b"[UNK]"
_RANK = re.compile(rb"[A-Za-z0-9+/]+={0,2} \d+")
"""A line of a rank file: base64 and a number."""
RANKS = 8
"""Lines that are looked at."""


def is_gguf(path: Path) -> bool:
    """Whether a file begins as a GGUF: a model of many gigabytes is not read to find out."""
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError as error:
        raise BadArtefact(path, "file", error.strerror or "cannot be read") from None


def format_of(path: Path, raw: bytes) -> Format:
    """The format of a file called `path` that is no GGUF, and whose content is `raw`.

    Errors: BadArtefact naming `path` where it is none that can be told.
    """
    if not raw.strip():
        raise BadArtefact(path, "file", "is empty")
    named = ".model" in path.suffixes  # "tokenizer.model.v3" too
    if (named and raw[:1] == _PIECES) or _begins_with_a_piece(raw):
        return "sentencepiece"
    if path.suffix == ".json" or raw.lstrip()[:1] == b"{":
        top = as_json(path, raw)
        if isinstance(top, dict) and "chat_template" in top and "model" not in top:
            return "chat_template"
        is_tekken = isinstance(top, dict) and "config" in top and "model" not in top
        return "tekken.json" if is_tekken else "tokenizer.json"
    if path.suffix == ".gguf":
        raise BadArtefact(path, "magic", f"begins with {raw[:4]!r}: a GGUF begins with {MAGIC!r}")
    lines = raw.splitlines() or [b""]
    if all(map(_RANK.fullmatch, lines[:RANKS])):
        reason = (
            f"is a rank file ({_seen(lines)}), which names neither its pattern nor its special "
            "tokens: write a manifest for it with `tokparity vocabs add --pattern`, and use the "
            "name you give it there"
        )
        raise BadArtefact(path, "format", reason)
    if _are_wordpiece(lines):
        return "vocab.txt"
    reason = (
        f"begins with {_seen(lines)} and has no line [UNK], nor one of a ##piece, as WordPiece "
        "has; nor is it JSON, a .model of sentencepiece or a GGUF: name one of these of this model"
    )
    raise BadArtefact(path, "format", reason)


def _begins_with_a_piece(raw: bytes) -> bool:
    """Whether bytes begin as a .model does, in the wire format of protobuf: a field 1 of some
    length, and in it a field 1, the text of a piece, that ends inside."""
    if raw[:1] != _PIECES:
        return False
    size, at = raw[1:2], 2
    if not size or size[0] >= 0x80 or raw[at : at + 1] != _PIECES:  # a first piece is short
        return False
    text = raw[at + 1 : at + 2]
    return bool(text) and text[0] + 2 <= size[0]


def _are_wordpiece(lines: list[bytes]) -> bool:
    """A WordPiece vocabulary has its unknown token on a line, or pieces that begin with ##; merges,
    which are two words a line, and RWKV's file have neither."""
    return _UNKNOWN in lines or any(line.startswith(b"##") and b" " not in line for line in lines)


def _seen(lines: list[bytes]) -> str:
    return repr(lines[0][:40].decode("utf-8", "backslashreplace"))


def as_json(path: Path, raw: bytes) -> object:
    """Parse JSON, or BadArtefact naming `path`."""
    try:
        return json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise BadArtefact(path, "JSON", str(error)) from None
