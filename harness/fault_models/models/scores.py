"""Pieces that are found by their scores: by the wrong algorithm, or with too few digits.

Published designs disagree about Llama: some describe its `.model`, which says BPE, as Unigram. Both
searches find pieces of the same vocabulary, and often the same ones.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from struct import pack, unpack

from tokparity.harness.fault_models.fault_model import Change, family, fault_model
from tokparity.harness.fault_models.models.byte_pieces import BYTE_PIECE
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.models.llama.ugm import LlamaUGM
from tokparity.reference_impl.models.sentencepiece.bpe import SentencepieceBPE
from tokparity.reference_impl.models.sentencepiece.pieces import Pieces, PieceType
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_LARGEST = 65504.0
"""The largest number of 16 bits: `pack` raises for a greater one."""


@fault_model("viterbi", "model", "searches the most probable pieces where the file says to merge")
def viterbi(tokenizer: Tokenizer) -> Tokenizer:
    """The most probable pieces by their scores, where the file says to merge by score."""
    match tokenizer.model:
        case SentencepieceBPE(known):
            return replace(tokenizer, model=SentencepieceUnigram(known))
        case LlamaSPM():
            return replace(tokenizer, model=SentencepieceUnigram(_pieces(tokenizer)))
        case _:
            return tokenizer


@fault_model(
    "merges", "model", "merges by score where the file says to search the most probable pieces"
)
def merges(tokenizer: Tokenizer) -> Tokenizer:
    """Neighbours merged by the score of what they make, where the file says the most probable."""
    match tokenizer.model:
        case SentencepieceUnigram(known):
            return replace(tokenizer, model=SentencepieceBPE(known))
        case _:
            return tokenizer


def _pieces(tokenizer: Tokenizer) -> Pieces:
    """The vocabulary of a GGUF as sentencepiece has it: added tokens are not found in words."""
    model = tokenizer.model
    assert isinstance(model, LlamaSPM)
    texts = [model.pieces[token_id] for token_id in range(len(model.pieces))]
    added = {token.id for token in tokenizer.added_tokens}
    kinds: list[PieceType] = [
        "control" if i in added else "byte" if BYTE_PIECE.fullmatch(text) else "normal"
        for i, text in enumerate(texts)
    ]
    return Pieces(texts, model.scores, kinds, byte_fallback=kinds.count("byte") == 256)


@fault_model("scores-in-half-precision", "model", "keeps 16 bits of each score")
def scores_in_half_precision(tokenizer: Tokenizer) -> Tokenizer:
    """Neighbouring ranks of a large vocabulary become equal."""
    return _with_scores(tokenizer, _half)


@family("scores-of-few-digits", "model", "keeps {decimals} decimals of each score")
def scores_of_few_digits(decimals: int) -> Change:
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


ALGORITHMS = (viterbi, merges)

FAMILIES = (scores_of_few_digits,)
