"""Which format a file is in, told by its name and its first bytes."""

import json
from pathlib import Path

from tokparity.reference_impl.contract import Format
from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats.gguf.file import MAGIC

_PIECES = b"\n"
"""How a .model of sentencepiece begins: with the tag of its pieces. A rank file may be called
so too, and begins with base64."""

_UNKNOWN = b"[UNK]"


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
    if ".model" in path.suffixes and raw[:1] == _PIECES:  # "tokenizer.model.v3" too
        return "sentencepiece"
    if path.suffix == ".json" or raw.lstrip()[:1] == b"{":
        top = as_json(path, raw)
        if isinstance(top, dict) and "chat_template" in top and "model" not in top:
            return "chat_template"
        is_tekken = isinstance(top, dict) and "config" in top and "model" not in top
        return "tekken.json" if is_tekken else "tokenizer.json"
    if path.suffix == ".txt":
        return _of_lines(path, raw)
    if path.suffix == ".gguf":
        raise BadArtefact(path, "magic", f"begins with {raw[:4]!r}: a GGUF begins with {MAGIC!r}")
    reason = (
        "is neither .json, .txt, .model nor a GGUF; a rank file names neither its pattern nor "
        "its special tokens: write a manifest for it "
        "with `tokparity vocabs add --pattern`, and use the name you give it there"
    )
    raise BadArtefact(path, "format", reason)


def _of_lines(path: Path, raw: bytes) -> Format:
    """A WordPiece vocabulary has its unknown token on a line, or pieces that begin with ##; merges,
    which are two words a line, and RWKV's file have neither."""
    lines = raw.splitlines() or [b""]
    if _UNKNOWN in lines or any(line.startswith(b"##") and b" " not in line for line in lines):
        return "vocab.txt"
    seen = lines[0][:40].decode("utf-8", "backslashreplace")
    reason = (
        f"begins with {seen!r} and has no line [UNK], nor one of a ##piece, as WordPiece has: "
        "name a tokenizer.json, a .model or a GGUF of this model"
    )
    raise BadArtefact(path, "format", reason)


def as_json(path: Path, raw: bytes) -> object:
    """Parse JSON, or BadArtefact naming `path`."""
    try:
        return json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise BadArtefact(path, "JSON", str(error)) from None
