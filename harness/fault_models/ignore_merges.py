"""Words that are pieces themselves: merged where they are to stand, or the reverse."""

from dataclasses import replace
from itertools import pairwise

from tokparity.harness.fault_models.changed_model import TokenSpan, with_found
from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.models.merging import merged_bounds
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def ignore_merges_ignored(tokenizer: Tokenizer) -> Tokenizer:
    """`ignore_merges` is not looked at: a word that is a piece is merged like any other."""
    model = tokenizer.model
    if not isinstance(model, BPE | LlamaBPE) or not model.ignore_merges:
        return tokenizer
    return replace(tokenizer, model=replace(model, ignore_merges=False))


def merges_ignored(tokenizer: Tokenizer) -> Tokenizer:
    """A word that is a piece is that piece, whatever its merges would make of it."""
    model = tokenizer.model
    if not isinstance(model, BPE | LlamaBPE) or model.ignore_merges:
        return tokenizer
    if not any(len(piece) > 1 for piece in model.vocab):
        return tokenizer
    return replace(tokenizer, model=replace(model, ignore_merges=True))


def ranks_always_merged(tokenizer: Tokenizer) -> Tokenizer:
    """tiktoken's ranks without the look-up of the whole word."""
    model = tokenizer.model
    if not isinstance(model, TiktokenBPE):
        return tokenizer

    def find(word: str) -> tuple[TokenSpan, ...]:
        bounds = merged_bounds(word, range(len(word) + 1), model.vocab.get)
        return tuple((model.vocab[word[a:b]], a, b) for a, b in pairwise(bounds))

    return with_found(tokenizer, find)


FAULT_MODELS = (
    FaultModel(
        "ignore-merges-ignored",
        "model",
        "merges words that are pieces themselves",
        ignore_merges_ignored,
    ),
    FaultModel(
        "merges-ignored",
        "model",
        "takes a word that is a piece for that piece before it merges",
        merges_ignored,
        "huggingface/transformers#27961",
    ),
    FaultModel(
        "ranks-always-merged",
        "model",
        "merges words that are ranks themselves",
        ranks_always_merged,
    ),
)
