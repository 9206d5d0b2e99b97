"""A tokenizer.json in a compiled file: the tables of its model, and all the rest as it is.

What is not in tables is read by the reader of the format, each time, from the document without
them; but for added tokens, of which there are thousands, and which are kept as they were read. So
no stage has a form of its own here. Not here: Unigram, and models whose entries have an
order of their own (`strings`, `pairs`).
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.compiled.blocks import Blocks
from tokparity.reference_impl.compiled.filling import filled, tables_of
from tokparity.reference_impl.compiled.pairs import pair_sections
from tokparity.reference_impl.compiled.plain_tokenizers import short_texts_of
from tokparity.reference_impl.compiled.strings import Sections, known_ids, string_sections
from tokparity.reference_impl.compiled.tables import Tables
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.formats.tokenizer_json.models import read_model
from tokparity.reference_impl.formats.tokenizer_json.reader import read_tokenizer
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.serde_json.node import Node, read_json
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_FLAGS = ("single_word", "lstrip", "rstrip", "normalized", "special")
"""Of an added token, in the order of its fields."""


def read(artefact: Artefact) -> tuple[Tokenizer, Callable[[], Sections]]:
    """The tokenizer of its source, and what is written of it. Errors: as `formats.load`; of the
    second Uncompiled."""
    root = read_json(artefact.path)
    tokenizer = read_tokenizer(root)
    return tokenizer, lambda: sections_of(root.value, tokenizer)


def sections_of(document: dict[str, Any], tokenizer: Tokenizer) -> Sections:
    """What is written of a file that was read so. Errors: Uncompiled."""
    model = tokenizer.model
    tables = tables_of(model)
    known = known_ids(tables.vocab, ())
    said, sections = string_sections(tables.vocab)
    without = {**document, "model": {**document["model"], "vocab": {}}}
    without.pop("added_tokens", None)
    if isinstance(model, BPE):
        sections |= pair_sections(tables.merges, tables.products)
        without["model"]["merges"] = []
    added = [
        (it.id, it.content, *(getattr(it, flag) for flag in _FLAGS))
        for it in tokenizer.added_tokens
    ]
    directory: dict[str, object] = {
        "strings": said,
        "known": known,
        "document": without,
        "added": added,
        "ignored": tokenizer.ignored,
    }
    if (short := short_texts_of(tokenizer)) is not None:
        directory["short"] = short
    return directory, sections


def tokenizer_of(artefact: Artefact, blocks: Blocks, reread: Callable[[], Tokenizer]) -> Tokenizer:
    """The tokenizer, its tables still in the file. Errors: Damaged."""
    root = Node(artefact.path, "", blocks.directory["document"])
    added = tuple([AddedToken(*row) for row in blocks.directory["added"]])
    tables = Tables(blocks, lambda: tables_of(reread().model))
    tokenizer = read_tokenizer(root, lambda node: filled(read_model(node), tables), added)
    ignored = tuple(blocks.directory["ignored"])
    return replace(tokenizer, ignored=ignored) if tokenizer.ignored != ignored else tokenizer
