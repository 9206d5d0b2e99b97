"""`load_compiled`: what `formats.load` gives, sooner where a compiled file is there or pays.

Not here: which formats there are, and what is in a file of one (`tokenizer_json`).
"""

from collections.abc import Callable, Mapping
from functools import partial
from hashlib import file_digest
from typing import TYPE_CHECKING, NamedTuple

from tokparity.reference_impl.compiled import any_format, ranks, tokenizer_json
from tokparity.reference_impl.compiled.blocks import FAULTS, Blocks, blocks_of
from tokparity.reference_impl.compiled.opening import version
from tokparity.reference_impl.compiled.store import Store
from tokparity.reference_impl.compiled.strings import Sections, Uncompiled
from tokparity.reference_impl.contract import Artefact, Format
from tokparity.reference_impl.errors import BadArtefact, TokparityError
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.formats.settings import with_settings
from tokparity.reference_impl.tokenizer.fast import fast
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

if TYPE_CHECKING:
    from tokparity.reference_impl.compiled.opening import Content

WORTH_A_FILE = 200_000
"""Bytes of a source that is worth a compiled file: of smaller ones there are thousands."""


class Way(NamedTuple):
    """How a file is read by its source, and how by a compiled file, of which this is the content.

    What the first gives beside the tokenizer is what is written of it."""

    content: "Content"
    read: Callable[[Artefact], tuple[Tokenizer, Callable[[], Sections]]]
    tokenizer_of: Callable[[Artefact, Blocks, Callable[[], Tokenizer]], Tokenizer]


_ANY = Way("tokenizer", any_format.read, any_format.tokenizer_of)
WAYS: dict[Format, tuple[Way, ...]] = {
    "tokenizer.json": (Way("tables", tokenizer_json.read, tokenizer_json.tokenizer_of), _ANY),
    "tiktoken": (Way("tables", ranks.read, ranks.tokenizer_of), _ANY),
    "sentencepiece": (_ANY,),
    "gguf": (_ANY,),
    "tekken.json": (_ANY,),
    "vocab.txt": (_ANY,),
}
"""Of each format, the second where the first cannot write a file."""


def load_compiled(artefact: Artefact, store: Store) -> Tokenizer:
    """The tokenizer of a file, as `formats.load`, with what is kept of it in a store.

    Errors: as `formats.load`. Later BadArtefact, where both the compiled file and its source are
    changed meanwhile.
    """
    ways = WAYS.get(artefact.format, ())
    for way in ways:
        if (compiled := _compiled(artefact, way, store)) is not None:
            return _finished(artefact, compiled)
    if not ways:
        return load(artefact)
    tokenizer, sections = ways[0].read(artefact)
    if artefact.path.stat().st_size >= WORTH_A_FILE:
        _compile(artefact, tokenizer, sections, store)
    return _finished(artefact, tokenizer)


def about_compiled(artefact: Artefact, store: Store) -> str:
    """How large the compiled file of a file that was loaded is, or why there is none."""
    ways = WAYS.get(artefact.format)
    if ways is None:
        return f"no file: a {artefact.format} is read as it is"
    source, name = artefact.path.stat().st_size, file_name(artefact)
    if source < WORTH_A_FILE:
        return "no file: its source is small"
    for way in ways:
        if (blocks := store.open(name, way.content)) is not None:
            size = store.path(name, way.content).stat().st_size
            short = "short" in blocks.directory
            first = ", and plain texts are encoded by it alone" if short else ""
            return f"{size:,} bytes, its source {source:,}{first}"
    try:
        ways[-1].read(artefact)[1]()
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

    def reread() -> Tokenizer:
        store.discard(name, way.content)
        if not _is_unchanged(artefact):
            raise BadArtefact(artefact.path, "file", "was changed while it was in use")
        return way.read(artefact)[0]

    blocks = store.open(name, way.content)
    try:
        return None if blocks is None else way.tokenizer_of(artefact, blocks, reread)
    except (*FAULTS, TypeError, AttributeError, ImportError, TokparityError):
        store.discard(name, way.content)
        return None


def _compile(
    artefact: Artefact, tokenizer: Tokenizer, made: Callable[[], Sections], store: Store
) -> None:
    """Write a file by the first way that can."""
    name = file_name(artefact)
    for way in WAYS[artefact.format]:
        try:
            said, sections = made()
        except Uncompiled:
            made = partial(any_format.sections_of, tokenizer)
            continue
        if _is_unchanged(artefact):
            store.write(name, partial(_bytes, said, sections, name, way.content), way.content)
        return


def _bytes(
    said: Mapping[str, object],
    sections: Mapping[str, bytes],
    name: str,
    content: "Content",
    key: bytes,
) -> bytes:
    return blocks_of({**said, "source": name, "version": version(content)}, sections, key)


def _is_unchanged(artefact: Artefact) -> bool:
    """Whether a file is what it is called by."""
    try:
        with artefact.path.open("rb") as file:
            return file_digest(file, "sha256").hexdigest() == artefact.sha256
    except OSError:
        return False
