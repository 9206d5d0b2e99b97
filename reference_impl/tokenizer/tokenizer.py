"""`Tokenizer`: the stages of one tokenizer, and how a text goes through them.

    added_tokens → normalizer → pre_tokenizer → model → post_processor, and decoder

Truncation and padding stand around the post-processor.

The order of things is `TokenizerImpl` in tokenizers 0.23 tokenizer/mod.rs. Not here:
any stage's own work, reading files (`formats`), looking ids up (`vocabulary`), explaining
(`tracing`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal, NamedTuple

from tokparity.reference_impl.added_tokens.passes import (
    AddedToken,
    AddedTokenPass,
    LeftmostLongest,
    PassMaker,
    Search,
    TokenPass,
)
from tokparity.reference_impl.batches import Decodings, Encodings
from tokparity.reference_impl.contract import (
    Bytes,
    Decoded,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    FullEncoding,
    Text,
)
from tokparity.reference_impl.decoders.detokenizer import Detokenizer
from tokparity.reference_impl.decoders.sequence import Decoder
from tokparity.reference_impl.errors import TokparityError, check_unicode
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.normalizers.sequence import Normalizer
from tokparity.reference_impl.post_processors.tokens import PostProcessor, Tokens, join
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_level import spell, spelled, utf8
from tokparity.reference_impl.text.byte_text import canonical
from tokparity.reference_impl.text.transform import begins_with_nothing
from tokparity.reference_impl.tokenizer.padding import Padding
from tokparity.reference_impl.tokenizer.refusals import refusal_of
from tokparity.reference_impl.tokenizer.spelling import Cut, cut_and_spell, spells_bytes
from tokparity.reference_impl.tokenizer.stray_offsets import stray_offsets
from tokparity.reference_impl.tokenizer.truncation import Truncation
from tokparity.reference_impl.tokenizer.vocabulary import Vocabulary
from tokparity.reference_impl.traces import Trace

Stretch = tuple[Aligned, AddedToken | None]

ENCODE, DECODE = EncodeOptions(), DecodeOptions()
"""What each library does when it is not told otherwise."""

_CACHED_WORDS = 1 << 16
_CACHED_LENGTH = 48


class Word(NamedTuple):
    """What the model makes of a word: n ids, 2n positions in it, n pieces.

    `inside`: every range lies in the word. They grow, so it is enough that the last does.
    """

    ids: tuple[int, ...]
    positions: tuple[int, ...]
    texts: tuple[str, ...]
    inside: bool


_NO_TOKENS = Word((), (), (), inside=True)


@dataclass(frozen=True, slots=True)
class Tokenizer:
    """Immutable stages; `dataclasses.replace` makes a variant of it.

    `decodes` says what `decode` gives: "text", as tokenizers does (an id outside is skipped
    in silence), or "bytes", as tiktoken does (an id outside is an error). `outside` is the
    piece that an id outside is decoded as, whatever number it is, where the library has one.
    `detokenizer`, where there is one, decodes instead of all that.
    `added_token_pass` makes the pass that looks for added tokens as written.
    `takes_surrogates`: a text may hold lone surrogates, as Python's strings may. `takes_bytes`: it
    may hold bytes that are no UTF-8 (`byte_text`).
    """

    model: Model
    added_tokens: tuple[AddedToken, ...] = ()
    normalizer: Normalizer | None = None
    pre_tokenizer: PreTokenizer | None = None
    post_processor: PostProcessor | None = None
    decoder: Decoder | None = None
    truncation: Truncation | None = None
    padding: Padding | None = None
    decodes: Literal["text", "bytes"] = "text"
    outside: str | None = None
    takes_surrogates: bool = False
    takes_bytes: bool = False
    detokenizer: Detokenizer | None = None
    added_token_search: Callable[[Iterable[str]], Search] = LeftmostLongest
    added_token_pass: PassMaker = AddedTokenPass.of
    _written: TokenPass = field(init=False, repr=False, compare=False)
    _normalized: AddedTokenPass = field(init=False, repr=False, compare=False)
    _vocabulary: Vocabulary = field(init=False, repr=False, compare=False)
    _cut: Cut = field(init=False, repr=False, compare=False)
    _spells_last: bool = field(init=False, repr=False, compare=False)
    """Where bytes are spelled last, words are cached as they are before: so that a word met
    again costs no spelling. Their positions then count characters of the unspelled word."""
    _words: dict[str, Word] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        derive = object.__setattr__
        written = {token.content: token for token in self.added_tokens if not token.normalized}
        normalized = {
            self.normalize(token.content): token for token in self.added_tokens if token.normalized
        }
        byte_level = spells_bytes(self.pre_tokenizer) or spells_bytes(self.decoder)
        vocabulary = Vocabulary.of(self.model, self.added_tokens, normalized, byte_level)
        derive(self, "_written", self.added_token_pass(written, self.added_token_search))
        derive(self, "_normalized", AddedTokenPass.of(normalized, self.added_token_search))
        derive(self, "_vocabulary", vocabulary)
        cut, spells_last = cut_and_spell(self.pre_tokenizer)
        derive(self, "_cut", cut)
        derive(self, "_spells_last", spells_last)

    @property
    def spells_bytes(self) -> bool:
        """Whether its pieces are in the byte-level alphabet."""
        return self._vocabulary.byte_level

    # Encoding

    def encode(self, text: str, options: EncodeOptions = ENCODE) -> Encoding:
        """The ids of a text and their ranges in it.

        Raises NotUnicode, RegexLimit, OverlappingAddedTokens, UnknownToken: where the native
        library has no answer either.
        """
        tokens = self.process(text, options)
        spans = zip(tokens.offsets[::2], tokens.offsets[1::2], strict=True)
        return Encoding(tuple(tokens.ids), tuple(spans))

    def encode_full(
        self, text: str, pair: str | None = None, options: EncodeOptions = ENCODE
    ) -> FullEncoding:
        """Everything the library reports of a text, or of two as a pair. Raises as `encode`."""
        from tokparity.reference_impl.tokenizer.full_encoding import (
            encode_full,  # it imports this module
        )

        return encode_full(self, text, pair, options)

    def safe_encode(self, text: str) -> Encoding:
        """As `safe_encoding.safe_encode`: no special token can come of the text."""
        from tokparity.reference_impl.tokenizer.safe_encoding import (
            safe_encode,  # it imports this module
        )

        return safe_encode(self, text)

    def encode_batch(self, texts: Sequence[str], options: EncodeOptions = ENCODE) -> Encodings:
        """Each text on its own; one that `encode` would raise for is a Refusal in its place."""
        batch = Encodings()
        assert batch.offsets is not None
        for text in texts:
            try:
                tokens = self.process(text, options)
            except TokparityError as error:
                batch.refuse(refusal_of(error))
                continue
            batch.ids.extend(tokens.ids)
            batch.offsets.extend(tokens.offsets)
            batch.counts.append(len(tokens.ids))
        return batch

    def trace(self, text: str, options: EncodeOptions = ENCODE) -> Trace:
        """Every stage's output, in order. Raises as `encode`."""
        from tokparity.reference_impl.tokenizer.tracing import trace  # it imports this module

        return trace(self, text, options)

    def normalize(self, text: str) -> str:
        """The text after the normalizer, added tokens not looked for."""
        return self.normalizer.normalize(Aligned.of(text)).text if self.normalizer else text

    def written_stretches(self, text: str, parse_special: bool) -> Iterable[Stretch]:
        """The text as it is, cut at those added tokens that are found as written."""
        return self._written.split(Aligned.of(text), parse_special)

    def stretches(self, text: str, parse_special: bool) -> Iterator[Stretch]:
        """The text, normalized, cut at its added tokens: first those found as written, then,
        in each normalized stretch between, those found normalized."""
        for written, token in self.written_stretches(text, parse_special):
            if token is not None:
                yield written, token
                continue
            normalized = self.normalizer.normalize(written) if self.normalizer else written
            yield from self._normalized.split(normalized, parse_special)

    def pre_tokenize(self, stretch: Aligned) -> list[Aligned]:
        """The words of a stretch without added tokens."""
        return self.pre_tokenizer.pre_tokenize([stretch]) if self.pre_tokenizer else [stretch]

    def cut(self, stretch: Aligned) -> list[Aligned]:
        """As `pre_tokenize`; where bytes are spelled last of all, before they are."""
        return self._cut([stretch])

    def word(self, text: str) -> Word:
        """What the model makes of a word that `cut` gave. Raises as `encode`."""
        return self._words.get(text) or self._word(text)

    def tokenize(self, text: str, parse_special: bool, counts: list[int] | None = None) -> Tokens:
        """The tokens of a text before the post-processor. `counts`, if given, gets how many
        tokens each word has (0 too)."""
        if self.takes_bytes:
            text = canonical(text)
        elif not self.takes_surrogates:
            check_unicode(text)
        words = self._words
        ids: list[int] = []
        offsets: list[int] = []
        texts: list[str] = []
        for stretch, token in self.stretches(text, parse_special):
            if token is not None:
                ids.append(token.id)
                offsets += stretch.span(0, len(stretch))
                texts.append(stretch.text)
                if counts is not None:
                    counts.append(1)
                continue
            for piece in self._cut([stretch]):
                origin = piece.origin
                if (
                    type(origin) is range
                    and (word := words.get(piece.text) or self._word(piece.text)).inside
                ):
                    first, positions = origin.start, word.positions
                    if len(positions) == 2:
                        offsets += (first + positions[0], first + positions[1])
                    else:
                        offsets += [first + at for at in positions]
                else:
                    word, ranges = self.placed(text, piece)
                    offsets += ranges
                ids += word.ids
                texts += word.texts
                if counts is not None:
                    counts.append(len(word.ids))
        return Tokens(ids, offsets, texts)

    def process(self, text: str, options: EncodeOptions) -> Tokens:
        """The tokens of a text after the post-processor: what `encode` gives, with their pieces."""
        return self.finish([self.tokenize(text, options.parse_special)], options.add_special)

    def finish(self, parts: list[Tokens], add_special: bool) -> Tokens:
        """Truncation, post-processor and padding of a text's tokens, or of a pair's."""
        processor, text = self.post_processor, parts[0]
        if self.truncation is not None:
            added = processor.added(len(parts) > 1) if processor and add_special else 0
            parts = self.truncation.truncate(parts, added)
        if processor is not None:
            if text.columns is not None:
                parts = [part.of_type(index) for index, part in enumerate(parts)]
            parts = processor.process(parts, add_special)
        tokens = join(parts) if parts else text.part(0, 0)
        return tokens if self.padding is None else self.padding.pad(tokens)

    def placed(self, text: str, piece: Aligned) -> tuple[Word, list[int]]:
        """A word of rewritten text, or one whose positions leave it, and its tokens' ranges."""
        spelling = self._spells_last
        if spelling and begins_with_nothing(piece):
            piece, spelling = spelled(piece), False  # other letters than the text's own
            word = self._spelled_word(piece.text)
        else:
            word = self._words.get(piece.text) or self._word(piece.text)
        if not word.inside:
            piece = spelled(piece) if spelling else piece
            return word, stray_offsets(text, piece, word.positions)
        positions = iter(word.positions)
        return word, [at for start in positions for at in piece.span(start, next(positions))]

    def _word(self, piece: str) -> Word:
        """A word that was not met lately. Where bytes are spelled last, its positions count
        characters of the unspelled word, unless they end outside."""
        letters = spell(utf8(piece)) if self._spells_last else piece
        tokens = self.model.tokenize(letters)
        word = _NO_TOKENS
        if len(tokens) == 1 and tokens[0][1:] == (0, len(letters)):
            word = Word((tokens[0][0],), (0, len(piece)), self.model.texts(letters, tokens), True)
        elif tokens:
            ids, starts, ends = zip(*tokens, strict=True)
            inside = ends[-1] > 0
            if inside and self._spells_last and not piece.isascii():
                char_of_byte = [at for at, char in enumerate(piece) for _ in utf8(char)]
                starts = tuple([char_of_byte[start] for start in starts])
                ends = tuple([char_of_byte[end - 1] + 1 for end in ends])
            positions = tuple(chain.from_iterable(zip(starts, ends, strict=True)))
            word = Word(ids, positions, self.model.texts(letters, tokens), inside)
        if len(piece) <= _CACHED_LENGTH:
            if len(self._words) >= _CACHED_WORDS:
                self._words.clear()
            self._words[piece] = word
        return word

    def _spelled_word(self, letters: str) -> Word:
        """A word whose bytes were spelled before: its positions count the letters."""
        tokens = self.model.tokenize(letters)
        if not tokens:
            return _NO_TOKENS
        ids, starts, ends = zip(*tokens, strict=True)
        positions = tuple(chain.from_iterable(zip(starts, ends, strict=True)))
        return Word(ids, positions, self.model.texts(letters, tokens), ends[-1] > 0)

    # Decoding

    def decode(
        self, ids: Iterable[int], options: DecodeOptions = DECODE, *, strict: bool = False
    ) -> Decoded:
        """The text (or bytes) of ids. `strict`: InvalidTokenId for an id outside.

        Otherwise as the native library: tokenizers skips an id that no token has, tiktoken
        refuses it. An id that is no 32-bit number at all is an error in both.
        """
        if strict:
            ids = list(ids)
            for token_id in ids:
                self._vocabulary.piece_of(token_id)
        if self.detokenizer is not None:
            return self.detokenizer.decode(list(ids), options)
        if self.decodes == "bytes":
            return Bytes(b"".join(self.decoded_bytes(token_id, options) for token_id in ids))
        found = (self.decoded_piece(token_id, options) for token_id in ids)
        pieces = [piece for piece in found if piece is not None]
        if self.decoder is None:
            return Text(" ".join(pieces))
        return Text("".join(self.decoder.decode(pieces)))

    def decoded_piece(self, token_id: int, options: DecodeOptions) -> str | None:
        """What the decoder is given of an id: its piece, or None where the id is left out.

        Raises InvalidTokenId for what is no 32-bit number.
        """
        piece = self._vocabulary.decoded.get(token_id)
        if piece is None:
            if self.outside is None and not 0 <= token_id < 1 << 32:
                raise self._vocabulary.invalid(token_id)
            return self.outside
        return None if options.skip_special and piece in self._vocabulary.special else piece

    def decoded_bytes(self, token_id: int, options: DecodeOptions) -> bytes:
        """As `decoded_piece`, where bytes are decoded. Raises InvalidTokenId for an id outside."""
        if options.skip_special and self._vocabulary.is_special(token_id):
            return b""
        return self._vocabulary.surface(token_id)

    def decode_batch(
        self, ids: Sequence[Sequence[int]], options: DecodeOptions = DECODE
    ) -> Decodings:
        """Each sequence on its own; one that `decode` would raise for is a Refusal in its place."""
        batch = Decodings(self.decodes)
        for sequence in ids:
            try:
                decoded = self.decode(sequence, options)
            except TokparityError as error:
                batch.refuse(refusal_of(error))
                continue
            match decoded:
                case Text(text):
                    batch.add(text.encode())
                case Bytes(data):
                    batch.add(data)
        return batch

    # The vocabulary

    def pieces(self) -> Mapping[int, str]:
        """id → piece as in the file; an added token hides the model's piece of the same id."""
        return self._vocabulary.pieces

    def id_of(self, piece: str) -> int:
        """The id of a piece, added tokens first. Raises UnknownToken."""
        return self._vocabulary.id_of(piece)

    def piece_of(self, token_id: int) -> str:
        """The piece of an id. Raises InvalidTokenId."""
        return self._vocabulary.piece_of(token_id)

    def surface(self, token_id: int) -> bytes:
        """The bytes of text that a token stands for: "Ġworld" is b" world".

        A piece may be part of a character; an added token is its content. Raises InvalidTokenId.
        """
        return self._vocabulary.surface(token_id)
