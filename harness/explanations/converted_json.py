"""A tokenizer.json beside a file of pieces that it was made of, or that was made of it: single
stages of it as the other format has them, or without them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.decoders.byte_fallback import ByteFallback
from tokparity.reference_impl.decoders.metaspace import MetaspaceDecoder
from tokparity.reference_impl.decoders.sequence import DecoderSequence
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.sentencepiece.pieces import SPACE
from tokparity.reference_impl.normalizers.precompiled import Precompiled
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.normalizers.sentencepiece import SentencepieceNormalizer
from tokparity.reference_impl.normalizers.sentencepiece_charsmap import SentencepieceCharsmap
from tokparity.reference_impl.normalizers.sequence import Normalizer, NormalizerSequence
from tokparity.reference_impl.normalizers.strip import StripNormalizer
from tokparity.reference_impl.pre_tokenizers.metaspace import MetaspacePreTokenizer
from tokparity.reference_impl.pre_tokenizers.splitting import cut, segments
from tokparity.reference_impl.regexes.search import Literal, Regex
from tokparity.reference_impl.stage_types import type_name
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.space_style import squeezes_spaces
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.records.explanation import Explanation

_SQUEEZES = f"Replace / {{2,}}/ by {SPACE!r}"


def part_name(part: Normalizer) -> str:
    """What `was` calls a part of a normalizer: its type, with its options where it has some. A part
    that another change has put in its place is called as it was, so that both may be made.

    >>> part_name(StripNormalizer(False, True)), part_name(ReplaceNormalizer(Literal(" "), "_"))
    ('Strip right', "Replace ' ' by '_'")
    """
    match part:
        case StripNormalizer(left, right):
            return " ".join(["Strip", *["left"] * left, *["right"] * right])
        case ReplaceNormalizer(Literal(text), content):
            return f"Replace {text!r} by {content!r}"
        case ReplaceNormalizer(Regex(source), content):
            return f"Replace /{source}/ by {content!r}"
        case StripOfSpaces():
            return "Strip right"
    return type_name(part)


def without_normalizer_part(tokenizer: Tokenizer, explanation: Explanation) -> Tokenizer:
    """Without the part of a sequence of normalizers that is `was`, all else kept."""
    stage = tokenizer.normalizer
    if not isinstance(stage, NormalizerSequence):
        return tokenizer
    kept = tuple(part for part in stage.normalizers if part_name(part) != explanation.was)
    if len(kept) == len(stage.normalizers):
        return tokenizer
    return replace(tokenizer, normalizer=NormalizerSequence(kept))


def _with_parts(tokenizer: Tokenizer, change: Callable[[Normalizer], Normalizer]) -> Tokenizer:
    """With each part of its sequence of normalizers changed; itself where that changes none."""
    stage = tokenizer.normalizer
    if not isinstance(stage, NormalizerSequence):
        return tokenizer
    parts = tuple(map(change, stage.normalizers))
    if all(new is old for new, old in zip(parts, stage.normalizers, strict=True)):
        return tokenizer
    return replace(tokenizer, normalizer=NormalizerSequence(parts))


@dataclass(frozen=True, slots=True)
class StripOfSpaces:
    """`Strip` at the right, of spaces alone."""

    COMPONENT: ClassVar[str] = "Strip"

    def normalize(self, text: Aligned) -> Aligned:
        """As every normalizer."""
        kept = len(text.text.rstrip(" "))
        if kept == len(text):
            return text
        return Aligned(text.text[:kept], text.origin[:kept], text.begins)


def strips_spaces(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """transformers' SpmConverter takes all white space at the end away, line ends too."""
    return _with_parts(
        tokenizer,
        lambda part: StripOfSpaces() if part == StripNormalizer(False, True) else part,
    )


@dataclass(frozen=True, slots=True)
class LongestRules:
    """A charsmap as sentencepiece and llama.cpp read it, the longest rule at each place:
    `Precompiled` looks for rules of whole grapheme clusters first."""

    COMPONENT: ClassVar[str] = "Precompiled"

    inner: SentencepieceNormalizer

    def normalize(self, text: Aligned) -> Aligned:
        """As every normalizer."""
        read = self.inner.normalize(Aligned.of(text.text))
        origin = [text.origin[min(at, len(text) - 1)] for at in read.origin[: len(read.text)]]
        return Aligned(read.text, origin, text.begins)


