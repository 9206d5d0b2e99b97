"""Spaces in decoded text: clean-up on or off, the first one kept, marks and prefixes left in."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tokparity.harness.fault_models.fault_model import Change, family, fault_model
from tokparity.harness.fault_models.stages import change_decoders, with_options
from tokparity.reference_impl.contract import Bytes, DecodeOptions
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.decoders.clean_up import clean_up
from tokparity.reference_impl.decoders.joined_wordpiece import JoinedWordPiece
from tokparity.reference_impl.decoders.llama_detokenizer import LlamaDetokenizer
from tokparity.reference_impl.decoders.metaspace import MetaspaceDecoder
from tokparity.reference_impl.decoders.replace import ReplaceDecoder
from tokparity.reference_impl.decoders.sentencepiece import SentencepieceDecoder
from tokparity.reference_impl.decoders.sequence import Decoder, DecoderSequence
from tokparity.reference_impl.decoders.strip import StripDecoder
from tokparity.reference_impl.decoders.wordpiece import WordPieceDecoder
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.regexes.search import Literal
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_MARK = "▁"
_IN_NO_PIECE = "\uffff"
"""A prefix that no piece has: a noncharacter."""
_STAND_IN = "\ufdd0"
"""Stands for the space of the rule until all others are applied: no character of any text."""


@dataclass(frozen=True, slots=True)
class _CleanUp:
    def decode(self, pieces: list[str]) -> list[str]:
        return [clean_up("".join(pieces))]


@dataclass(frozen=True, slots=True)
class _FirstMark:
    """Of several marks in a piece the first alone becomes a space."""

    inner: MetaspaceDecoder

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


@fault_model(
    "cleaned-up",
    "decoder",
    "takes spaces away before punctuation where nothing says to",
    "huggingface/transformers#44914",
)
def cleaned_up(tokenizer: Tokenizer) -> Tokenizer:
    """English punctuation loses its spaces where nothing says so."""
    detokenizer = tokenizer.detokenizer
    if isinstance(detokenizer, LlamaDetokenizer) and not detokenizer.clean_spaces:
        return replace(tokenizer, detokenizer=replace(detokenizer, clean_spaces=True))

    def changed(part: Decoder) -> Decoder:
        match part:
            case ByteLevelDecoder():
                return DecoderSequence((part, _CleanUp()))
            case WordPieceDecoder(cleanup=False) | JoinedWordPiece(cleanup=False):
                return replace(part, cleanup=True)
        return part

    return change_decoders(tokenizer, changed)


@fault_model("not-cleaned-up", "decoder", "leaves spaces before punctuation")
def not_cleaned_up(tokenizer: Tokenizer) -> Tokenizer:
    """English punctuation keeps its spaces where the file says to clean up."""
    detokenizer = tokenizer.detokenizer
    if isinstance(detokenizer, LlamaDetokenizer) and detokenizer.clean_spaces:
        return replace(tokenizer, detokenizer=replace(detokenizer, clean_spaces=False))
    return with_options(change_decoders, WordPieceDecoder | JoinedWordPiece, cleanup=False)(
        tokenizer
    )


@fault_model("first-space-kept", "decoder", "leaves the space of the dummy prefix")
def first_space_kept(tokenizer: Tokenizer) -> Tokenizer:
    """The space of the dummy prefix stays."""
    match tokenizer.detokenizer:
        case LlamaDetokenizer(add_space_prefix=True) as llama:
            return replace(tokenizer, detokenizer=replace(llama, add_space_prefix=False))
        case SentencepieceDecoder(drops_first_space=first, drops_leading_spaces=leading) as own:
            if not (first or leading):
                return tokenizer
            plain = replace(own, drops_first_space=False, drops_leading_spaces=False)
            return replace(tokenizer, detokenizer=plain)

    def changed(part: Decoder) -> Decoder | None:
        match part:
            case MetaspaceDecoder(prepend_scheme=scheme) if scheme != "never":
                return replace(part, prepend_scheme="never")
            case StripDecoder(" ", start, 0) if start:
                return None
        return part

    return change_decoders(tokenizer, changed)


@fault_model("leading-spaces-once", "decoder", "takes off one space before a text, not all of them")
def leading_spaces_once(tokenizer: Tokenizer) -> Tokenizer:
    """Of several pieces of a space before a text the first alone is left out."""
    own = tokenizer.detokenizer
    if not isinstance(own, SentencepieceDecoder) or not own.drops_leading_spaces:
        return tokenizer
    once = replace(own, drops_first_space=True, drops_leading_spaces=False)
    return replace(tokenizer, detokenizer=once)


@fault_model(
    "first-mark-only",
    "decoder",
    'makes a space of the first "▁" of a piece only',
    "ggml-org/llama.cpp#2743",
)
def first_mark_only(tokenizer: Tokenizer) -> Tokenizer:
    """Of several "▁" in a piece the first alone becomes a space."""
    detokenizer = tokenizer.detokenizer
    if isinstance(detokenizer, LlamaDetokenizer) and isinstance(tokenizer.model, LlamaSPM):
        surfaces = [_marked(surface) for surface in detokenizer.surfaces]
        return replace(tokenizer, detokenizer=replace(detokenizer, surfaces=surfaces))

    def changed(part: Decoder) -> Decoder:
        match part:
            case MetaspaceDecoder():
                return _FirstMark(part)
            case ReplaceDecoder(Literal(text), content) if text:
                return _FirstMatch(text, content)
        return part

    return change_decoders(tokenizer, changed)


@fault_model(
    "continuing-prefix-kept", "decoder", "leaves the prefix on pieces that go on with a word"
)
def continuing_prefix_kept(tokenizer: Tokenizer) -> Tokenizer:
    """Pieces that go on with a word are words of their own, prefix and all."""

    def changed(part: Decoder) -> Decoder:
        if isinstance(part, WordPieceDecoder) and part.prefix:
            return replace(part, prefix=_IN_NO_PIECE)
        return part

    return change_decoders(tokenizer, changed)


@fault_model("no-decoder", "decoder", "joins pieces by spaces, as they are")
def no_decoder(tokenizer: Tokenizer) -> Tokenizer:
    """Pieces are joined by spaces as they are in the file."""
    return tokenizer if tokenizer.decoder is None else replace(tokenizer, decoder=None)


def _marked(surface: bytes) -> bytes:
    head, space, rest = surface.partition(b" ")
    return head + space + rest.replace(b" ", _MARK.encode())


@family("clean-up-without", "decoder", "leaves the space before {rule!r}")
def clean_up_without(rule: str) -> Change:
    """The space before `rule` stays: ".", "'s", "n't" …"""

    def changed(part: Decoder) -> Decoder:
        match part:
            case WordPieceDecoder(cleanup=True) | JoinedWordPiece(cleanup=True):
                return _CleanedBut(part, rule)
        return part

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        detokenizer = tokenizer.detokenizer
        if isinstance(detokenizer, LlamaDetokenizer) and detokenizer.clean_spaces:
            return replace(tokenizer, detokenizer=_LlamaCleanedBut(detokenizer, rule))
        return change_decoders(tokenizer, changed)

    return apply


@dataclass(frozen=True, slots=True)
class _CleanedBut:
    inner: WordPieceDecoder | JoinedWordPiece
    rule: str

    def decode(self, pieces: list[str]) -> list[str]:
        uncleaned = replace(self.inner, cleanup=False).decode(pieces)
        hidden = [text.replace(" " + self.rule, _STAND_IN + self.rule) for text in uncleaned]
        cleaned = self._cleaned(hidden)
        return [text.replace(_STAND_IN, " ") for text in cleaned]

    def _cleaned(self, texts: list[str]) -> list[str]:
        """By the inner decoder itself, as its first piece, which it only cleans."""
        return [part for text in texts for part in self.inner.decode([text])]


@dataclass(frozen=True, slots=True)
class _LlamaCleanedBut:
    inner: LlamaDetokenizer
    rule: str

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Bytes:
        data = replace(self.inner, clean_spaces=False).decode(ids, options).value
        rule, hidden = f" {self.rule}".encode(), f"{_STAND_IN}{self.rule}".encode()
        cleaning = LlamaDetokenizer((data.replace(rule, hidden),), frozenset(), clean_spaces=True)
        cleaned = cleaning.decode([0], DecodeOptions()).value
        return Bytes(cleaned.replace(_STAND_IN.encode(), b" "))


FAULT_MODELS = (
    cleaned_up,
    not_cleaned_up,
    first_space_kept,
    leading_spaces_once,
    first_mark_only,
    continuing_prefix_kept,
    no_decoder,
)

FAMILIES = (clean_up_without,)
