"""`LlamaIds`: ids as `llama_detokenize` does them, one by one."""

from tokparity.reference_impl.contract import DecodeOptions
from tokparity.reference_impl.decoders.llama_detokenizer import LlamaDetokenizer, clean_spaces
from tokparity.reference_impl.errors import InvalidTokenId
from tokparity.reference_impl.streaming.flows.utf8 import Utf8


class LlamaIds:
    """As `LlamaDetokenizer`, without `remove_special`, which is of a last token.

    Where spaces are cleaned, one waits for what comes behind it, and so does an apostrophe with one
    character more: what goes before them is settled. Raises InvalidTokenId.
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
