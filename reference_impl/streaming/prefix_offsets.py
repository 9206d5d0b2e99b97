"""`PrefixOffsets`: two offsets into the pieces, as vLLM streams with tokenizers' decoders."""

from collections.abc import Sequence

from tokparity.reference_impl.contract import DecodeOptions
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer.tokenizer import DECODE, Tokenizer

CONTEXT = 5
"""Pieces of the prompt that the first text is decoded with."""


class NoPieces(TokparityError):
    """A tokenizer that decodes ids, and no pieces."""

    def __init__(self) -> None:
        super().__init__("this tokenizer decodes ids: offsets into pieces need a tokenizer.json")


class PrefixOffsets:
    """The pieces since the last text but one are decoded, with and without those that gave no text
    yet: what is longer is new, unless it ends in U+FFFD.

    An id beyond the vocabulary counts as an empty piece. What is incomplete at the end is lost.
    Source: vLLM 0.8 transformers_utils/detokenizer_utils.py `detokenize_incrementally`,
    `convert_prompt_ids_to_tokens`, for a fast tokenizer. Raises NoPieces.

    >>> from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
    >>> from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
    >>> model = TiktokenBPE({"Ã": 0, "©!": 1})
    >>> stream = PrefixOffsets(Tokenizer(model, decoder=ByteLevelDecoder()))
    >>> stream.push(0), stream.push(1), stream.push(0), stream.flush()
    ('', 'é!', '', '')
    """

    def __init__(
        self, tokenizer: Tokenizer, prompt_ids: Sequence[int] = (), options: DecodeOptions = DECODE
    ) -> None:
        if tokenizer.detokenizer is not None or tokenizer.decodes != "text":
            raise NoPieces
        self._tokenizer, self._options = tokenizer, options
        self.reset(prompt_ids)

    def reset(self, prompt_ids: Sequence[int] = ()) -> None:
        self._pieces: list[str] = []
        """From the first offset on: what is before it is not looked at again."""
        for token_id in prompt_ids[-CONTEXT - 2 :]:
            self._pieces += self._piece(token_id)
        self._pieces = self._pieces[-CONTEXT:]
        self._read = len(self._pieces)

    def push(self, token_id: int) -> str:
        self._pieces += self._piece(token_id)
        before, text = self._text(self._pieces[: self._read]), self._text(self._pieces)
        if len(text) <= len(before) or text.endswith("\ufffd"):
            return ""
        self._pieces = self._pieces[self._read :]
        self._read = len(self._pieces)
        return text[len(before) :]

    def flush(self) -> str:
        return ""

    def _piece(self, token_id: int) -> list[str]:
        if token_id not in self._tokenizer.pieces():
            return [""]
        piece = self._tokenizer.decoded_piece(token_id, self._options)
        return [] if piece is None else [piece]

    def _text(self, pieces: list[str]) -> str:
        decoder = self._tokenizer.decoder
        return " ".join(pieces) if decoder is None else "".join(decoder.decode(pieces))
