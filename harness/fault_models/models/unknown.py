"""Unknown characters: each a token where a run is one, a run where each is one, or nothing."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from tokparity.harness.fault_models.fault_model import fault_model
from tokparity.harness.fault_models.stages import TokenSpan, with_found
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.models.llama.ugm import LlamaUGM
from tokparity.reference_impl.models.llama.wpm import LlamaWPM
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.models.sentencepiece.bpe import SentencepieceBPE
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


@fault_model("unknown-apart", "model", "makes a token of each unknown character")
def unknown_apart(tokenizer: Tokenizer) -> Tokenizer:
    """A run of unknown characters is as many unknown tokens."""
    model = tokenizer.model
    match model:
        case BPE(fuse_unk=True):
            return replace(tokenizer, model=replace(model, fuse_unk=False))
        case Unigram() | SentencepieceBPE() | SentencepieceUnigram() | LlamaUGM():
            unknown = unknown_id(model)
        case _:
            return tokenizer

    def find(word: str) -> tuple[TokenSpan, ...]:
        return tuple(
            token
            for token_id, start, end in model.tokenize(word)
            for token in (
                [(token_id, at, at + 1) for at in range(start, end)]
                if token_id == unknown
                else [(token_id, start, end)]
            )
        )

    return tokenizer if unknown is None else with_found(tokenizer, find)


@fault_model("unknown-together", "model", "makes one token of unknown neighbours")
def unknown_together(tokenizer: Tokenizer) -> Tokenizer:
    """Neighbours that are unknown are one token."""
    model = tokenizer.model
    if isinstance(model, BPE) and not model.fuse_unk and model.unk_token is not None:
        return replace(tokenizer, model=replace(model, fuse_unk=True))
    return tokenizer


@fault_model("unknown-dropped", "model", "leaves out what is unknown")
def unknown_dropped(tokenizer: Tokenizer) -> Tokenizer:
    """What is unknown is left out."""
    model = tokenizer.model
    unknown = unknown_id(model)
    if unknown is None:
        return tokenizer

    def find(word: str) -> tuple[TokenSpan, ...]:
        return tuple(token for token in model.tokenize(word) if token[0] != unknown)

    return with_found(tokenizer, find)


@fault_model(
    "unknown-keeps-apart",
    "model",
    "leaves out what no piece has only behind the merges, so that its neighbours stay apart",
)
def unknown_keeps_apart(tokenizer: Tokenizer) -> Tokenizer:
    """What no piece has is nothing, and what stands around it is not merged all the same."""
    model = tokenizer.model
    if not isinstance(model, BPE) or unknown_id(model) is not None or model.byte_fallback:
        return tokenizer
    if model.has_affix or not model.merges:
        return tokenizer
    vocab = model.vocab

    def find(word: str) -> Iterator[TokenSpan]:
        at = 0
        for is_known, run in groupby(word, vocab.__contains__):
            stretch = "".join(run)
            if is_known:
                inside = model.tokenize(stretch)
                yield from ((token_id, at + start, at + end) for token_id, start, end in inside)
            at += len(stretch)

    return with_found(tokenizer, lambda word: tuple(find(word)))


@fault_model(
    "words-lost-with-unknown",
    "model",
    "makes nothing of a word that holds a character, or a byte, without a piece",
)
def words_lost_with_unknown(tokenizer: Tokenizer) -> Tokenizer:
    """As pytorch-tokenizers 1.5.0 does without an unknown token: who looks each piece up and finds
    one that is not there gives the whole word up."""
    model = tokenizer.model
    if not isinstance(model, BPE) or model.byte_fallback or model.has_affix or not model.merges:
        return tokenizer
    vocab = model.vocab

    def find(word: str) -> tuple[TokenSpan, ...]:
        return model.tokenize(word) if all(char in vocab for char in word) else ()

    return with_found(tokenizer, find)


def unknown_id(model: Model) -> int | None:
    """The id of what is no piece; None where a model has no such token."""
    match model:
        case BPE(unk_token=str(text)) | WordPiece(unk_token=text) | WordLevel(unk_token=text):
            return model.vocab.get(text)
        case Unigram(unk_id=int(token_id)):
            return token_id
        case SentencepieceBPE(known) | SentencepieceUnigram(known):
            return known.unknown if known.unknown >= 0 else None
        case LlamaUGM(unk=token_id) | LlamaWPM(unk=token_id):
            return token_id if token_id >= 0 else None
    return None


FAULT_MODELS = (
    unknown_apart,
    unknown_together,
    unknown_dropped,
    unknown_keeps_apart,
    words_lost_with_unknown,
)
