"""Types of pieces of a `.model` that are not looked at."""

from dataclasses import replace

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.reference_impl.models.sentencepiece.bpe import SentencepieceBPE
from tokparity.reference_impl.models.sentencepiece.pieces import PieceType
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def user_defined_normal(tokenizer: Tokenizer) -> Tokenizer:
    """A user-defined symbol may merge, and is found by its score like any piece."""
    return _as_normal(tokenizer, "user_defined")


def unused_normal(tokenizer: Tokenizer) -> Tokenizer:
    """A piece that is not to be used is found like any piece."""
    return _as_normal(tokenizer, "unused")


def _as_normal(tokenizer: Tokenizer, kind: PieceType) -> Tokenizer:
    match tokenizer.model:
        case SentencepieceBPE(known) | SentencepieceUnigram(known) as model:
            if kind not in known.types:
                return tokenizer
            types: list[PieceType] = ["normal" if one == kind else one for one in known.types]
            return replace(tokenizer, model=replace(model, known=replace(known, types=types)))
    return tokenizer


FAULT_MODELS = (
    FaultModel(
        "user-defined-normal",
        "model",
        "treats user-defined symbols like any piece",
        user_defined_normal,
        "huggingface/transformers#29868",
    ),
    FaultModel("unused-normal", "model", "finds pieces that are not to be used", unused_normal),
)
