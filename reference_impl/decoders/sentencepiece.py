"""`SentencepieceDecoder`: ids to text by the types of their pieces, as sentencepiece decodes.

Not a decoder of tokenizer.json: that sees pieces only.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tokparity.reference_impl.contract import DecodeOptions, Text
from tokparity.reference_impl.errors import InvalidTokenId, TokparityError
from tokparity.reference_impl.models.sentencepiece.pieces import SPACE, Pieces, PieceType
from tokparity.reference_impl.normalizers.sentencepiece import SentencepieceNormalizer
from tokparity.reference_impl.text.aligned import Aligned

DEFAULT_SURFACE = " \u2047 "
"""What an unknown piece becomes where the file does not say."""


class NotText(TokparityError):
    """A piece that is no UTF-8: Python's binding cannot make a string of the text."""


@dataclass(frozen=True, slots=True)
class SentencepieceDecoder:
    """Control pieces are left out, bytes become the characters they spell (each byte that is
    part of none U+FFFD), an unknown piece `unknown_surface`, ▁ a space.

    While there is no text yet, a ▁ that a piece begins with is dropped where a dummy prefix was
    added (once) or extra white space removed (always). `denormalizer` is applied at the end.
    Source: sentencepiece 0.2.3 sentencepiece_processor.cc `DecodeOptimized`.
    """

    known: Pieces
    drops_first_space: bool
    drops_leading_spaces: bool
    unknown_surface: str = DEFAULT_SURFACE
    denormalizer: SentencepieceNormalizer | None = None

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Text:
        """The options change nothing. Raises InvalidTokenId, NotText."""
        texts, types = self.known.texts, self.known.types
        for token_id in ids:
            if not 0 <= token_id < len(texts):
                raise InvalidTokenId(token_id, len(texts) - 1)
        return Text(self._decoded([(texts[at], types[at]) for at in ids]))

    def decode_pieces(self, pieces: Sequence[str]) -> str:
        """The text of pieces. One that is none of the file's stays as it is. Raises NotText.

        Source: sentencepiece 0.2.3 sentencepiece_processor.cc `Decode` of pieces.
        """
        known = self.known
        typed: list[tuple[str, PieceType | None]] = []
        for piece in pieces:
            token_id = known.id_of(piece)
            other = token_id == known.unknown and (token_id < 0 or known.texts[token_id] != piece)
            typed.append((piece, None if other else known.types[token_id]))
        return self._decoded(typed)

    def _decoded(self, pieces: Sequence[tuple[str, PieceType | None]]) -> str:
        """`pieces`: with their types, None of what is no piece."""
        parts: list[str] = []
        data = bytearray()
        leading = True
        for piece, kind in pieces:
            if kind == "byte":
                data.append(int(piece[3:5], 16))
                continue
            if data:
                parts.append(_characters(data))
                data.clear()
                leading = False
            if kind == "control":
                continue
            if kind is None:
                parts.append(piece)
                leading = leading and not piece
                continue
            dropped = False
            if leading and (self.drops_first_space or self.drops_leading_spaces):
                dropped = piece.startswith(SPACE)
                bare = piece.removeprefix(SPACE)
                dropped = dropped and not self.drops_leading_spaces
            else:
                bare = piece
            part = self.unknown_surface if kind == "unknown" else bare.replace(SPACE, " ")
            parts.append(part)
            if dropped or part:
                leading = False
        parts.append(_characters(data))
        text = "".join(parts)
        if self.denormalizer is not None and text:
            text = self.denormalizer.normalize(Aligned.of(text)).text
        if any("\udc80" <= char <= "\udcff" for char in text):
            raise NotText("a piece is not UTF-8: the text is none either")
        return text


def _characters(data: bytearray) -> str:
    text = data.decode("utf-8", "surrogateescape")
    return "".join("\ufffd" if "\udc80" <= char <= "\udcff" else char for char in text)
