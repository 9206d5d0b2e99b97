"""Pieces of bytes, `<0x0A>`: not used, in a wrong order, or found where a text spells them."""

import re
from collections.abc import Callable
from dataclasses import replace

from tokparity.harness.fault_models.changed_model import TokenSpan, with_found
from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.models.sentencepiece.bpe import SentencepieceBPE
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

BYTE_PIECE = re.compile(r"<0x[0-9A-F]{2}>")


def off(tokenizer: Tokenizer) -> Tokenizer:
    """What is no piece is the unknown token, or nothing."""
    match tokenizer.model:
        case BPE(byte_fallback=True) | Unigram(byte_fallback=True) as model:
            return replace(tokenizer, model=replace(model, byte_fallback=False))
        case SentencepieceBPE(known) | SentencepieceUnigram(known) as sentencepiece:
            if known.byte_fallback:
                plain = replace(known, byte_fallback=False)
                return replace(tokenizer, model=replace(sentencepiece, known=plain))
    return tokenizer


def reversed_bytes(tokenizer: Tokenizer) -> Tokenizer:
    """The bytes of a character from its last to its first."""
    return _changed(tokenizer, _reversing)


def found_in_text(tokenizer: Tokenizer) -> Tokenizer:
    """`<0x40>` in a text is that piece: the vocabulary is searched for whatever is written."""
    return _changed(tokenizer, _finding)


def _changed(
    tokenizer: Tokenizer, make: Callable[[Model], Callable[[str], tuple[TokenSpan, ...]]]
) -> Tokenizer:
    return (
        with_found(tokenizer, make(tokenizer.model)) if falls_back(tokenizer.model) else tokenizer
    )


def falls_back(model: Model) -> bool:
    """Whether a model spells what it does not know in bytes."""
    match model:
        case BPE() | Unigram():
            return model.byte_fallback
        case SentencepieceBPE(known) | SentencepieceUnigram(known):
            return known.byte_fallback
        case LlamaSPM():
            return any(map(BYTE_PIECE.fullmatch, model.vocab))
    return False


def _reversing(model: Model) -> Callable[[str], tuple[TokenSpan, ...]]:
    pieces = model.pieces

    def find(word: str) -> tuple[TokenSpan, ...]:
        tokens = list(model.tokenize(word))
        at = 0
        while at < len(tokens):
            piece = pieces[tokens[at][0]]
            if not BYTE_PIECE.fullmatch(piece):
                at += 1
                continue
            first = int(piece[3:5], 16)
            length = 1 if first < 0xC0 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
            spelled = tokens[at : at + length]
            ids = [token_id for token_id, _, _ in reversed(spelled)]
            tokens[at : at + length] = [
                (token_id, start, end)
                for token_id, (_, start, end) in zip(ids, spelled, strict=True)
            ]
            at += length
        return tuple(tokens)

    return find


def _finding(model: Model) -> Callable[[str], tuple[TokenSpan, ...]]:
    def find(word: str) -> tuple[TokenSpan, ...]:
        tokens: list[TokenSpan] = []
        done = 0
        spans = [found.span() for found in BYTE_PIECE.finditer(word)]
        for start, end in [*spans, (len(word), len(word))]:
            if done < start:
                inside = model.tokenize(word[done:start])
                tokens += ((token_id, done + a, done + b) for token_id, a, b in inside)
            if start < end:
                tokens.append((model.vocab[word[start:end]], start, end))
            done = end
        return tuple(tokens)

    return find


FAULT_MODELS = (
    FaultModel(
        "byte-fallback-off",
        "model",
        "does not spell in bytes what is no piece",
        off,
        "ggml-org/llama.cpp#28862",
    ),
    FaultModel(
        "bytes-reversed", "model", "spells a character from its last byte on", reversed_bytes
    ),
    FaultModel(
        "byte-pieces-in-text",
        "model",
        "takes <0x40> in a text for the byte",
        found_in_text,
        "zml/zml#37",
    ),
)
