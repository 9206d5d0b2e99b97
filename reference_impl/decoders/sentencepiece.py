"""`SentencepieceDecoder`: ids to text by the types of their pieces, as sentencepiece decodes.

Not a decoder of tokenizer.json: that sees pieces only.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tokparity.reference_impl.contract import DecodeOptions, Text
from tokparity.reference_impl.errors import InvalidTokenId, TokparityError
from tokparity.reference_impl.models.sentencepiece.pieces import SPACE, Pieces
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
        parts: list[str] = []
        data = bytearray()
        leading = True
        for token_id in ids:
            kind = types[token_id]
            if kind == "byte":
                data.append(int(texts[token_id][3:5], 16))
                continue
            if data:
                parts.append(_characters(data))
                data.clear()
                leading = False
            if kind == "control":
                continue
            piece = texts[token_id]
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
        return Text(text)


def _characters(data: bytearray) -> str:
    text = data.decode("utf-8", "surrogateescape")
    return "".join("\ufffd" if "\udc80" <= char <= "\udcff" else char for char in text)
