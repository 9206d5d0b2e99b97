"""A file of any format in a compiled file: the tokenizer that was read of it, as it is (`states`).

What a first text asks a model for is derived before, where that is of every entry.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from tokparity.reference_impl.compiled.blocks import Blocks, Damaged
from tokparity.reference_impl.compiled.states import Restored, Written
from tokparity.reference_impl.compiled.strings import Sections
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.formats import FORMATS
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.models.llama.ugm import LlamaUGM
from tokparity.reference_impl.models.llama.wpm import LlamaWPM
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.models.sentencepiece.bpe import SentencepieceBPE
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

DERIVED: dict[type[Model], tuple[str, ...]] = {
    Unigram: ("pieces", "vocab", "_trie", "_unknown_score"),
    SentencepieceUnigram: ("_lookup", "_scores", "_unknown_score"),
    SentencepieceBPE: ("_orders", "_unused", "_takes_apart", "_used", "_joined", "_symbols"),
    LlamaBPE: ("_table",),
    LlamaSPM: ("_orders",),
    LlamaUGM: ("_lengths",),
    LlamaWPM: ("_all_whole", "_longest"),
}
"""Of a model, what its texts are encoded by that it makes when that is first needed."""


def read(artefact: Artefact) -> tuple[Tokenizer, Callable[[], Sections]]:
    """The tokenizer of its source, and what is written of it. Errors: as `formats.load`; of the
    second Uncompiled."""
    tokenizer: Tokenizer = import_module(FORMATS[artefact.format]).load(artefact)
    return tokenizer, lambda: sections_of(tokenizer)


def sections_of(tokenizer: Tokenizer) -> Sections:
    """What is written of a tokenizer that was read so. Errors: Uncompiled."""
    return _written(tokenizer).sections()


def tokenizer_of(_: Artefact, blocks: Blocks, reread: Callable[[], Tokenizer]) -> Tokenizer:
    """The tokenizer, its tables still in the file. Errors: Damaged, and those of its stages."""
    root: Any = Restored(blocks, lambda: _written(reread()).tables).root
    if not isinstance(root, Tokenizer):
        raise Damaged("has no tokenizer")
    return root


def _written(tokenizer: Tokenizer) -> Written:
    for name in DERIVED.get(type(tokenizer.model), ()):
        getattr(tokenizer.model, name)
    return Written(tokenizer)
