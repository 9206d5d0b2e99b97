"""Ids by their pieces, as tokenizers decodes them, or by their bytes, as tiktoken does."""

from tokparity.reference_impl.contract import DecodeOptions
from tokparity.reference_impl.streaming.flows.of_decoder import Chain, flows_of
from tokparity.reference_impl.streaming.flows.utf8 import Utf8
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


class PieceIds:
    """The decoder's flows; without a decoder there is a space between two pieces."""

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
    """The bytes of the tokens as UTF-8; a special token that is left out parts no character."""

    def __init__(self, tokenizer: Tokenizer, options: DecodeOptions) -> None:
        self._tokenizer, self._options = tokenizer, options
        self._utf8 = Utf8()

    def push(self, token_id: int) -> str:
        return self._utf8.push(self._tokenizer.decoded_bytes(token_id, self._options))

    def flush(self) -> str:
        return self._utf8.flush()
