"""Characters that the byte fallback has trouble with: some have none, or are spelled otherwise."""

from collections.abc import Callable
from itertools import pairwise

import regex

from tokparity.harness.fault_models.byte_pieces import falls_back
from tokparity.harness.fault_models.changed_model import TokenSpan, with_found
from tokparity.harness.fault_models.fault_model import Family, FaultModel
from tokparity.harness.fault_models.unknown import unknown_id
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

Spell = Callable[[str, int, int], tuple[TokenSpan, ...]]


def without(first: int, last: int) -> Callable[[Tokenizer], Tokenizer]:
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


def as_surrogates(tokenizer: Tokenizer) -> Tokenizer:
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
        spans = [at.span() for at in sought.finditer(word) if at[0] not in vocab]
        if not spans:
            return model.tokenize(word)
        tokens: list[TokenSpan] = []
        bounds = [0, *(at for span in spans for at in span), len(word)]
        for number, (start, end) in enumerate(pairwise(bounds)):
            if number % 2:
                tokens += spell(word[start:end], start, end)
            elif start < end:
                inside = model.tokenize(word[start:end])
                tokens += ((one, start + a, start + b) for one, a, b in inside)
        return tuple(tokens)

    return with_found(tokenizer, find)


FAULT_MODELS = (
    FaultModel(
        "bytes-of-surrogates",
        "model",
        "spells characters beyond U+FFFF as two surrogates",
        as_surrogates,
    ),
)

FAMILIES = (
    Family(
        "byte-fallback-without",
        "model",
        "does not spell in bytes what is from code point {first} to {last}",
        without,
    ),
)
