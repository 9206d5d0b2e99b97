"""`Tokenizer`: the stages of one tokenizer, and how a text goes through them.

    added_tokens → normalizer → pre_tokenizer → model → post_processor, and decoder

Truncation and padding stand around the post-processor.

The order of things is `TokenizerImpl` in tokenizers 0.23 tokenizer/mod.rs. Not here:
any stage's own work, reading files (`formats`), looking ids up (`vocabulary`), caches (`fast`).
What takes a tokenizer is a function beside it: `trace` (`tracing`), `encode_full`
(`full_encoding`), `safe_encode` (`safe_encoding`), `stage_output` (`stages`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

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
    Text,
)
from tokparity.reference_impl.decoders.detokenizer import Detokenizer
from tokparity.reference_impl.decoders.sequence import Decoder
from tokparity.reference_impl.errors import Undetermined, check_unicode
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.normalizers.sequence import Normalizer
from tokparity.reference_impl.post_processors.tokens import PostProcessor, Tokens, join
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_text import canonical
from tokparity.reference_impl.tokenizer.decodings import DecodesBatches, OneByOne
from tokparity.reference_impl.tokenizer.encodings import EncodesBatches, TextByText
from tokparity.reference_impl.tokenizer.padding import Padding
from tokparity.reference_impl.tokenizer.truncation import Truncation
from tokparity.reference_impl.tokenizer.vocabulary import Vocabulary, spells_bytes
from tokparity.reference_impl.tokenizer.words import CutText, PlainWords, Words

Stretch = tuple[Aligned, AddedToken | None]

ENCODE, DECODE = EncodeOptions(), DecodeOptions()
"""What each library does when it is not told otherwise."""


@dataclass(frozen=True, slots=True)
class Tokenizer:
    """Immutable stages; `dataclasses.replace` makes another of it.

    `decodes` says what `decode` gives: "text", as tokenizers does (an id outside is skipped
    in silence), or "bytes", as tiktoken does (an id outside is an error). `outside` is the
    piece that an id outside is decoded as, whatever number it is, where the library has one.
    `detokenizer`, where there is one, decodes instead of all that.
    `added_token_pass` makes the pass that looks for added tokens as written.
    `words` makes what turns the text between added tokens into tokens, `encodings` and `decodings`
    what encodes and decodes batches: the definition, or what gives the same sooner (`fast`).
    `shared_ids`: those that several pieces have, of which the library gives one by chance.
    `ignored`: fields of its file that the library, and so this, does not read.
    `takes_surrogates`: a text may hold lone surrogates, as Python's strings may. `takes_bytes`: it
    may hold bytes that are no UTF-8 (`byte_text`).

    >>> from tokparity.reference_impl.models.hf.wordpiece import WordPiece
    >>> from tokparity.reference_impl.normalizers.lowercase import Lowercase
    >>> from tokparity.reference_impl.pre_tokenizers.whitespace_split import WhitespaceSplit
    >>> model = WordPiece({"[UNK]": 0, "un": 1, "##able": 2, "a": 3})
    >>> added = (AddedToken(4, "<s>", special=True),)
    >>> tokenizer = Tokenizer(model, added, Lowercase(), WhitespaceSplit())
    >>> tokenizer.encode("<s>A unable")
    Encoding(ids=(4, 3, 1, 2), offsets=((0, 3), (3, 4), (5, 7), (7, 11)))
    >>> tokenizer.decode((4, 3, 1, 2), DecodeOptions(skip_special=True))
    Text(value='a un ##able')
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
    shared_ids: frozenset[int] = frozenset()
    ignored: tuple[str, ...] = field(default=(), compare=False)
    added_token_search: Callable[[Iterable[str]], Search] = LeftmostLongest
    added_token_pass: PassMaker = AddedTokenPass.of
    words: Callable[[PreTokenizer | None, Model], Words] = field(default=PlainWords, compare=False)
    encodings: Callable[[], EncodesBatches["Tokenizer"]] = field(default=TextByText, compare=False)
    decodings: Callable[[], DecodesBatches["Tokenizer"]] = field(default=OneByOne, compare=False)
    _written: TokenPass = field(init=False, repr=False, compare=False)
    _normalized: AddedTokenPass = field(init=False, repr=False, compare=False)
    _vocabulary: Vocabulary = field(init=False, repr=False, compare=False)
    _words: Words = field(init=False, repr=False, compare=False)
    _encodings: EncodesBatches["Tokenizer"] = field(init=False, repr=False, compare=False)
    _decodings: DecodesBatches["Tokenizer"] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        derive = object.__setattr__
        written = {token.content: token for token in self.added_tokens if not token.normalized}
        normalized = {
            self.normalize(token.content): token for token in self.added_tokens if token.normalized
        }
        byte_level = spells_bytes(self.pre_tokenizer) or spells_bytes(self.decoder)
        vocabulary = Vocabulary(self.model, self.added_tokens, normalized, byte_level)
        derive(self, "_written", self.added_token_pass(written, self.added_token_search))
        derive(self, "_normalized", AddedTokenPass.of(normalized, self.added_token_search))
        derive(self, "_vocabulary", vocabulary)
        derive(self, "_words", self.words(self.pre_tokenizer, self.model))
        derive(self, "_encodings", self.encodings())
        derive(self, "_decodings", self.decodings())

    @property
    def spells_bytes(self) -> bool:
        """Whether its pieces are in the byte-level alphabet."""
        return self._vocabulary.byte_level

    # Encoding

    def encode(self, text: str, options: EncodeOptions = ENCODE) -> Encoding:
        """The n ids of a text, and n ranges in characters of it.

        Raises NotUnicode, RegexLimit, OverlappingAddedTokens, UnknownToken: where the native
        library has no answer either.
        """
        tokens = self.process(text, options)
        spans = zip(tokens.offsets[::2], tokens.offsets[1::2], strict=True)
        return Encoding(tuple(tokens.ids), tuple(spans))

    def encode_batch(
        self, texts: Sequence[str], options: EncodeOptions = ENCODE, *, ranges: bool = True
    ) -> Encodings:
        """Each text on its own; one that `encode` would raise for is a Refusal in its place.
        `ranges`: with offsets, which take their time."""
        return self._encodings.encode(self, texts, options, ranges=ranges)

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
            yield from self.normalized_stretches(normalized, parse_special)

    def normalized_stretches(self, normalized: Aligned, parse_special: bool) -> Iterable[Stretch]:
        """What a normalizer made of a stretch, cut at the added tokens that are found in that."""
        return self._normalized.split(normalized, parse_special)

    def pre_tokenize(self, stretch: Aligned) -> list[Aligned]:
        """The words of a stretch without added tokens."""
        return self.pre_tokenizer.pre_tokenize([stretch]) if self.pre_tokenizer else [stretch]

    def tokenize(self, text: str, parse_special: bool, counts: list[int] | None = None) -> Tokens:
        """The tokens of a text before the post-processor. `counts`, where there is one, gets how
        many tokens each word has (0 too). Raises as `encode`."""
        return self.tokens(self.cut(text, parse_special), counts)

    def cut(self, text: str, parse_special: bool) -> CutText:
        """All of a text's words: the library cuts the whole text before the model sees any."""
        if self.takes_bytes:
            text = canonical(text)
        elif not self.takes_surrogates:
            check_unicode(text)
        cut = self._words.cut
        return text, [
            (cut(stretch) if added is None else [stretch], added)
            for stretch, added in self.stretches(text, parse_special)
        ]

    def learn(self, cut: Iterable[CutText]) -> None:
        """Have a look at the words of texts before their tokens are asked for, one by one."""
        parts = (part for _, parts in cut for part in parts)
        self._words.learn(word for words, added in parts if added is None for word in words)

    def tokens(self, cut: CutText, counts: list[int] | None = None) -> Tokens:
        """As `tokenize`, of a text that is cut."""
        text, parts = cut
        tokens = Tokens()
        for words, added in parts:
            if added is None:
                self._words.extend(tokens, text, words, counts)
                continue
            [stretch] = words
            tokens.ids.append(added.id)
            tokens.offsets += stretch.span(0, len(stretch))
            tokens.texts.append(stretch.text)
            if counts is not None:
                counts.append(1)
        return tokens

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
        decoded = (self.decoded_piece(token_id, options) for token_id in ids)
        pieces = [piece for piece in decoded if piece is not None]
        if self.decoder is None:
            return Text(" ".join(pieces))
        return Text("".join(self.decoder.decode(pieces)))

    def decoded_piece(self, token_id: int, options: DecodeOptions) -> str | None:
        """What the decoder is given of an id: its piece, or None where the id is left out.

        Raises InvalidTokenId for what is no 32-bit number, Undetermined.
        """
        if self.shared_ids and token_id in self.shared_ids:
            raise Undetermined(token_id)
        vocabulary = self._vocabulary
        piece = vocabulary.normalized.get(token_id, vocabulary.pieces.get(token_id))
        if piece is None:
            if self.outside is None and not 0 <= token_id < 1 << 32:
                raise vocabulary.invalid(token_id)
            return self.outside
        return None if options.skip_special and piece in vocabulary.special else piece

    def decoded_bytes(self, token_id: int, options: DecodeOptions) -> bytes:
        """As `decoded_piece`, where bytes are decoded. Raises InvalidTokenId for an id outside."""
        if options.skip_special and self._vocabulary.is_special(token_id):
            return b""
        return self._vocabulary.surface(token_id)

    def decode_batch(
        self, ids: Sequence[Sequence[int]], options: DecodeOptions = DECODE
    ) -> Decodings:
        """Each sequence on its own; one that `decode` would raise for is a Refusal in its place."""
        return self._decodings.decode(self, ids, options)

    def decode_again(self, ids: Sequence[int], options: DecodeOptions = DECODE) -> Decoded:
        """As `decode`, for ids that come again and again: what they add may be remembered."""
        return self._decodings.decode_one(self, ids, options)

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
