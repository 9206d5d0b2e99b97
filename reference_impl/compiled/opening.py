"""`opened`: a compiled file of a folder, if it is fit. Not here: writing any (`store`)."""

import os
import sys
from functools import cache
from hashlib import sha256

from tokparity.reference_impl.compiled.blocks import FAULTS, Blocks

KEY = "key"
"""The file of a folder that has the key of all others."""
SHOWN = 16
"""Digits of a version in the name of a file; all stand in it."""
REFERENCE = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120 (as said in `blocks`)
PACKAGES = {
    "compiled": "",
    "formats": "tiktoken_ranks.py",
    "formats/tokenizer_json": "",
    "serde_json": "",
}
"""The code that the tables of a model come from: folders, and of one a module alone."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Content = Literal["tables", "tokenizer"]
    """What is in a file: the tables of a model (`tokenizer_json`, `ranks`), or all of a tokenizer
    (`any_format`), which any of our code may have made, and the tables of this Python."""
CONTENTS: "tuple[Content, ...]" = ("tables", "tokenizer")


@cache
def version(content: "Content" = "tables") -> str:
    """A hash of the code that makes compiled files: another one makes other files."""
    digest = sha256()
    if content == "tokenizer":
        digest.update(sys.version.encode())
    for folder, names in _code(content):
        for name in names:
            path = f"{REFERENCE}/{folder}/{name}"
            digest.update(f"{folder}/{name}\0".encode() + _content(path))
    return digest.hexdigest()


def _code(content: "Content") -> "list[tuple[str, list[str]]]":
    """The folders of the code that a content comes from, and the modules in each."""
    if content == "tables":
        found = [(folder, alone or ".py") for folder, alone in PACKAGES.items()]
    else:
        folders = sorted(folder for folder, _, _ in os.walk(REFERENCE))
        found = [(folder.removeprefix(REFERENCE), ".py") for folder in folders]
    return [
        (folder, sorted(name for name in os.listdir(f"{REFERENCE}/{folder}") if name.endswith(end)))  # noqa: PTH208 (as said in `blocks`)
        for folder, end in found
    ]


def place(folder: str, name: str, content: "Content" = "tables") -> str:
    """Where the file of this sha256 is, or would be: another version of our code has another, so
    that two which share a cache leave each other's files alone."""
    return f"{folder}/{name}-{version(content)[:SHOWN]}"


def opened(folder: str, name: str, content: "Content" = "tables") -> Blocks | None:
    """The file of this sha256; None where there is none, or one that is damaged, of another
    version, or of another key."""
    try:
        blocks = Blocks(place(folder, name, content), _content(f"{folder}/{KEY}"))
        said = blocks.directory["source"], blocks.directory["version"]
        return blocks if said == (name, version(content)) else None
    except (OSError, *FAULTS, TypeError):
        return None


def _content(path: str) -> bytes:
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 (as said in `blocks`)
        return file.read()
