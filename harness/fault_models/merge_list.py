"""The list of merges, read wrong: without its first or its last, or not at all."""

from dataclasses import replace

from tokparity.harness.fault_models.changed_model import with_found
from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def last_lost(tokenizer: Tokenizer) -> Tokenizer:
    """The reader stops one line early."""
    return _between(tokenizer, 0, 1)


def first_lost(tokenizer: Tokenizer) -> Tokenizer:
    """The reader skips a first line, taking it for the version of a merges.txt."""
    return _between(tokenizer, 1, 0)


def none_known(tokenizer: Tokenizer) -> Tokenizer:
    """The list is missing, and words stay characters."""
    model = tokenizer.model
    match model:
        case BPE(products=products) if products:
            return replace(tokenizer, model=replace(model, merges={}))
        case LlamaBPE(merges=lines) if lines:
            return replace(tokenizer, model=replace(model, merges=()))
    return tokenizer


def by_id(tokenizer: Tokenizer) -> Tokenizer:
    """Any neighbours merge whose text together is a piece, the lowest id first."""
    model = tokenizer.model
    if not isinstance(model, BPE | LlamaBPE) or not _merges(model):
        return tokenizer
    if isinstance(model, BPE) and (model.continuing_subword_prefix or model.end_of_word_suffix):
        return tokenizer
    scores = [-float(token_id) for token_id in range(max(model.vocab.values()) + 1)]
    return with_found(tokenizer, LlamaSPM(model.vocab, scores).tokenize)


def _merges(model: BPE | LlamaBPE) -> int:
    return len(model.products if isinstance(model, BPE) else model.merges)


def _between(tokenizer: Tokenizer, skipped: int, lost: int) -> Tokenizer:
    model = tokenizer.model
    match model:
        case BPE(products=products) if products:
            ranks = range(skipped, len(products) - lost)
            merges = {pair: rank for pair, rank in model.merges.items() if rank in ranks}
            return replace(tokenizer, model=replace(model, merges=merges))
        case LlamaBPE(merges=lines) if lines:
            kept = lines[skipped : len(lines) - lost]
            return replace(tokenizer, model=replace(model, merges=kept))
    return tokenizer


FAULT_MODELS = (
    FaultModel("last-merge-lost", "model", "does not know the last merge", last_lost),
    FaultModel("first-merge-lost", "model", "does not know the first merge", first_lost),
    FaultModel("no-merges", "model", "knows no merges", none_known, "ggml-org/llama.cpp#3732"),
    FaultModel(
        "merges-by-id",
        "model",
        "merges whatever makes a piece, the lowest id first",
        by_id,
        "ggml-org/llama.cpp#21343",
    ),
)
