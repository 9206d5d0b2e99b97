"""Affixes and shifts of a vocabulary that are not looked at: marks of BPE, ids of a tekken.json."""

from dataclasses import replace

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def word_end_ignored(tokenizer: Tokenizer) -> Tokenizer:
    """`end_of_word_suffix` is not put behind the last character of a word."""
    model = tokenizer.model
    if not isinstance(model, BPE) or not model.end_of_word_suffix:
        return tokenizer
    return replace(tokenizer, model=replace(model, end_of_word_suffix=None))


def ids_not_moved(tokenizer: Tokenizer) -> Tokenizer:
    """Ranks are taken for ids, though special tokens stand before them."""
    model = tokenizer.model
    if not isinstance(model, TiktokenBPE) or not model.first_id:
        return tokenizer
    ranks = {piece: token_id - model.first_id for piece, token_id in model.vocab.items()}
    return replace(tokenizer, model=replace(model, vocab=ranks, first_id=0))


FAULT_MODELS = (
    FaultModel("word-end-ignored", "model", "does not mark the end of a word", word_end_ignored),
    FaultModel(
        "ids-not-moved",
        "model",
        "does not leave the first ids to the special tokens",
        ids_not_moved,
    ),
)
