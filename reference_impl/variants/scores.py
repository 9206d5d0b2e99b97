"""Scores of pieces in half precision, as a compact copy of a vocabulary holds them."""

from dataclasses import replace
from struct import pack, unpack

from reference_impl.models.llama_spm import LlamaSPM
from reference_impl.models.llama_ugm import LlamaUGM
from reference_impl.models.sentencepiece_bpe import SentencepieceBPE
from reference_impl.models.sentencepiece_unigram import SentencepieceUnigram
from reference_impl.models.unigram import Unigram
from reference_impl.tokenizer import Tokenizer
from reference_impl.variants.variant import Variant

_LARGEST = 65504.0


def in_half_precision(tokenizer: Tokenizer) -> Tokenizer:
    """Neighbouring ranks of a large vocabulary become equal."""
    model = tokenizer.model
    match model:
        case Unigram():
            pairs = [(piece, _half(score)) for piece, score in model.scores]
            return replace(tokenizer, model=replace(model, scores=pairs))
        case LlamaSPM() | LlamaUGM():
            return replace(tokenizer, model=replace(model, scores=list(map(_half, model.scores))))
        case SentencepieceBPE(known) | SentencepieceUnigram(known):
            rounded = replace(known, scores=list(map(_half, known.scores)))
            return replace(tokenizer, model=replace(model, known=rounded))
    return tokenizer


def _half(score: float) -> float:
    """The nearest number of 16 bits.

    >>> _half(-2049.0), _half(-1e9)
    (-2048.0, -65504.0)
    """
    (number,) = unpack("<e", pack("<e", max(-_LARGEST, min(score, _LARGEST))))
    return float(number)


VARIANTS = (
    Variant("scores-in-half-precision", "model", "keeps 16 bits of each score", in_half_precision),
)
