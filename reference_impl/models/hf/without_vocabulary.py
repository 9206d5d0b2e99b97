"""Models without a vocabulary: a token for each byte of a text's UTF-8, or for each code point.

Not here: their special tokens (`formats.model_folder.python_classes`).
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from tokparity.reference_impl.text.byte_level import spell

TokenSpan = tuple[int, int, int]
"""(id, start, end) in characters of the word."""


@dataclass(frozen=True)  # no slots: the tables are made when they are first needed
class Utf8Bytes:
    """Of each character its bytes, each with the range of the whole character.

    `first` is the id of the byte 0. Source: transformers 5.23 models/byt5/tokenization_byt5.py
    `_tokenize`, `_convert_token_to_id`.

    >>> Utf8Bytes(3).tokenize("é!")
    ((198, 0, 1), (172, 0, 1), (36, 1, 2))
    """

    first: int

    @cached_property
    def vocab(self) -> Mapping[str, int]:
        return {spell(bytes([byte])): self.first + byte for byte in range(256)}

    @cached_property
    def pieces(self) -> Mapping[int, str]:
        return {token_id: piece for piece, token_id in self.vocab.items()}

    def tokenize(self, word: str) -> tuple[TokenSpan, ...]:
        """The tokens of a text that has UTF-8."""
        return tuple(
            (self.first + byte, at, at + 1)
            for at, char in enumerate(word)
            for byte in char.encode("utf-8")
        )

    def texts(self, word: str, tokens: tuple[TokenSpan, ...]) -> tuple[str, ...]:
        """The piece of each."""
        return tuple(self.pieces[token_id] for token_id, _, _ in tokens)

    def explain(self, word: str) -> None:
        """Nothing merges here."""


@dataclass(frozen=True)  # no slots: as above
class CodePoints:
    """Each character is a token, and its number the id; surrogates too, which are no pieces.

    Source: transformers 5.23 models/canine/tokenization_canine.py `_tokenize`.

    >>> CodePoints().tokenize("é!")
    ((233, 0, 1), (33, 1, 2))
    """

    @cached_property
    def vocab(self) -> Mapping[str, int]:
        return {piece: code for code, piece in self.pieces.items()}

    @cached_property
    def pieces(self) -> Mapping[int, str]:
        codes = (*range(0xD800), *range(0xE000, sys.maxunicode + 1))
        return {code: chr(code) for code in codes}

    def tokenize(self, word: str) -> tuple[TokenSpan, ...]:
        """The tokens of any text."""
        return tuple((ord(char), at, at + 1) for at, char in enumerate(word))

    def texts(self, word: str, tokens: tuple[TokenSpan, ...]) -> tuple[str, ...]:
        """The characters."""
        return tuple(word[start:end] for _, start, end in tokens)

    def explain(self, word: str) -> None:
        """Nothing merges here."""
