"""A file of ranks in a compiled file: its tokens. All else are facts of the artefact."""

from collections.abc import Callable

from tokparity.reference_impl.compiled.blocks import Blocks
from tokparity.reference_impl.compiled.filling import filled, tables_of
from tokparity.reference_impl.compiled.strings import Sections, known_ids, string_sections
from tokparity.reference_impl.compiled.tables import Tables
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.formats import tiktoken_ranks
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def read(artefact: Artefact) -> tuple[Tokenizer, Callable[[], Sections]]:
    """The tokenizer of its source, and what is written of it. Errors: as `formats.load`; of the
    second Uncompiled."""
    tokenizer = tiktoken_ranks.load(artefact)
    return tokenizer, lambda: sections_of(tokenizer)


def sections_of(tokenizer: Tokenizer) -> Sections:
    """Errors: Uncompiled."""
    said, sections = string_sections(tokenizer.model.vocab)
    return {"strings": said, "known": known_ids(tokenizer.model.vocab, ())}, sections


def tokenizer_of(artefact: Artefact, blocks: Blocks, reread: Callable[[], Tokenizer]) -> Tokenizer:
    """The tokenizer, its tables still in the file, which is of these facts. Errors: Damaged."""
    model = filled(TiktokenBPE({}), Tables(blocks, lambda: tables_of(reread().model)))
    return tiktoken_ranks.of_model(model, artefact)
