"""Spaces in decoded text: clean-up on or off, the first one kept, marks and prefixes left in."""

from dataclasses import dataclass, replace

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.harness.fault_models.parts import change_decoders
from tokparity.reference_impl.decoders.byte_level import ByteLevel
from tokparity.reference_impl.decoders.clean_up import clean_up
from tokparity.reference_impl.decoders.joined_wordpiece import JoinedWordPiece
from tokparity.reference_impl.decoders.llama_detokenizer import LlamaDetokenizer
from tokparity.reference_impl.decoders.metaspace import Metaspace
from tokparity.reference_impl.decoders.replace import Replace
from tokparity.reference_impl.decoders.sentencepiece import SentencepieceDecoder
from tokparity.reference_impl.decoders.sequence import Decoder, Sequence
from tokparity.reference_impl.decoders.strip import Strip
from tokparity.reference_impl.decoders.wordpiece import WordPiece
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.regexes.search import Literal
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_MARK = "▁"
_IN_NO_PIECE = "\uffff"


@dataclass(frozen=True, slots=True)
class _CleanUp:
    def decode(self, pieces: list[str]) -> list[str]:
        return [clean_up("".join(pieces))]


@dataclass(frozen=True, slots=True)
class _FirstMark:
    """Of several marks in a piece the first alone becomes a space."""

    inner: Metaspace

    def decode(self, pieces: list[str]) -> list[str]:
        first = " " if self.inner.prepend_scheme == "never" else ""
        return [
            piece.replace(self.inner.replacement, " " if at else first, 1)
            for at, piece in enumerate(pieces)
        ]


@dataclass(frozen=True, slots=True)
class _FirstMatch:
    text: str
    content: str

    def decode(self, pieces: list[str]) -> list[str]:
        return [piece.replace(self.text, self.content, 1) for piece in pieces]


def cleaned(tokenizer: Tokenizer) -> Tokenizer:
    """English punctuation loses its spaces where nothing says so."""
    detokenizer = tokenizer.detokenizer
    if isinstance(detokenizer, LlamaDetokenizer) and not detokenizer.clean_spaces:
        return replace(tokenizer, detokenizer=replace(detokenizer, clean_spaces=True))

    def changed(part: Decoder) -> Decoder:
        match part:
            case ByteLevel():
                return Sequence((part, _CleanUp()))
            case WordPiece(cleanup=False) | JoinedWordPiece(cleanup=False):
                return replace(part, cleanup=True)
        return part

    return change_decoders(tokenizer, changed)


def not_cleaned(tokenizer: Tokenizer) -> Tokenizer:
    """English punctuation keeps its spaces where the file says to clean up."""
    detokenizer = tokenizer.detokenizer
    if isinstance(detokenizer, LlamaDetokenizer) and detokenizer.clean_spaces:
        return replace(tokenizer, detokenizer=replace(detokenizer, clean_spaces=False))

    def changed(part: Decoder) -> Decoder:
        if isinstance(part, WordPiece | JoinedWordPiece) and part.cleanup:
            return replace(part, cleanup=False)
        return part

    return change_decoders(tokenizer, changed)


def first_space_kept(tokenizer: Tokenizer) -> Tokenizer:
    """The space of the dummy prefix stays."""
    match tokenizer.detokenizer:
        case LlamaDetokenizer(add_space_prefix=True) as llama:
            return replace(tokenizer, detokenizer=replace(llama, add_space_prefix=False))
        case SentencepieceDecoder(drops_first_space=first, drops_leading_spaces=leading) as own:
            if not (first or leading):
                return tokenizer
            kept = replace(own, drops_first_space=False, drops_leading_spaces=False)
            return replace(tokenizer, detokenizer=kept)

    def changed(part: Decoder) -> Decoder | None:
        match part:
            case Metaspace(prepend_scheme=scheme) if scheme != "never":
                return replace(part, prepend_scheme="never")
            case Strip(" ", start, 0) if start:
                return None
        return part

    return change_decoders(tokenizer, changed)


def first_mark_only(tokenizer: Tokenizer) -> Tokenizer:
    """Of several "▁" in a piece the first alone becomes a space."""
    detokenizer = tokenizer.detokenizer
    if isinstance(detokenizer, LlamaDetokenizer) and isinstance(tokenizer.model, LlamaSPM):
        surfaces = [_marked(surface) for surface in detokenizer.surfaces]
        return replace(tokenizer, detokenizer=replace(detokenizer, surfaces=surfaces))

    def changed(part: Decoder) -> Decoder:
        match part:
            case Metaspace():
                return _FirstMark(part)
            case Replace(Literal(text), content) if text:
                return _FirstMatch(text, content)
        return part

    return change_decoders(tokenizer, changed)


def continuing_prefix_kept(tokenizer: Tokenizer) -> Tokenizer:
    """Pieces that go on with a word are words of their own, prefix and all."""

    def changed(part: Decoder) -> Decoder:
        if isinstance(part, WordPiece) and part.prefix:
            return replace(part, prefix=_IN_NO_PIECE)
        return part

    return change_decoders(tokenizer, changed)


def no_decoder(tokenizer: Tokenizer) -> Tokenizer:
    """Pieces are joined by spaces as they are in the file."""
    return tokenizer if tokenizer.decoder is None else replace(tokenizer, decoder=None)


def _marked(surface: bytes) -> bytes:
    head, space, rest = surface.partition(b" ")
    return head + space + rest.replace(b" ", _MARK.encode())


FAULT_MODELS = (
    FaultModel(
        "cleaned-up",
        "decoder",
        "takes spaces away before punctuation where nothing says to",
        cleaned,
        "huggingface/transformers#44914",
    ),
    FaultModel("not-cleaned-up", "decoder", "leaves spaces before punctuation", not_cleaned),
    FaultModel(
        "first-space-kept", "decoder", "leaves the space of the dummy prefix", first_space_kept
    ),
    FaultModel(
        "first-mark-only",
        "decoder",
        'makes a space of the first "▁" of a piece only',
        first_mark_only,
        "ggml-org/llama.cpp#2743",
    ),
    FaultModel(
        "continuing-prefix-kept",
        "decoder",
        "leaves the prefix on pieces that go on with a word",
        continuing_prefix_kept,
    ),
    FaultModel("no-decoder", "decoder", "joins pieces by spaces, as they are", no_decoder),
)
