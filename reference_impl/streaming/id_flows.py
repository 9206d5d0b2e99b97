"""Ids in, one by one, and text out as soon as it is certain: a class for each way of decoding.

Not here: which of them a tokenizer needs (`byte_buffer`), and what becomes of pieces (`flows`).
"""

from tokparity.reference_impl.contract import DecodeOptions
from tokparity.reference_impl.decoders.detokenizer import Detokenizer
from tokparity.reference_impl.decoders.llama_detokenizer import LlamaDetokenizer, clean_spaces
from tokparity.reference_impl.decoders.sentencepiece import NotText, SentencepieceDecoder
from tokparity.reference_impl.decoders.tekken import Tekken
from tokparity.reference_impl.errors import InvalidTokenId
from tokparity.reference_impl.models.sentencepiece.pieces import SPACE
from tokparity.reference_impl.streaming.flows.of_decoder import Chain, flows_of
from tokparity.reference_impl.streaming.flows.utf8 import Utf8
from tokparity.reference_impl.streaming.incremental import text_of
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


class PieceIds:
    """Pieces, as tokenizers decodes them: the decoder's flows. Without a decoder there is a
    space between two pieces."""

    def __init__(self, tokenizer: Tokenizer, options: DecodeOptions) -> None:
        self._tokenizer, self._options = tokenizer, options
        decoder = tokenizer.decoder
        self._chain = None if decoder is None else Chain(flows_of(decoder))
        self._begun = False

    def push(self, token_id: int) -> str:
        piece = self._tokenizer.decoded_piece(token_id, self._options)
        if piece is None:
            return ""
        if self._chain is not None:
            return self._chain.push(piece)
        begun, self._begun = self._begun, True
        return f" {piece}" if begun else piece

    def flush(self) -> str:
        return "" if self._chain is None else self._chain.flush()


class ByteIds:
    """Bytes, as tiktoken decodes them, read as UTF-8. A special token that is
    left out parts no character."""

    def __init__(self, tokenizer: Tokenizer, options: DecodeOptions) -> None:
        self._tokenizer, self._options = tokenizer, options
        self._utf8 = Utf8()

    def push(self, token_id: int) -> str:
        return self._utf8.push(self._tokenizer.decoded_bytes(token_id, self._options))

    def flush(self) -> str:
        return self._utf8.flush()


class SentencepieceIds:
    """As `SentencepieceDecoder`, which says what becomes of each type of piece. Every other piece
    ends a run of bytes, one that is left out too.

    Source: sentencepiece 0.2.3 sentencepiece_processor.cc `DecodeOptimized`. Raises
    InvalidTokenId, NotText.
    """

    def __init__(self, decoder: SentencepieceDecoder) -> None:
        self._decoder = decoder
        self._utf8 = Utf8(each_byte=True)
        self._leading = True

    def push(self, token_id: int) -> str:
        texts, types = self._decoder.known.texts, self._decoder.known.types
        if not 0 <= token_id < len(texts):
            raise InvalidTokenId(token_id, len(texts) - 1)
        piece, kind = texts[token_id], types[token_id]
        if kind == "byte":
            self._leading = False
            return self._utf8.push(bytes([int(piece[3:5], 16)]))
        bytes_before = self._utf8.flush()
        if kind == "control":
            return bytes_before
        return bytes_before + self._part(piece, unknown=kind == "unknown")

    def flush(self) -> str:
        return self._utf8.flush()

    def _part(self, piece: str, *, unknown: bool) -> str:
        decoder, marked = self._decoder, piece.startswith(SPACE)
        drops = self._leading and (decoder.drops_first_space or decoder.drops_leading_spaces)
        bare = piece.removeprefix(SPACE) if drops else piece
        part = decoder.unknown_surface if unknown else bare.replace(SPACE, " ")
        if any("\udc80" <= char <= "\udcff" for char in part):
            raise NotText("a piece is not UTF-8: the text is none either")
        if part or (drops and marked and not decoder.drops_leading_spaces):
            self._leading = False
        return part


class LlamaIds:
    """As `LlamaDetokenizer`, without `remove_special`, which is of a last token.

    Where spaces are cleaned, one waits for what comes behind it, and so does an apostrophe with one
    character more: what goes before them is settled. Source: llama.cpp b11549
    src/llama-vocab.cpp `llama_vocab::impl::detokenize`. Raises InvalidTokenId.
    """

    def __init__(self, decoder: LlamaDetokenizer, options: DecodeOptions) -> None:
        self._decoder, self._options = decoder, options
        self._utf8 = Utf8()
        self._first = True
        self._waiting = b""

    def push(self, token_id: int) -> str:
        surfaces = self._decoder.surfaces
        if not 0 <= token_id < len(surfaces):
            raise InvalidTokenId(token_id, len(surfaces) - 1)
        remove_space = self._first and self._decoder.add_space_prefix
        self._first = False
        if self._options.skip_special and token_id in self._decoder.hidden:
            return ""
        surface = surfaces[token_id]
        data = surface.removeprefix(b" ") if remove_space else surface
        return self._utf8.push(self._cleaned(data) if self._decoder.clean_spaces else data)

    def flush(self) -> str:
        return self._utf8.push(clean_spaces(self._waiting)) + self._utf8.flush()

    def _cleaned(self, data: bytes) -> bytes:
        text = self._waiting + data
        end = _settled(text)
        self._waiting = text[end:]
        return clean_spaces(text[:end])


def _settled(text: bytes) -> int:
    """Where a text can be cut so that cleaning both parts is cleaning the whole: behind what is no
    space and no part of a contraction.

    >>> _settled(b"it 's"), _settled(b"it 'sa"), _settled(b"it ")
    (2, 6, 2)
    """
    end = len(text)
    while end and (text[end - 1] in b" '" or text[end - 2 : end - 1] == b"'"):
        end -= 1
    return end


class TekkenIds:
    """As `Tekken`: a special token ends a character that is incomplete, left out or shown.

    Source: mistral-common 1.13.1 tokens/tokenizers/tekken.py `Tekkenizer._decode_all`. Raises
    InvalidTokenId.
    """

    def __init__(self, decoder: Tekken, options: DecodeOptions) -> None:
        self._decoder, self._options = decoder, options
        self._utf8 = Utf8()

    def push(self, token_id: int) -> str:
        if token_id >= len(self._decoder.specials):
            return self._utf8.push(self._decoder.surface(token_id))
        return self.flush() + text_of(self._decoder.decode([token_id], self._options))

    def flush(self) -> str:
        return self._utf8.flush()


class WholeIds:
    """Nothing before the end: a denormalizer, or the clean-up of a last token, may change all."""

    def __init__(self, detokenizer: Detokenizer, options: DecodeOptions) -> None:
        self._detokenizer, self._options = detokenizer, options
        self._ids: list[int] = []

    def push(self, token_id: int) -> str:
        self._ids.append(token_id)
        return ""

    def flush(self) -> str:
        return text_of(self._detokenizer.decode(self._ids, self._options))
