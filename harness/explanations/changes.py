"""Named changes of one tokenizer of a pair: what explanations of ledger entries are made of.

Each takes one known difference away from one side. None looks at the other file: what it needs
is a constant of the entry, or rows that were pinned when the entry was reviewed. A change applies
only to what its entry says was there (`was`); anything else is left as it is, and stays
unexplained.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tokparity.harness.explanations import (
    bert_words,
    converted_json,
    llama_decoding,
    llama_encoding,
    llama_patterns,
    unigram,
)
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.reference_impl.contract import DecodeOptions, Text
from tokparity.reference_impl.decoders.sentencepiece import SentencepieceDecoder
from tokparity.reference_impl.decoders.tekken import Tekken
from tokparity.reference_impl.formats.gguf.pre import PRE_NAMES
from tokparity.reference_impl.models.sentencepiece.pieces import SPACE, Pieces, PieceType
from tokparity.reference_impl.normalizers.sentencepiece import Boundaries, SentencepieceNormalizer
from tokparity.reference_impl.post_processors.sequence import PostProcessorSequence
from tokparity.reference_impl.post_processors.template import (
    SequencePiece,
    SpecialPiece,
    SpecialToken,
    TemplateProcessing,
)
from tokparity.reference_impl.post_processors.tokens import PostProcessor
from tokparity.reference_impl.stage_types import type_name
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.records.explanation import Explanation

Change = Callable[[Tokenizer, Explanation], Tokenizer]
"""Gives the tokenizer changed; the very one it was given where the change does not apply."""


def without_normalizer(tokenizer: Tokenizer, explanation: Explanation) -> Tokenizer:
    """Without its normalizer, where that is `was` and nothing else. Not the fault model "no-nfc",
    which takes NFKC away too: that would account for a wrong form."""
    if type_name(tokenizer.normalizer) != explanation.was:
        return tokenizer
    return replace(tokenizer, normalizer=None)


def pre(tokenizer: Tokenizer, explanation: Explanation) -> Tokenizer:
    """llama.cpp's pre-tokenizer called `by` in the place of the one called `was`."""
    if tokenizer.pre_tokenizer != PRE_NAMES[explanation.was].pre_tokenizer():
        return tokenizer
    return replace(tokenizer, pre_tokenizer=PRE_NAMES[explanation.by].pre_tokenizer())


def added_rows(tokenizer: Tokenizer, explanation: Explanation) -> Tokenizer:
    """Without the pinned rows that are the side's own, and with those of the other. A row that is
    no longer as it was pinned is left alone."""
    if explanation.rows is None:
        return tokenizer
    present = frozenset(tokenizer.added_tokens)
    minus = present.intersection(explanation.rows.minus)
    plus = [row for row in explanation.rows.plus if row not in present]
    if not minus and not plus:
        return tokenizer
    rest = tuple(row for row in tokenizer.added_tokens if row not in minus)
    return replace(tokenizer, added_tokens=(*rest, *plus))


def with_bos(tokenizer: Tokenizer, explanation: Explanation) -> Tokenizer:
    """The piece `by` before each text that the post-processor gives, which must be `was`; of a
    pair the second has the type 1."""
    piece = explanation.by
    token_id = next((row.id for row in tokenizer.added_tokens if row.content == piece), None)
    if type_name(tokenizer.post_processor) != explanation.was or token_id is None:
        return tokenizer
    first = (SpecialPiece(piece, 0), SequencePiece("A", 0))
    second = (SpecialPiece(piece, 1), SequencePiece("B", 1))
    names = {piece: SpecialToken(piece, (token_id,), (piece,))}
    bos = TemplateProcessing(first, (*first, *second), names)
    parts: tuple[PostProcessor, ...] = (bos,)
    if tokenizer.post_processor is not None:
        parts = (tokenizer.post_processor, bos)
    return replace(tokenizer, post_processor=PostProcessorSequence(parts))


_NORMAL: tuple[PieceType, ...] = ("normal",)
_TYPED_MARK = "\ue002"
"""Of the private use area: no rule and no piece has it."""


