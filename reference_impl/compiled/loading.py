"""`load_compiled`: what `formats.load` gives, sooner where a compiled file is there or pays.

Not here: which formats there are, and what is in a file of one (`tokenizer_json`).
"""

from hashlib import file_digest
from typing import Any

from tokparity.reference_impl.compiled.blocks import FAULTS, blocks_of
from tokparity.reference_impl.compiled.opening import version
from tokparity.reference_impl.compiled.store import Store
from tokparity.reference_impl.compiled.strings import Uncompiled
from tokparity.reference_impl.compiled.tables import Whole
from tokparity.reference_impl.compiled.tokenizer_json import (
    sections_of,
    tables_of,
    tokenizer_of,
)
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.errors import BadArtefact, TokparityError
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.formats.settings import with_settings
from tokparity.reference_impl.formats.tokenizer_json.reader import read_tokenizer
from tokparity.reference_impl.serde_json.node import read_json
from tokparity.reference_impl.tokenizer.fast import fast
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

WORTH_A_FILE = 200_000
"""Bytes of a source that is worth a compiled file: of smaller ones there are thousands."""


def load_compiled(artefact: Artefact, store: Store) -> Tokenizer:
    """The tokenizer of a file, as `formats.load`, with what is kept of it in a store.

    Errors: as `formats.load`. Later BadArtefact, where both the compiled file and its source are
    changed meanwhile.
    """
    if artefact.format != "tokenizer.json":
        return load(artefact)
    if (compiled := _compiled(artefact, store)) is not None:
        return _finished(artefact, compiled)
    root = read_json(artefact.path)
    tokenizer = read_tokenizer(root)
    if artefact.path.stat().st_size >= WORTH_A_FILE:
        _compile(artefact, store, root.value, tokenizer)
    return _finished(artefact, tokenizer)


def about_compiled(artefact: Artefact, store: Store) -> str:
    """How large the compiled file of a file that was loaded is, or why there is none."""
    if artefact.format != "tokenizer.json":
        return f"no file: a {artefact.format} is read as it is"
    source = artefact.path.stat().st_size
    if source < WORTH_A_FILE:
        return "no file: its source is small"
    if (blocks := store.open(artefact.sha256)) is not None:
        size = store.path(artefact.sha256).stat().st_size
        first = ", and plain texts are encoded by it alone" if "short" in blocks.directory else ""
        return f"{size:,} bytes, its source {source:,}{first}"
    root = read_json(artefact.path)
    try:
        sections_of(root.value, read_tokenizer(root))
    except Uncompiled as why:
        return f"no file: {why}"
    return "no file: none can be written"


def _finished(artefact: Artefact, tokenizer: Tokenizer) -> Tokenizer:
    return fast(with_settings(tokenizer, artefact.settings))


def _compiled(artefact: Artefact, store: Store) -> Tokenizer | None:
    """None where there is no compiled file that can be read."""
    name = artefact.sha256

    def reread() -> Whole:
        store.discard(name)
        if not _is_unchanged(artefact):
            raise BadArtefact(artefact.path, "file", "was changed while it was in use")
        return tables_of(read_tokenizer(read_json(artefact.path)).model)

    blocks = store.open(name)
    try:
        return None if blocks is None else tokenizer_of(artefact.path, blocks, reread)
    except (*FAULTS, TypeError, AttributeError, TokparityError):
        store.discard(name)
        return None


def _compile(
    artefact: Artefact, store: Store, document: dict[str, Any], tokenizer: Tokenizer
) -> None:
    try:
        directory, sections = sections_of(document, tokenizer)
    except Uncompiled:
        return
    if _is_unchanged(artefact):
        directory |= {"source": artefact.sha256, "version": version()}
        store.write(artefact.sha256, lambda key: blocks_of(directory, sections, key))


def _is_unchanged(artefact: Artefact) -> bool:
    """Whether a file is what it is called by."""
    try:
        with artefact.path.open("rb") as file:
            return file_digest(file, "sha256").hexdigest() == artefact.sha256
    except OSError:
        return False
