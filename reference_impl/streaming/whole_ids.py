"""`WholeIds`: nothing before the end, for what decodes only a text as a whole."""

from tokparity.reference_impl.contract import DecodeOptions
from tokparity.reference_impl.decoders.detokenizer import Detokenizer
from tokparity.reference_impl.streaming.incremental import text_of


class WholeIds:
    """Where a denormalizer, or the clean-up of a last token, may change any text to its end."""

    def __init__(self, detokenizer: Detokenizer, options: DecodeOptions) -> None:
        self._detokenizer, self._options = detokenizer, options
        self._ids: list[int] = []

    def push(self, token_id: int) -> str:
        self._ids.append(token_id)
        return ""

    def flush(self) -> str:
        return text_of(self._detokenizer.decode(self._ids, self._options))
