"""The vocabulary read wrong: pieces that are not found, types, affixes and shifts not looked at."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from tokparity.harness.fault_models.fault_model import Change, family, fault_model
from tokparity.harness.fault_models.models.byte_pieces import BYTE_PIECE
from tokparity.harness.fault_models.stages import with_found
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.models.llama.ugm import LlamaUGM
from tokparity.reference_impl.models.llama.wpm import LlamaWPM
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.models.sentencepiece.bpe import SentencepieceBPE
from tokparity.reference_impl.models.sentencepiece.pieces import PieceType, TokenSpan
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_IN_NO_TEXT = "\uffff\ufffe"
"""Before a piece, so that no text has it: two noncharacters."""

Lost = Callable[[str, int], bool]
"""Whether a piece of an id is not found."""


@family("long-pieces-lost", "model", "finds no piece of over {characters}")
def long_pieces_lost(characters: int) -> Change:
    """No piece of more characters (bytes, where they are spelled) is found, nor merged."""
    return lambda tokenizer: _without(tokenizer, lambda piece, _: len(piece) > characters)


@family("pieces-lost", "model", "finds no piece from id {first} to {last}")
def pieces_lost(first: int, last: int) -> Change:
    """No piece with an id from `first` to `last` is found, nor merged."""
    return lambda tokenizer: _without(tokenizer, lambda _, token_id: first <= token_id <= last)


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
    """The model without pieces; None where it has none to lose, or is of another kind."""
    match model:
        case BPE(merges=merges, products=products):
            ids = set(gone.values())
            rest = {pair: rank for pair, rank in merges.items() if products[rank] not in ids}
            vocab = _renamed(model.vocab, gone) if model.ignore_merges else model.vocab
            return replace(model, merges=rest, vocab=vocab) if len(rest) < len(merges) else None
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


@fault_model(
    "user-defined-normal",
    "model",
    "treats user-defined symbols like any piece",
    "huggingface/transformers#29868",
)
def user_defined_normal(tokenizer: Tokenizer) -> Tokenizer:
    """A user-defined symbol may merge, and is found by its score like any piece."""
    return _as_normal(tokenizer, "user_defined")


@fault_model("unused-normal", "model", "finds pieces that are not to be used")
def unused_normal(tokenizer: Tokenizer) -> Tokenizer:
    """A piece that is not to be used is found like any piece."""
    return _as_normal(tokenizer, "unused")


@fault_model(
    "control-pieces-in-words",
    "model",
    "finds the pieces of control and of unknown text in a text, like any piece",
)
def control_pieces_in_words(tokenizer: Tokenizer) -> Tokenizer:
    """A text that spells such a piece has it for a token, by its score."""
    match tokenizer.model:
        case SentencepieceBPE(known) | SentencepieceUnigram(known) as model:
            listed = enumerate(known.types)
            spelled = [at for at, kind in listed if kind in ("control", "unknown")]
        case _:
            return tokenizer
    found: list[PieceType] = ["normal" for _ in spelled]
    texts = (*known.texts, *(known.texts[at] for at in spelled))
    scores = (*known.scores, *(known.scores[at] for at in spelled))
    twice = replace(known, texts=texts, scores=scores, types=(*known.types, *found))
    other = replace(model, known=twice)
    original = {len(known.texts) + number: at for number, at in enumerate(spelled)}

    def find(word: str) -> tuple[TokenSpan, ...]:
        tokens: list[TokenSpan] = []
        for token_id, start, end in other.tokenize(word):
            if tokens and token_id == tokens[-1][0] == known.unknown:  # behind one that is spelled
                tokens[-1] = (token_id, tokens[-1][1], end)
            else:
                tokens.append((original.get(token_id, token_id), start, end))
        return tuple(tokens)

    return with_found(tokenizer, find)


def _as_normal(tokenizer: Tokenizer, kind: PieceType) -> Tokenizer:
    match tokenizer.model:
        case SentencepieceBPE(known) | SentencepieceUnigram(known) as model:
            if kind not in known.types:
                return tokenizer
            types: list[PieceType] = ["normal" if old == kind else old for old in known.types]
            return replace(tokenizer, model=replace(model, known=replace(known, types=types)))
    return tokenizer


@fault_model(
    "canonically-equal-pieces",
    "model",
    "does not tell canonically equal pieces from each other",
    "huggingface/swift-transformers#113",
)
def canonically_equal_pieces(tokenizer: Tokenizer) -> Tokenizer:
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


@fault_model("word-end-ignored", "model", "does not mark the end of a word")
def word_end_ignored(tokenizer: Tokenizer) -> Tokenizer:
    """`end_of_word_suffix` is not put behind the last character of a word."""
    model = tokenizer.model
    if not isinstance(model, BPE) or not model.end_of_word_suffix:
        return tokenizer
    return replace(tokenizer, model=replace(model, end_of_word_suffix=None))


@fault_model("ids-not-moved", "model", "does not leave the first ids to the special tokens")
def ids_not_moved(tokenizer: Tokenizer) -> Tokenizer:
    """Ranks are taken for ids, though special tokens stand before them."""
    model = tokenizer.model
    if not isinstance(model, TiktokenBPE) or not model.first_id:
        return tokenizer
    ranks = {piece: token_id - model.first_id for piece, token_id in model.vocab.items()}
    return replace(tokenizer, model=replace(model, vocab=ranks, first_id=0))


TYPES = (user_defined_normal, unused_normal, control_pieces_in_words)

IDS = (canonically_equal_pieces, word_end_ignored, ids_not_moved)

FAMILIES = (long_pieces_lost, pieces_lost)
