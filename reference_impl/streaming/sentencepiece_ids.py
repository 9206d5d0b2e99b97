"""`SentencepieceIds`: ids as sentencepiece decodes them, one by one."""

from tokparity.reference_impl.decoders.sentencepiece import NotText, SentencepieceDecoder
from tokparity.reference_impl.errors import InvalidTokenId
from tokparity.reference_impl.models.sentencepiece.pieces import SPACE
from tokparity.reference_impl.streaming.flows.utf8 import Utf8


class SentencepieceIds:
    """As `SentencepieceDecoder`, which says what becomes of each type of piece. Every other piece
    ends a run of bytes, one that is left out too.

    Raises InvalidTokenId, NotText.
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
