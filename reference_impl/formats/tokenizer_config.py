"""A directory as `transformers` publishes models, given by its tokenizer_config.json.

The reference reads the tokenizer.json beside it and nothing else: what a file says is one
thing, what a class of the library makes of it is another, and the difference is what a
comparison of the two is for (`oracles.adapters.huggingface_transformers`).
"""

import hashlib
from dataclasses import replace
from pathlib import Path

from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats.tokenizer_json import reader as tokenizer_json
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

CONFIG = "tokenizer_config.json"
SUFFIXES = (".json", ".txt", ".model", ".spm", ".tiktoken", ".jinja")
"""Of the files that a tokenizer may be read from; weights have others."""


def load(artefact: Artefact) -> Tokenizer:
    """The tokenizer of the tokenizer.json in the same directory. Errors: BadArtefact, Unsupported,
    BadPattern."""
    return tokenizer_json.load(replace(artefact, path=artefact.path.with_name("tokenizer.json")))


def identity(directory: Path) -> str:
    """One sha256 for all files of a directory that its tokenizer may be made of, by their names;
    further chat templates have a folder of their own in it.

    Errors: BadArtefact for a file that cannot be read.
    """
    whole = hashlib.sha256()
    for path in sorted((*directory.iterdir(), *directory.glob("additional_chat_templates/*"))):
        if path.suffix not in SUFFIXES or not path.is_file():
            continue
        try:
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise BadArtefact(path, "file", error.strerror or "cannot be read") from None
        name = path.relative_to(directory).as_posix()
        whole.update(f"{name}\0{digest}\n".encode("utf-8", "surrogateescape"))
    return whole.hexdigest()