@dataclass(frozen=True, slots=True)
class TokenizersDecoding:
    """sentencepiece's decoder with ways of tokenizers switched on.

    `skips_unknown`: the unknown token is left out with the special ones. `byte_runs`: a run of byte
    pieces with one bad byte is all U+FFFD, as `ByteFallback` has it. `strips_first_space`: the
    text's first space goes, whatever it was spelled by, as `Strip` has it, where the decoder drops
    the mark of the first word alone. `joins_bytes`: control pieces are left out first, so that
    bytes on both sides of one may spell a character.
    """

    decoder: SentencepieceDecoder
    skips_unknown: bool = False
    byte_runs: bool = False
    strips_first_space: bool = False
    joins_bytes: bool = False

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Text:
        """As `SentencepieceDecoder.decode`."""
        decoder = self.decoder
        if not self.strips_first_space or not decoder.drops_first_space:
            return self._decoded(decoder, ids, options)
        text = self._decoded(replace(decoder, drops_first_space=False), ids, options)
        return Text(text.value.removeprefix(" "))

    def _decoded(
        self, decoder: SentencepieceDecoder, ids: Sequence[int], options: DecodeOptions
    ) -> Text:
        types = decoder.known.types
        hidden = {"control"}
        is_inside = all(0 <= token_id < len(types) for token_id in ids)
        if self.joins_bytes and is_inside:
            ids = [token_id for token_id in ids if types[token_id] != "control"]
        if self.skips_unknown and options.skip_special:
            decoder = replace(decoder, unknown_surface="")
            hidden.add("unknown")
        if not self.byte_runs or not is_inside:
            return decoder.decode(ids, options)
        lost: list[str] = []
        read: list[int] = []
        shown = [token_id for token_id in ids if types[token_id] not in hidden]
        for is_bytes, group in groupby(shown, lambda token_id: types[token_id] == "byte"):
            run = list(group)
            if is_bytes and "\ufffd" in decoder.decode(run, options).value:
                lost.append("\ufffd" * len(run))
                run = [len(types) + len(lost) - 1]
            read += run
        if lost:
            known = Pieces(
                (*decoder.known.texts, *lost),
                (*decoder.known.scores, *[0.0] * len(lost)),
                (*types, *_NORMAL * len(lost)),
            )
            decoder = replace(decoder, known=known)
        return decoder.decode(read, options)


@dataclass(frozen=True, slots=True)
class TekkenJoined:
    """mistral-common's decoder, with special tokens left out before all else."""

    decoder: Tekken

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Text:
        """As `Tekken.decode`."""
        if options.skip_special:
            ids = [token_id for token_id in ids if token_id >= len(self.decoder.specials)]
        return self.decoder.decode(ids, options)


def _decoding(tokenizer: Tokenizer) -> TokenizersDecoding | None:
    """The decoder of a tokenizer, to be switched; None where sentencepiece does not decode."""
    decoder = tokenizer.detokenizer
    if isinstance(decoder, SentencepieceDecoder):
        return TokenizersDecoding(decoder)
    return decoder if isinstance(decoder, TokenizersDecoding) else None


