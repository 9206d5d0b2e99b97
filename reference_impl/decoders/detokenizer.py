"""`Detokenizer`: what decodes ids by their types, where a library does not decode their pieces.

sentencepiece and llama.cpp decide by the type of each piece (control, byte, unknown …) and by its
place what it becomes. Not here: decoders of tokenizer.json, which see pieces only.
"""

from collections.abc import Sequence
from typing import Protocol

from tokparity.reference_impl.contract import Decoded, DecodeOptions


class Detokenizer(Protocol):
    """Turns ids into text or bytes, as one library does; it takes the place of the decoder."""

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Decoded:
        """Raises InvalidTokenId for an id outside, where the library refuses it."""
        ...
