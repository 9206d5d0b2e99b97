"""`DecodeStream`: as `tokenizers.decoders.DecodeStream` streams, its faults included."""

from collections.abc import Sequence

from tokparity.reference_impl.contract import DecodeOptions
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.streaming.incremental import text_of
from tokparity.reference_impl.tokenizer.tokenizer import DECODE, Tokenizer


class InvalidPrefix(TokparityError):
    """The text of the ids that are kept does not go on from what was given before."""

    def __init__(self, token_id: int, expected: str, actual: str) -> None:
        super().__init__(f"id {token_id}: the text {actual!r} does not begin with {expected!r}")
        self.token_id, self.expected, self.actual = token_id, expected, actual


class DecodeStream:
    """Text is given once all kept ids decode to more than the ids before the new ones did, and to
    no U+FFFD at the end; then those before go.

    Lengths are of UTF-8. Once the text is shorter than it was before, or otherwise no continuation,
    the stream is stuck or refuses each push. What is incomplete at the end is lost: there is
    nothing to flush. Source: tokenizers 0.23 tokenizer/mod.rs `step_decode_stream`.

    >>> from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
    >>> from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
    >>> stream = DecodeStream(Tokenizer(TiktokenBPE({"Ã": 0, "©!": 1}), decoder=ByteLevelDecoder()))
    >>> stream.push(0), stream.push(1), stream.push(0), stream.flush()
    ('', 'é!', '', '')
    """

    def __init__(
        self, tokenizer: Tokenizer, prompt_ids: Sequence[int] = (), options: DecodeOptions = DECODE
    ) -> None:
        self._tokenizer, self._options = tokenizer, options
        self.reset(prompt_ids)

    def reset(self, prompt_ids: Sequence[int] = ()) -> None:
        """Raises InvalidTokenId for what is no 32-bit number."""
        for token_id in prompt_ids:
            self._check(token_id)
        self._ids = list(prompt_ids)
        self._prefix = ""
        self._prefix_ids = 0
        """So many of the ids are the prefix's."""

    def push(self, token_id: int) -> str:
        """Raises InvalidPrefix, and as `Tokenizer.decode`; the id is kept all the same, unless it
        is no 32-bit number."""
        self._check(token_id)
        if not self._prefix and self._ids:
            text = self._text()
            if not text.endswith("\ufffd"):
                self._prefix, self._prefix_ids = text, len(self._ids)
        self._ids.append(token_id)
        text = self._text()
        if len(text.encode()) <= len(self._prefix.encode()) or text.endswith("\ufffd"):
            return ""
        if not text.startswith(self._prefix):
            raise InvalidPrefix(token_id, self._prefix, text)
        new = text[len(self._prefix) :]
        self._ids = self._ids[self._prefix_ids :]
        self._prefix_ids = len(self._ids)
        self._prefix = self._text()
        return new

    def flush(self) -> str:
        return ""

    def _check(self, token_id: int) -> None:
        if not 0 <= token_id < 1 << 32:
            self._tokenizer.decode((token_id,), self._options)  # raises where there are no others

    def _text(self) -> str:
        return text_of(self._tokenizer.decode_again(self._ids, self._options))
