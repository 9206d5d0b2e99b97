"""The space that a pre-tokenizer puts before words: `Metaspace` and `ByteLevel`."""

from collections.abc import Callable
from dataclasses import replace

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.harness.fault_models.parts import change_pre_tokenizers
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevel
from tokparity.reference_impl.pre_tokenizers.metaspace import Metaspace, PrependScheme
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def metaspace(scheme: PrependScheme) -> Callable[[Tokenizer], Tokenizer]:
    """The change to one `prepend_scheme`, whatever the file says."""

    def changed(part: PreTokenizer) -> PreTokenizer:
        other = isinstance(part, Metaspace) and part.prepend_scheme != scheme
        return (
            replace(part, prepend_scheme=scheme) if other and isinstance(part, Metaspace) else part
        )

    return lambda tokenizer: change_pre_tokenizers(tokenizer, changed)


def byte_level(prefix: bool) -> Callable[[Tokenizer], Tokenizer]:
    """The change to one `add_prefix_space`, whatever the file says."""

    def changed(part: PreTokenizer) -> PreTokenizer:
        if isinstance(part, ByteLevel) and part.add_prefix_space != prefix:
            return replace(part, add_prefix_space=prefix)
        return part

    return lambda tokenizer: change_pre_tokenizers(tokenizer, changed)


def metaspace_split(tokenizer: Tokenizer) -> Tokenizer:
    """Cuts before every "▁", so that no piece spans words."""
    return _splitting(tokenizer, True)


def metaspace_whole(tokenizer: Tokenizer) -> Tokenizer:
    """Does not cut before "▁"."""
    return _splitting(tokenizer, False)


def _splitting(tokenizer: Tokenizer, split: bool) -> Tokenizer:
    def changed(part: PreTokenizer) -> PreTokenizer:
        other = isinstance(part, Metaspace) and part.split != split
        return replace(part, split=split) if other and isinstance(part, Metaspace) else part

    return change_pre_tokenizers(tokenizer, changed)


FAULT_MODELS = (
    FaultModel(
        "metaspace-always",
        "pre_tokenizer",
        'puts "▁" before every stretch',
        metaspace("always"),
        "huggingface/transformers#19293",
    ),
    FaultModel(
        "metaspace-first",
        "pre_tokenizer",
        'puts "▁" before the text only, not behind added tokens',
        metaspace("first"),
    ),
    FaultModel("metaspace-never", "pre_tokenizer", 'puts "▁" before nothing', metaspace("never")),
    FaultModel(
        "metaspace-split",
        "pre_tokenizer",
        'cuts before every "▁"',
        metaspace_split,
        "huggingface/tokenizers#1311",
    ),
    FaultModel("metaspace-whole", "pre_tokenizer", 'does not cut before a "▁"', metaspace_whole),
    FaultModel(
        "no-prefix-space",
        "pre_tokenizer",
        "puts no space before words where the file says to",
        byte_level(prefix=False),
        "huggingface/transformers#29625",
    ),
    FaultModel(
        "prefix-space-unasked",
        "pre_tokenizer",
        "puts a space before words where the file says not to",
        byte_level(prefix=True),
    ),
)
