"""Scores of pieces with too few digits, as a compact copy of a vocabulary holds them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from struct import pack, unpack

from tokparity.harness.fault_models.fault_model import Family, FaultModel
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.models.llama.ugm import LlamaUGM
from tokparity.reference_impl.models.sentencepiece.bpe import SentencepieceBPE
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_LARGEST = 65504.0


def in_half_precision(tokenizer: Tokenizer) -> Tokenizer:
    """Neighbouring ranks of a large vocabulary become equal."""
    return _with_scores(tokenizer, _half)


def to_decimals(decimals: int) -> Callable[[Tokenizer], Tokenizer]:
    """As a text holds them that is written with so many digits behind the point."""
    return lambda tokenizer: _with_scores(tokenizer, lambda score: round(score, decimals))


def _with_scores(tokenizer: Tokenizer, rounded: Callable[[float], float]) -> Tokenizer:
    model = tokenizer.model
    match model:
        case Unigram():
            pairs = [(piece, rounded(score)) for piece, score in model.scores]
            changes = pairs != list(model.scores)
            return replace(tokenizer, model=replace(model, scores=pairs)) if changes else tokenizer
        case LlamaSPM() | LlamaUGM():
            scores = _rounded(model.scores, rounded)
            return replace(tokenizer, model=replace(model, scores=scores)) if scores else tokenizer
        case SentencepieceBPE(known) | SentencepieceUnigram(known):
            scores = _rounded(known.scores, rounded)
            if scores:
                return replace(tokenizer, model=replace(model, known=replace(known, scores=scores)))
    return tokenizer


def _rounded(scores: Sequence[float], rounded: Callable[[float], float]) -> list[float]:
    """The scores rounded; none where they are that already."""
    changed = list(map(rounded, scores))
    return [] if changed == list(scores) else changed


def _half(score: float) -> float:
    """The nearest number of 16 bits.

    >>> _half(-2049.0), _half(-1e9)
    (-2048.0, -65504.0)
    """
    (number,) = unpack("<e", pack("<e", max(-_LARGEST, min(score, _LARGEST))))
    return float(number)


FAULT_MODELS = (
    FaultModel(
        "scores-in-half-precision", "model", "keeps 16 bits of each score", in_half_precision
    ),
)

FAMILIES = (
    Family("scores-of-few-digits", "model", "keeps {decimals} decimals of each score", to_decimals),
)
