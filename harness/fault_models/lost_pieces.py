"""Pieces that are in the vocabulary and not found: long ones, or those of a range of ids."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise

from tokparity.harness.fault_models.byte_pieces import BYTE_PIECE
from tokparity.harness.fault_models.changed_model import TokenSpan, with_found
from tokparity.harness.fault_models.fault_model import Family
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.models.llama.ugm import LlamaUGM
from tokparity.reference_impl.models.llama.wpm import LlamaWPM
from tokparity.reference_impl.models.merging import merged_bounds
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.models.sentencepiece.bpe import SentencepieceBPE
from tokparity.reference_impl.models.sentencepiece.pieces import PieceType
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_IN_NO_TEXT = "\uffff\ufffe"

Lost = Callable[[str, int], bool]


def long_ones(characters: int) -> Callable[[Tokenizer], Tokenizer]:
    """No piece of more characters (bytes, where they are spelled) is found, nor merged."""
    return lambda tokenizer: _without(tokenizer, lambda piece, _: len(piece) > characters)


def a_range(first: int, last: int) -> Callable[[Tokenizer], Tokenizer]:
    """No piece with an id from `first` to `last` is found, nor merged."""
    return lambda tokenizer: _without(tokenizer, lambda _, token_id: first <= token_id <= last)


def long_words_merged(length: int) -> Callable[[Tokenizer], Tokenizer]:
    """A word of more bytes that is a rank itself is merged all the same."""

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        model = tokenizer.model
        if not isinstance(model, TiktokenBPE) or max(map(len, model.vocab)) <= length:
            return tokenizer
        vocab = model.vocab

        def find(word: str) -> tuple[TokenSpan, ...]:
            if len(word) <= length or word not in vocab:
                return model.tokenize(word)
            bounds = merged_bounds(word, range(len(word) + 1), vocab.get)
            return tuple((vocab[word[a:b]], a, b) for a, b in pairwise(bounds))

        return with_found(tokenizer, find)

    return apply


def _without(tokenizer: Tokenizer, lost: Lost) -> Tokenizer:
    """Single characters, bytes and what is no text stay: so that every text has tokens."""
    model = tokenizer.model
    gone = {
        piece: token_id
        for piece, token_id in model.vocab.items()
        if len(piece) > 1 and not BYTE_PIECE.fullmatch(piece) and lost(piece, token_id)
    }
    other = _other(model, gone) if gone else None
    return tokenizer if other is None else with_found(tokenizer, other.tokenize)


def _other(model: Model, gone: dict[str, int]) -> Model | None:
    match model:
        case BPE(merges=merges, products=products):
            ids = set(gone.values())
            kept = {pair: rank for pair, rank in merges.items() if products[rank] not in ids}
            vocab = _renamed(model.vocab, gone) if model.ignore_merges else model.vocab
            return replace(model, merges=kept, vocab=vocab) if len(kept) < len(merges) else None
        case LlamaBPE(merges=lines):
            names = {piece.encode("utf-8", "surrogateescape") for piece in gone}
            left = tuple(line for line in lines if line.replace(b" ", b"") not in names)
            whole = replace(model, merges=left, vocab=_renamed(model.vocab, gone))
            return whole if len(left) < len(lines) else None
        case WordPiece() | WordLevel() | TiktokenBPE() | LlamaSPM() | LlamaWPM():
            return replace(model, vocab=_renamed(model.vocab, gone))
        case Unigram(scores=scores):
            pairs = [
                (_IN_NO_TEXT + piece if piece in gone else piece, score) for piece, score in scores
            ]
            return replace(model, scores=pairs)
        case SentencepieceBPE(known) | SentencepieceUnigram(known):
            ids = set(gone.values())
            types: list[PieceType] = [
                "control" if at in ids and kind == "normal" else kind
                for at, kind in enumerate(known.types)
            ]
            return replace(model, known=replace(known, types=types))
        case LlamaUGM(matched=matched):
            return replace(model, matched={k: v for k, v in matched.items() if k not in gone})
    return None


def _renamed(vocab: Mapping[str, int], gone: dict[str, int]) -> dict[str, int]:
    return {_IN_NO_TEXT + k if k in gone else k: v for k, v in vocab.items()}


FAMILIES = (
    Family("long-pieces-lost", "model", "finds no piece of over {characters}", long_ones),
    Family("pieces-lost", "model", "finds no piece from id {first} to {last}", a_range),
    Family(
        "long-ranks-merged",
        "model",
        "does not look up words of over {length} bytes before it merges",
        long_words_merged,
    ),
)
