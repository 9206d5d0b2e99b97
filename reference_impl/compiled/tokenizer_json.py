"""A tokenizer.json in a compiled file: the tables of its model, and all the rest as it is.

What is not in tables is read by the reader of the format, each time, from the document without
them. So no stage is kept in a form of its own. Not here: Unigram, and models whose entries have an
order of their own (`strings`, `pairs`).
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tokparity.reference_impl.compiled.blocks import Blocks, Damaged
from tokparity.reference_impl.compiled.pairs import pair_sections
from tokparity.reference_impl.compiled.plain_tokenizers import short_texts_of
from tokparity.reference_impl.compiled.strings import Uncompiled, known_ids, string_sections
from tokparity.reference_impl.compiled.tables import Tables, Whole, whole_of
from tokparity.reference_impl.formats.tokenizer_json.models import read_model
from tokparity.reference_impl.formats.tokenizer_json.reader import read_tokenizer
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

Sections = tuple[dict[str, Any], dict[str, bytes]]
"""A directory, and the sections it is of."""


def sections_of(document: dict[str, Any], tokenizer: Tokenizer) -> Sections:
    """What is written of a file that was read so. Errors: Uncompiled."""
    model = tokenizer.model
    tables = tables_of(model)
    known = known_ids(tables.vocab, (token.content for token in tokenizer.added_tokens))
    said, sections = string_sections(tables.vocab)
    without = {**document, "model": {**document["model"], "vocab": {}}}
    if isinstance(model, BPE):
        sections |= pair_sections(tables.merges, tables.products)
        without["model"]["merges"] = []
    directory = {"strings": said, "known": known, "document": without}
    if (short := short_texts_of(tokenizer)) is not None:
        directory["short"] = short
    return directory, sections


def tables_of(model: Model) -> Whole:
    """The tables of a model that was read. Errors: Uncompiled."""
    match model:
        case BPE(vocab, merges, products):
            return whole_of(vocab, merges, products)
        case WordPiece(vocab):
            return whole_of(vocab, None)
    raise Uncompiled(f"it is of a {type(model).__name__}")


def tokenizer_of(path: Path, blocks: Blocks, reread: Callable[[], Whole]) -> Tokenizer:
    """The tokenizer, its tables still in the file. Errors: Damaged."""
    tables = Tables(blocks, reread)

    def read(node: Node) -> Model:
        model = read_model(node)
        tables.install = lambda whole: _install(model, whole, tables.longest)
        tables.install(tables.now)
        return model

    return read_tokenizer(Node(path, "", blocks.directory["document"]), read)


def _install(model: Model, tables: Whole, longest: int) -> None:
    """Give a model without entries its tables. It is frozen for everybody else."""
    fields = {"vocab": tables.vocab, "pieces": tables.pieces}
    match model:
        case BPE():
            fields |= {"merges": tables.merges, "products": tables.products}
        case WordPiece():
            fields |= {"_longest": longest}
        case _:
            raise Damaged("has another model")
    for name, value in fields.items():
        object.__setattr__(model, name, value)