def skips_unknown(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """A tokenizer.json calls <unk> special; for sentencepiece it is no control piece."""
    decoding = _decoding(tokenizer)
    if decoding is None:
        return tokenizer
    return replace(tokenizer, detokenizer=replace(decoding, skips_unknown=True))


def loses_byte_runs(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """Special tokens are left out first; then one bad byte, and the whole run of bytes is lost."""
    decoding = _decoding(tokenizer)
    if decoding is None:
        return tokenizer
    return replace(tokenizer, detokenizer=replace(decoding, byte_runs=True))


def joins_bytes(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """Special tokens are left out first: bytes on both sides of one may spell a character."""
    if isinstance(tokenizer.detokenizer, Tekken):
        return replace(tokenizer, detokenizer=TekkenJoined(tokenizer.detokenizer))
    decoding = _decoding(tokenizer)
    if decoding is None:
        return tokenizer
    return replace(tokenizer, detokenizer=replace(decoding, joins_bytes=True))


def strips_first_space(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """The first space of the text is taken for that of the prefix, though a byte spelled it."""
    decoding = _decoding(tokenizer)
    if decoding is None:
        return tokenizer
    return replace(tokenizer, detokenizer=replace(decoding, strips_first_space=True))


def unknown_surface(tokenizer: Tokenizer, explanation: Explanation) -> Tokenizer:
    """The unknown token is shown as its piece `by`, where it is shown as `was`."""
    decoding = _decoding(tokenizer)
    if decoding is None or decoding.decoder.unknown_surface != explanation.was:
        return tokenizer
    shown = replace(decoding.decoder, unknown_surface=explanation.by)
    return replace(tokenizer, detokenizer=replace(decoding, decoder=shown))


def drops_one_space(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """Where extra white space is removed sentencepiece drops every space before the first word, the
    other libraries the prefix's alone."""
    decoding = _decoding(tokenizer)
    if decoding is None or not decoding.decoder.drops_leading_spaces:
        return tokenizer
    decoder = replace(decoding.decoder, drops_leading_spaces=False)
    return replace(tokenizer, detokenizer=replace(decoding, decoder=decoder))


@dataclass(frozen=True, slots=True)
class TypedMarksKept:
    """sentencepiece's normalizer, to which U+2581 in a text is no space."""

    normalizer: SentencepieceNormalizer

    def normalize(self, text: Aligned) -> Aligned:
        """As `SentencepieceNormalizer.normalize`."""
        if SPACE not in text.text:
            return self.normalizer.normalize(text)
        hidden = Aligned(text.text.replace(SPACE, _TYPED_MARK), text.origin, text.begins)
        normalized = self.normalizer.normalize(hidden)
        return type(normalized)(normalized.text.replace(_TYPED_MARK, SPACE), normalized.origin)


@dataclass(frozen=True, slots=True)
class PrefixOfStretches:
    """sentencepiece's normalizer, with the dummy prefix before each stretch between user-defined
    symbols, and none before a symbol."""

    normalizer: SentencepieceNormalizer

    def normalize(self, text: Aligned) -> Aligned:
        """As `SentencepieceNormalizer.normalize`."""
        content, symbols = text.text, self.normalizer.symbols
        spans = list(symbols.spans(content))
        if not spans:
            return self.normalizer.normalize(text)
        bare = replace(self.normalizer, add_dummy_prefix=False)
        written, origin, done = "", list[int](), 0
        for start, end in [*spans, (len(content), len(content))]:
            for at, stop, stage in ((done, start, self.normalizer), (start, end, bare)):
                part = stage.normalize(Aligned.of(content[at:stop]))
                written += part.text
                origin += [at + place for place in part.origin[: len(part.text)]]
            done = end
        return Boundaries(written, [*origin, len(content)])


def prefix_of_stretches(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """To llama.cpp and tokenizers a user-defined piece is an added token: what follows it is a text
    with a prefix of its own."""
    stage = tokenizer.normalizer
    if not isinstance(stage, SentencepieceNormalizer) or not stage.add_dummy_prefix:
        return tokenizer
    if stage.remove_extra_whitespaces or not _has_symbols(tokenizer):
        return tokenizer
    return replace(tokenizer, normalizer=PrefixOfStretches(stage))


def _has_symbols(tokenizer: Tokenizer) -> bool:
    known = getattr(tokenizer.model, "known", None)
    return isinstance(known, Pieces) and bool(known.user_defined)


def keeps_typed_marks(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """sentencepiece takes U+2581 at the end of a text away with the spaces there."""
    stage = tokenizer.normalizer
    if not isinstance(stage, SentencepieceNormalizer) or not stage.remove_extra_whitespaces:
        return tokenizer
    return replace(tokenizer, normalizer=TypedMarksKept(stage))


def without_padding(tokenizer: Tokenizer, explanation: Explanation) -> Tokenizer:
    """Without the file's padding, where it is to `was` tokens."""
    padding = tokenizer.padding
    if padding is None or str(padding.length) != explanation.was:
        return tokenizer
    return replace(tokenizer, padding=None)


def without_truncation(tokenizer: Tokenizer, explanation: Explanation) -> Tokenizer:
    """Without the file's truncation, where it is at `was` tokens."""
    truncation = tokenizer.truncation
    if truncation is None or str(truncation.max_length) != explanation.was:
        return tokenizer
    return replace(tokenizer, truncation=None)


def fault_model(tokenizer: Tokenizer, explanation: Explanation) -> Tokenizer:
    """The fault model `by`."""
    return FAULT_MODELS[explanation.by].apply(tokenizer)


def does(explanation: Explanation) -> str:
    """How a tokenizer with a fault model answers: it completes "a tokenizer that …"; "" of any
    other change, whose name says it."""
    if explanation.change != "fault-model":
        return ""
    model = FAULT_MODELS.get(explanation.by)
    return "" if model is None else model.does


OF_SPECIALS = frozenset({"with-bos"})
"""Changes of nothing but the special tokens that are added: they change no answer without them."""
CHANGES: dict[str, Change] = {
    "without-normalizer": without_normalizer,
    "pre": pre,
    "added-rows": added_rows,
    "with-bos": with_bos,
    "sentencepiece-skips-unknown": skips_unknown,
    "sentencepiece-byte-runs": loses_byte_runs,
    "sentencepiece-strips-first-space": strips_first_space,
    "joins-bytes-over-special": joins_bytes,
    "without-padding": without_padding,
    "without-truncation": without_truncation,
    "fault-model": fault_model,
    "sentencepiece-unknown-surface": unknown_surface,
    "sentencepiece-drops-one-space": drops_one_space,
    "sentencepiece-prefix-of-stretches": prefix_of_stretches,
    "sentencepiece-keeps-typed-marks": keeps_typed_marks,
    **converted_json.CHANGES,
    **unigram.CHANGES,
    **llama_patterns.CHANGES,
    **llama_encoding.CHANGES,
    **llama_decoding.CHANGES,
    **bert_words.CHANGES,
}
"""By the name that a ledger entry calls it."""
