"""`WindowDiff`: what a new token adds to the text of the last few tokens."""

from collections.abc import Sequence

from tokparity.reference_impl.contract import DecodeOptions
from tokparity.reference_impl.streaming.incremental import Beyond, Decodes, text_of
from tokparity.reference_impl.tokenizer.tokenizer import DECODE

WINDOW = 4
_REPLACEMENT = "\ufffd"


class WindowDiff:
    """Decode the last four tokens: what they have more than those that gave their text is new.

    While the text ends in U+FFFD the token is held back, three of them at most: no character has
    more bytes than four. The difference is never one against text with an incomplete character: it
    is against the tokens before those that are held back. A token that gave nothing takes no place
    in the window: three special tokens that are left out would make the next look like the first of
    a text, whose space is dropped. A push costs the same however long the reply is.

    Exact where never four tokens in a row end within a character, or give nothing, where nothing
    but incomplete characters ends in U+FFFD, and `prefix_stability.is_prefix_stable`.

    >>> from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
    >>> from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
    >>> from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
    >>> stream = WindowDiff(Tokenizer(TiktokenBPE({"Ã": 0, "©!": 1}), decoder=ByteLevelDecoder()))
    >>> stream.push(0), stream.push(1), stream.flush()
    ('', 'é!', '')
    """

    def __init__(
        self, tokenizer: Decodes, prompt_ids: Sequence[int] = (), options: DecodeOptions = DECODE
    ) -> None:
        self._tokenizer, self._options = tokenizer, options
        self.reset(prompt_ids)

    def reset(self, prompt_ids: Sequence[int] = ()) -> None:
        self._ids: list[int] = []
        self._pending = 0
        """So many of the ids gave no text yet: the last ones."""
        self._begun = False
        """Whether any text was given."""
        self._beyond = Beyond("")
        for token_id in prompt_ids:
            self.push(token_id)
        self._beyond = Beyond(self.flush())

    def push(self, token_id: int) -> str:
        window = [*self._ids, token_id]
        text = self._text(window)
        if text.endswith(_REPLACEMENT) and self._pending < WINDOW - 1:
            self._ids, self._pending = window, self._pending + 1
            return ""
        new = text[len(self._text(self._ids[: len(self._ids) - self._pending])) :]
        self._begun = self._begun or new != ""
        if new or not self._begun:
            self._ids = window[1 - WINDOW :]
        self._pending = 0
        return self._beyond.take(new)

    def flush(self) -> str:
        settled = self._ids[: len(self._ids) - self._pending]
        return self._beyond.take(self._text(self._ids)[len(self._text(settled)) :])

    def _text(self, ids: list[int]) -> str:
        return text_of(self._tokenizer.decode(ids, self._options))
