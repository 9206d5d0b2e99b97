"""`TekkenIds`: ids as mistral-common decodes them, one by one."""

from tokparity.reference_impl.contract import DecodeOptions
from tokparity.reference_impl.decoders.tekken import Tekken
from tokparity.reference_impl.streaming.flows.utf8 import Utf8
from tokparity.reference_impl.streaming.incremental import text_of


class TekkenIds:
    """A special token ends a character that is incomplete, whether it is left out or shown.

    Raises InvalidTokenId.
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
