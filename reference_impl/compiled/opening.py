"""`opened`: a compiled file of a folder, if it is fit. Not here: writing any (`store`)."""

import os
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
"""The code that what is in a compiled file comes from: folders, and of one a module alone."""


@cache
def version() -> str:
    """A hash of the code that makes compiled files: another one makes other files."""
    digest = sha256()
    for package, alone in PACKAGES.items():
        folder = f"{REFERENCE}/{package}"
        for name in sorted(os.listdir(folder)):  # noqa: PTH208 (as said in `blocks`)
            if name.endswith(alone or ".py"):
                digest.update(f"{package}/{name}\0".encode() + _content(f"{folder}/{name}"))
    return digest.hexdigest()


def place(folder: str, name: str) -> str:
    """Where the file of this sha256 is, or would be: another version of our code has another, so
    that two which share a cache leave each other's files alone."""
    return f"{folder}/{name}-{version()[:SHOWN]}"


def opened(folder: str, name: str) -> Blocks | None:
    """The file of this sha256; None where there is none, or one that is damaged, of another
    version, or of another key."""
    try:
        blocks = Blocks(place(folder, name), _content(f"{folder}/{KEY}"))
        said = blocks.directory["source"], blocks.directory["version"]
        return blocks if said == (name, version()) else None
    except (OSError, *FAULTS, TypeError):
        return None


def _content(path: str) -> bytes:
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 (as said in `blocks`)
        return file.read()
