"""BPE that merges even where the file says not to."""

from dataclasses import replace

from reference_impl.models.bpe import BPE
from reference_impl.tokenizer import Tokenizer


def ignore_merges_ignored(tokenizer: Tokenizer) -> Tokenizer:
    """`ignore_merges` is not looked at: a word that is a piece is merged like any other."""
    if not isinstance(tokenizer.model, BPE) or not tokenizer.model.ignore_merges:
        return tokenizer
    return replace(tokenizer, model=replace(tokenizer.model, ignore_merges=False))
