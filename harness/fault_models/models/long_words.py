"""Words too long for what holds them, or taken for names of the language that it is written in."""

from collections.abc import Callable

from tokparity.harness.fault_models.fault_model import Change, family, fault_model
from tokparity.harness.fault_models.stages import Find, TokenSpan, with_found
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

LONG = 128
"""Characters (bytes, where words are spelled in them) after which a long word is cut."""

RESERVED = frozenset(("constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf"))
"""What every plain object of JavaScript has as a member."""


@fault_model("long-words-cut", "model", "merges long words part by part")
def long_words_cut(tokenizer: Tokenizer) -> Tokenizer:
    """Words are merged in parts of `LONG`, so that the effort does not grow as their square."""
    model = tokenizer.model
    if not isinstance(model, BPE | LlamaBPE | TiktokenBPE):
        return tokenizer
    if not any(len(piece) > 1 for piece in model.vocab):
        return tokenizer
    return with_found(tokenizer, _in_parts(model, LONG))


@fault_model(
    "reserved-words-lost",
    "model",
    "finds nothing in words that its cache takes for its own",
    "latitudegames/GPT-3-Encoder#12",
)
def reserved_words_lost(tokenizer: Tokenizer) -> Tokenizer:
    """A cache that is a plain object of JavaScript has its own members already."""
    model = tokenizer.model
    if not isinstance(model, BPE | LlamaBPE | TiktokenBPE) or not model.vocab.keys() >= set(
        "toString"
    ):
        return tokenizer
    return with_found(tokenizer, lambda word: () if word in RESERVED else model.tokenize(word))


@family("words-in-parts", "model", "merges words in parts of {length}")
def words_in_parts(length: int) -> Change:
    """Words are merged in parts of so many characters (bytes, where they are spelled)."""

    return lambda tokenizer: _finding(tokenizer, lambda model: _in_parts(model, length))


@family("words-by-beginning", "model", "looks at the first {length} of a word")
def words_by_beginning(length: int) -> Change:
    """A word is looked up in a cache by its first characters alone."""

    return lambda tokenizer: _finding(
        tokenizer, lambda model: lambda word: model.tokenize(word[:length])
    )


@family("words-by-ends", "model", "looks at {length} of a word, at its two ends")
def words_by_ends(length: int) -> Change:
    """A longer word is taken for the one that its first and its last half of these make. ValueError
    for fewer than two: one character has no two ends."""
    if length < 2:
        raise ValueError(f"{length} has no two ends")

    def make(model: Model) -> Find:
        half = length // 2

        def find(word: str) -> tuple[TokenSpan, ...]:
            return model.tokenize(word if len(word) <= length else word[:half] + word[-half:])

        return find

    return lambda tokenizer: _finding(tokenizer, make)


def _in_parts(model: Model, length: int) -> Find:
    def find(word: str) -> tuple[TokenSpan, ...]:
        if len(word) <= length:
            return model.tokenize(word)
        return tuple(
            (token_id, at + start, at + end)
            for at in range(0, len(word), length)
            for token_id, start, end in model.tokenize(word[at : at + length])
        )

    return find


def _finding(tokenizer: Tokenizer, make: Callable[[Model], Find]) -> Tokenizer:
    model = tokenizer.model
    if not isinstance(model, BPE | LlamaBPE | LlamaSPM | TiktokenBPE | WordPiece):
        return tokenizer
    if not any(len(piece) > 1 for piece in model.vocab):
        return tokenizer
    return with_found(tokenizer, make(model))


FAULT_MODELS = (long_words_cut, reserved_words_lost)

FAMILIES = (words_in_parts, words_by_beginning, words_by_ends)
