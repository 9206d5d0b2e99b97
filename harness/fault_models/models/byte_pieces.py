"""Pieces of bytes, `<0x0A>`: not used, in a wrong order, of other bytes, or found in a text."""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import regex

from tokparity.harness.fault_models.fault_model import Change, family, fault_model
from tokparity.harness.fault_models.models.unknown import unknown_id
from tokparity.harness.fault_models.stages import Find, TokenSpan, with_found
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.models.sentencepiece.bpe import SentencepieceBPE
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

BYTE_PIECE = re.compile(r"<0x[0-9A-F]{2}>")

Spell = Callable[[str, int, int], tuple[TokenSpan, ...]]
"""The tokens of a character that is from one place of a word to another."""


@fault_model(
    "byte-fallback-off",
    "model",
    "does not spell in bytes what is no piece",
    "ggml-org/llama.cpp#28862",
)
def byte_fallback_off(tokenizer: Tokenizer) -> Tokenizer:
    """What is no piece is the unknown token, or nothing."""
    match tokenizer.model:
        case BPE(byte_fallback=True) | Unigram(byte_fallback=True) as model:
            return replace(tokenizer, model=replace(model, byte_fallback=False))
        case SentencepieceBPE(known) | SentencepieceUnigram(known) as sentencepiece:
            if known.byte_fallback:
                plain = replace(known, byte_fallback=False)
                return replace(tokenizer, model=replace(sentencepiece, known=plain))
    return tokenizer


@fault_model("bytes-reversed", "model", "spells a character from its last byte on")
def bytes_reversed(tokenizer: Tokenizer) -> Tokenizer:
    """The bytes of a character from its last to its first."""
    return _changed(tokenizer, _reversing)


@fault_model("byte-pieces-in-text", "model", "takes <0x40> in a text for the byte", "zml/zml#37")
def byte_pieces_in_text(tokenizer: Tokenizer) -> Tokenizer:
    """`<0x40>` in a text is that piece: the vocabulary is searched for whatever is written."""
    return _changed(tokenizer, _finding)


def _changed(tokenizer: Tokenizer, make: Callable[[Model], Find]) -> Tokenizer:
    model = tokenizer.model
    return with_found(tokenizer, make(model)) if falls_back(model) else tokenizer


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


def _reversing(model: Model) -> Find:
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


def _finding(model: Model) -> Find:
    def find(word: str) -> tuple[TokenSpan, ...]:
        tokens: list[TokenSpan] = []
        done = 0
        spans = [match.span() for match in BYTE_PIECE.finditer(word)]
        for start, end in [*spans, (len(word), len(word))]:
            if done < start:
                inside = model.tokenize(word[done:start])
                tokens += ((token_id, done + a, done + b) for token_id, a, b in inside)
            if start < end:
                tokens.append((model.vocab[word[start:end]], start, end))
            done = end
        return tuple(tokens)

    return find


@family(
    "byte-fallback-without",
    "model",
    "does not spell in bytes what is from code point {first} to {last}",
)
def byte_fallback_without(first: int, last: int) -> Change:
    """Characters of a range that are no pieces are the unknown token, or nothing."""

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        unknown = unknown_id(tokenizer.model)
        return _spelling(
            tokenizer,
            first,
            last,
            lambda char, start, end: () if unknown is None else ((unknown, start, end),),
        )

    return apply


@fault_model("bytes-of-surrogates", "model", "spells characters beyond U+FFFF as two surrogates")
def bytes_of_surrogates(tokenizer: Tokenizer) -> Tokenizer:
    """Characters beyond U+FFFF are two surrogates, of three bytes each."""
    vocab = tokenizer.model.vocab

    def spell(char: str, start: int, end: int) -> tuple[TokenSpan, ...]:
        units = char.encode("utf-16-be")
        halves = (chr(int.from_bytes(units[at : at + 2], "big")) for at in (0, 2))
        data = b"".join(half.encode("utf-8", "surrogatepass") for half in halves)
        return tuple((vocab[f"<0x{byte:02X}>"], start, end) for byte in data)

    return _spelling(tokenizer, 0x10000, 0x10FFFF, spell)


def _spelling(tokenizer: Tokenizer, first: int, last: int, spell: Spell) -> Tokenizer:
    model = tokenizer.model
    if not falls_back(model):
        return tokenizer
    vocab = model.vocab
    sought = regex.compile(f"[{regex.escape(chr(first))}-{regex.escape(chr(last))}]")

    def find(word: str) -> tuple[TokenSpan, ...]:
        spans = [match.span() for match in sought.finditer(word) if match[0] not in vocab]
        if not spans:
            return model.tokenize(word)
        tokens: list[TokenSpan] = []
        bounds = [0, *(at for span in spans for at in span), len(word)]
        for number, (start, end) in enumerate(pairwise(bounds)):
            if number % 2:
                tokens += spell(word[start:end], start, end)
            elif start < end:
                inside = model.tokenize(word[start:end])
                tokens += ((token_id, start + a, start + b) for token_id, a, b in inside)
        return tuple(tokens)

    return with_found(tokenizer, find)


FAULT_MODELS = (byte_fallback_off, bytes_reversed, byte_pieces_in_text)

FAMILIES = (byte_fallback_without,)
