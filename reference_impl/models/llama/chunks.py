"""`LlamaTest`: what llama.cpp does where tokenizer.ggml.model is "test"."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tokparity.reference_impl.text.byte_text import to_bytes
from tokparity.reference_impl.text.code_units import character_of_unit

TokenSpan = tuple[int, int, int]
_CHUNK = 5


@dataclass(frozen=True, slots=True)
class LlamaTest:
    """Every five bytes are the token whose id is their hash, modulo the number of tokens.

    Source: src/llama-vocab.cpp `llama_vocab::impl::tokenize`, llama.cpp b11549.

    >>> LlamaTest({"x": 0, "y": 1}).tokenize("abcdef")
    ((1, 0, 5), (0, 5, 6))
    """

    vocab: Mapping[str, int]
    pieces: Mapping[int, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", {id_: piece for piece, id_ in self.vocab.items()})

    def tokenize(self, word: str) -> tuple[TokenSpan, ...]:
        """The tokens of a text."""
        data, chars = to_bytes(word), character_of_unit(word)
        tokens = []
        for start in range(0, len(data), _CHUNK):
            value = 0
            for byte in data[start : start + _CHUNK]:
                value = value * 31 + byte
            end = min(start + _CHUNK, len(data))
            tokens.append((value % len(self.vocab), chars[start], chars[end - 1] + 1))
        return tuple(tokens)

    def texts(self, word: str, tokens: tuple[TokenSpan, ...]) -> tuple[str, ...]:
        """The piece of each token."""
        return tuple([self.pieces[token_id] for token_id, _, _ in tokens])

    def explain(self, word: str) -> None:
        """Nothing merges here."""
