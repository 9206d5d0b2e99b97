"""`load_compiled`: what `formats.load` gives, sooner where a compiled file is there or pays.

Not here: which formats there are, and what is in a file of one (`tokenizer_json`).
"""

from collections.abc import Callable
from hashlib import file_digest
from typing import NamedTuple

from tokparity.reference_impl.compiled import ranks, tokenizer_json
from tokparity.reference_impl.compiled.blocks import FAULTS, Blocks, blocks_of
from tokparity.reference_impl.compiled.filling import tables_of
from tokparity.reference_impl.compiled.opening import version
from tokparity.reference_impl.compiled.store import Store
from tokparity.reference_impl.compiled.strings import Sections, Uncompiled
from tokparity.reference_impl.compiled.tables import Whole
from tokparity.reference_impl.contract import Artefact, Format
from tokparity.reference_impl.errors import BadArtefact, TokparityError
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.formats.settings import with_settings
from tokparity.reference_impl.tokenizer.fast import fast
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

WORTH_A_FILE = 200_000
"""Bytes of a source that is worth a compiled file: of smaller ones there are thousands."""


class Way(NamedTuple):
    """How a format is read by its source, and how by a compiled file."""

    read: Callable[[Artefact], tuple[Tokenizer, Callable[[], Sections]]]
    tokenizer_of: Callable[[Artefact, Blocks, Callable[[], Whole]], Tokenizer]


WAYS: dict[Format, Way] = {
    "tokenizer.json": Way(tokenizer_json.read, tokenizer_json.tokenizer_of),
    "tiktoken": Way(ranks.read, ranks.tokenizer_of),
}


def load_compiled(artefact: Artefact, store: Store) -> Tokenizer:
    """The tokenizer of a file, as `formats.load`, with what is kept of it in a store.

    Errors: as `formats.load`. Later BadArtefact, where both the compiled file and its source are
    changed meanwhile.
    """
    way = WAYS.get(artefact.format)
    if way is None:
        return load(artefact)
    if (compiled := _compiled(artefact, way, store)) is not None:
        return _finished(artefact, compiled)
    tokenizer, sections = way.read(artefact)
    if artefact.path.stat().st_size >= WORTH_A_FILE:
        _compile(artefact, sections, store)
    return _finished(artefact, tokenizer)


def about_compiled(artefact: Artefact, store: Store) -> str:
    """How large the compiled file of a file that was loaded is, or why there is none."""
    way = WAYS.get(artefact.format)
    if way is None:
        return f"no file: a {artefact.format} is read as it is"
    source, name = artefact.path.stat().st_size, file_name(artefact)
    if source < WORTH_A_FILE:
        return "no file: its source is small"
    if (blocks := store.open(name)) is not None:
        size = store.path(name).stat().st_size
        first = ", and plain texts are encoded by it alone" if "short" in blocks.directory else ""
        return f"{size:,} bytes, its source {source:,}{first}"
    try:
        way.read(artefact)[1]()
    except Uncompiled as why:
        return f"no file: {why}"
    return "no file: none can be written"


def file_name(artefact: Artefact) -> str:
    """What the compiled file is called: by the sha256 of its source, and by any facts.

    >>> from pathlib import Path
    >>> file_name(Artefact("a", "tokenizer.json", Path("a"), "0123"))
    '0123'
    """
    return artefact.as_configured.identity


def _finished(artefact: Artefact, tokenizer: Tokenizer) -> Tokenizer:
    return fast(with_settings(tokenizer, artefact.settings))


def _compiled(artefact: Artefact, way: Way, store: Store) -> Tokenizer | None:
    """None where there is no compiled file that can be read."""
    name = file_name(artefact)

    def reread() -> Whole:
        store.discard(name)
        if not _is_unchanged(artefact):
            raise BadArtefact(artefact.path, "file", "was changed while it was in use")
        return tables_of(way.read(artefact)[0].model)

    blocks = store.open(name)
    try:
        return None if blocks is None else way.tokenizer_of(artefact, blocks, reread)
    except (*FAULTS, TypeError, AttributeError, TokparityError):
        store.discard(name)
        return None


def _compile(artefact: Artefact, made: Callable[[], Sections], store: Store) -> None:
    try:
        said, sections = made()
    except Uncompiled:
        return
    if _is_unchanged(artefact):
        name = file_name(artefact)
        store.write(
            name,
            lambda key: blocks_of({**said, "source": name, "version": version()}, sections, key),
        )


def _is_unchanged(artefact: Artefact) -> bool:
    """Whether a file is what it is called by."""
    try:
        with artefact.path.open("rb") as file:
            return file_digest(file, "sha256").hexdigest() == artefact.sha256
    except OSError:
        return False
