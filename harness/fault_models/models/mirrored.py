"""Models that work from the right where they are to work from the left.

A mirrored word is cut by the mirrored vocabulary, and the tokens are turned round: so that of
equal ranks, scores and sums the other one wins. Little else changes: sums of 32 bits, added up the
other way, may be rounded to others.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import accumulate, groupby, pairwise

from tokparity.harness.fault_models.fault_model import fault_model
from tokparity.harness.fault_models.models.byte_pieces import BYTE_PIECE
from tokparity.harness.fault_models.stages import TokenSpan, with_found
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.models.llama.ugm import LlamaUGM
from tokparity.reference_impl.models.merging import pair_key
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.text.byte_text import from_bytes, to_bytes
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


@fault_model("rightmost-merge-first", "model", "merges the rightmost of equal pairs first")
def rightmost_merge_first(tokenizer: Tokenizer) -> Tokenizer:
    """Of pairs that are equal the rightmost is merged first."""
    if not isinstance(tokenizer.model, BPE | LlamaBPE | LlamaSPM | TiktokenBPE):
        return tokenizer
    return _mirrored(tokenizer)


@fault_model(
    "tie-from-the-left",
    "model",
    "takes the longest first piece of equal sums, not the longest last",
    "huggingface/tokenizers#1213",
)
def tie_from_the_left(tokenizer: Tokenizer) -> Tokenizer:
    """Of equal sums the one whose *first* piece is longest wins, not the one whose last is."""
    if not isinstance(tokenizer.model, Unigram | SentencepieceUnigram | LlamaUGM):
        return tokenizer
    return _mirrored(tokenizer)


def _mirrored(tokenizer: Tokenizer) -> Tokenizer:
    model = _mirror(tokenizer.model)
    if model is None:
        return tokenizer

    def find(word: str) -> tuple[TokenSpan, ...]:
        size = len(word)
        mirrored = word[::-1]
        groups = [list(group) for _, group in groupby(model.tokenize(mirrored), _place)]
        return tuple(
            (token_id, size - end, size - start)
            for group in reversed(groups)
            for token_id, start, end in _turned(group, mirrored)
        )

    return with_found(tokenizer, find)


def _place(token: TokenSpan) -> tuple[int, int]:
    return token[1:]


def _turned(group: list[TokenSpan], mirrored: str) -> list[TokenSpan]:
    """The bytes of each character stay in order; of several unknown ones in one place, the last
    comes first."""
    _, start, end = group[0]
    sizes = [len(to_bytes(char)) for char in mirrored[start:end]]
    if len(group) != sum(sizes):
        return group
    starts = [0, *accumulate(sizes)]
    parts = [group[first:last] for first, last in pairwise(starts)]
    return [token for part in reversed(parts) for token in part]


def _mirror(model: Model) -> Model | None:
    """None where it is not as simple as that."""
    match model:
        case BPE(products=products) if products and not model.byte_fallback:
            if model.continuing_subword_prefix or model.end_of_word_suffix or model.unk_token:
                return None
            merges = {
                pair_key(pair & 0xFFFFFFFF, pair >> 32): r for pair, r in model.merges.items()
            }
            return replace(model, vocab=_flipped(model.vocab), merges=merges)
        case LlamaBPE(merges=lines) if lines and not model.byte_fallback and model.oov is None:
            return replace(model, vocab=_flipped(model.vocab), merges=list(map(_line, lines)))
        case LlamaSPM() | TiktokenBPE():
            return replace(model, vocab=_flipped(model.vocab))
        case Unigram():
            return replace(model, scores=[(_flip(piece), score) for piece, score in model.scores])
        case SentencepieceUnigram(known) if not known.byte_fallback:
            return replace(model, known=replace(known, texts=list(map(_flip, known.texts))))
        case LlamaUGM():
            matched, vocab = _flipped(model.matched), _flipped(model.vocab)
            return replace(model, matched=matched, vocab=vocab)
    return None


def _flipped(vocab: Mapping[str, int]) -> dict[str, int]:
    return {_flip(piece): token_id for piece, token_id in vocab.items()}


def _flip(piece: str) -> str:
    return piece if BYTE_PIECE.fullmatch(piece) else piece[::-1]


def _line(line: bytes) -> bytes:
    left, _, right = from_bytes(line).partition(" ")
    return to_bytes(f"{right[::-1]} {left[::-1]}")


FAULT_MODELS = (rightmost_merge_first, tie_from_the_left)
