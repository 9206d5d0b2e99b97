"""Words that a model has trouble with as such: long ones, and names of the language it runs in."""

from dataclasses import replace

from tokparity.harness.fault_models.changed_model import TokenSpan, with_found
from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

LONG = 128
"""Characters (bytes, where words are spelled in them) after which a long word is cut."""

RESERVED = frozenset(("constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf"))


def long_cut(tokenizer: Tokenizer) -> Tokenizer:
    """Words are merged in parts of `LONG`, so that the effort does not grow as their square."""
    model = tokenizer.model
    if not isinstance(model, BPE | LlamaBPE | TiktokenBPE):
        return tokenizer
    if not any(len(piece) > 1 for piece in model.vocab):
        return tokenizer

    def find(word: str) -> tuple[TokenSpan, ...]:
        return tuple(
            (token_id, at + start, at + end)
            for at in range(0, len(word), LONG)
            for token_id, start, end in model.tokenize(word[at : at + LONG])
        )

    return with_found(tokenizer, find)


def reserved_lost(tokenizer: Tokenizer) -> Tokenizer:
    """A cache that is a plain object of JavaScript has its own members already."""
    model = tokenizer.model
    if not isinstance(model, BPE | LlamaBPE | TiktokenBPE) or not model.vocab.keys() >= set(
        "toString"
    ):
        return tokenizer
    return with_found(tokenizer, lambda word: () if word in RESERVED else model.tokenize(word))


def canonically_equal(tokenizer: Tokenizer) -> Tokenizer:
    """Pieces that are canonically equal have one id, the last: strings compare so in Swift."""
    model = tokenizer.model
    if not isinstance(model, BPE | WordPiece | WordLevel):
        return tokenizer
    forms = {piece: _composed(piece) for piece in model.vocab if not piece.isascii()}
    last = {form: model.vocab[piece] for piece, form in forms.items()}
    changed = {piece: last[forms[piece]] for piece in forms}
    if all(model.vocab[piece] == token_id for piece, token_id in changed.items()):
        return tokenizer
    return replace(tokenizer, model=replace(model, vocab={**model.vocab, **changed}))


def _composed(piece: str) -> str:
    return NFC().normalize(Aligned.of(piece)).text


FAULT_MODELS = (
    FaultModel(
        "long-words-cut",
        "model",
        "merges long words part by part",
        long_cut,
    ),
    FaultModel(
        "reserved-words-lost",
        "model",
        "finds nothing in words that its cache takes for its own",
        reserved_lost,
        "latitudegames/GPT-3-Encoder#12",
    ),
    FaultModel(
        "canonically-equal-pieces",
        "model",
        "does not tell canonically equal pieces from each other",
        canonically_equal,
        "huggingface/swift-transformers#113",
    ),
)