def longest_rules(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """Rules by the longest match, as in the charsmap's own library."""
    return _with_parts(tokenizer, _by_longest)


def _by_longest(part: Normalizer) -> Normalizer:
    if not isinstance(part, Precompiled):
        return part
    charsmap = SentencepieceCharsmap.of(part.charsmap.packed())
    return LongestRules(SentencepieceNormalizer(charsmap, False, False, False))


@dataclass(frozen=True, slots=True)
class MetaspaceBeforeAll:
    """As `Metaspace` with "always", but that a text which begins with a mark has one put before it
    too, as sentencepiece and llama.cpp do; of spaces so where they are `kept`."""

    COMPONENT: ClassVar[str] = "Metaspace"

    kept: bool

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        """As every pre-tokenizer."""
        return [part for piece in pieces for part in self._split(piece)]

    def _split(self, piece: Aligned) -> list[Aligned]:
        if not piece.text:
            return []
        text, origin = piece.text.replace(" ", SPACE), piece.origin
        if self.kept or not piece.text.startswith(" "):
            text, origin = SPACE + text, (origin[0], *origin)
        marks = ((at, at + 1) for at, char in enumerate(text) if char == SPACE)
        return cut(Aligned(text, origin), segments(marks, len(text)), "MergedWithNext")


def prefix_before_all(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """Metaspace puts no second mark before a text that begins with one, or with a space.

    Where a normalizer makes one mark of several spaces the other libraries have one there too.
    """
    if tokenizer.pre_tokenizer != MetaspacePreTokenizer():
        return tokenizer
    kept = not squeezes_spaces(tokenizer)
    if not kept:
        tokenizer = _with_parts(tokenizer, _to_a_space)
    return replace(tokenizer, pre_tokenizer=MetaspaceBeforeAll(kept))


def whole_metaspace(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """Metaspace cuts before each mark, so that a piece with one inside is never met."""
    stage = tokenizer.pre_tokenizer
    if not isinstance(stage, MetaspacePreTokenizer) or not stage.split:
        return tokenizer
    return replace(tokenizer, pre_tokenizer=replace(stage, split=False))


def _to_a_space(part: Normalizer) -> Normalizer:
    """`Replace` of several spaces by a mark, by a space: it is told from a mark in the text."""
    if isinstance(part, ReplaceNormalizer) and part_name(part) == _SQUEEZES:
        return replace(part, content=" ")
    return part


def fuses_unknown(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """Neighbours that are unknown are one token, as in every other library."""
    model = tokenizer.model
    if not isinstance(model, BPE) or model.fuse_unk or model.unk_token is None:
        return tokenizer
    return replace(tokenizer, model=replace(model, fuse_unk=True))


def unknown_added(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """The unknown token is a special one, as in every GGUF: transformers' converters add the
    control pieces alone."""
    match tokenizer.model:
        case Unigram(unk_id=int(unknown)):
            piece: str | None = tokenizer.model.pieces[unknown]
        case BPE(unk_token=piece):
            unknown = tokenizer.model.vocab.get(piece or "", -1)
        case _:
            return tokenizer
    if unknown < 0 or any(token.id == unknown for token in tokenizer.added_tokens):
        return tokenizer
    row = AddedToken(unknown, piece or "", special=True)
    return replace(tokenizer, added_tokens=(*tokenizer.added_tokens, row))


def reads_byte_pieces(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """transformers' SpmConverter writes no ByteFallback: a piece of a byte is shown as its name."""
    decoder = tokenizer.decoder
    if not isinstance(decoder, MetaspaceDecoder) or "<0x00>" not in tokenizer.pieces().values():
        return tokenizer
    return replace(tokenizer, decoder=DecoderSequence((ByteFallback(), decoder)))


def without_fillers(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """transformers' TikTokenConverter numbers special tokens without a gap: ids between those of a
    rank file are made special tokens called `<|unused_N|>` (`derivation.by_transformers`)."""
    rows = tokenizer.added_tokens
    kept = tuple(row for row in rows if row.content != f"<|unused_{row.id}|>")
    return tokenizer if len(kept) == len(rows) else replace(tokenizer, added_tokens=kept)


CHANGES: dict[str, Callable[[Tokenizer, Explanation], Tokenizer]] = {
    "without-normalizer-part": without_normalizer_part,
    "strips-spaces-alone": strips_spaces,
    "precompiled-longest-rules": longest_rules,
    "metaspace-before-all": prefix_before_all,
    "metaspace-cuts-nothing": whole_metaspace,
    "bpe-fuses-unknown": fuses_unknown,
    "unknown-added": unknown_added,
    "decoder-reads-byte-pieces": reads_byte_pieces,
    "without-fillers": without_fillers,
}
"""By the name that a ledger entry calls it."""
