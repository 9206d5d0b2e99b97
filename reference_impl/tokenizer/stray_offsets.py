"""Offsets of tokens that end beyond their word: what the library makes of them.

`BPE.tokenize` says where they come from. tokenizers 0.23 cannot translate such a range to the
original text, takes it as it is for bytes of the *whole* text, and leaves it alone where the
text has no such byte. Source: tokenizer/pre_tokenizer.rs `into_encoding`, `convert`.
"""

from functools import lru_cache

from tokparity.reference_impl.contract import Offset
from tokparity.reference_impl.text.aligned import Aligned


def stray_offsets(text: str, word: Aligned, positions: tuple[int, ...]) -> list[int]:
    """The offsets in `text` of a word's tokens. Positions are start and end alternating: in
    characters of the word, or, both negative, (~start, ~end) in bytes of it."""
    offsets: list[int] = []
    for start, end in zip(positions[::2], positions[1::2], strict=True):
        offsets += word.span(start, end) if end > 0 else _as_bytes_of(text, ~start, ~end)
    return offsets


def _as_bytes_of(text: str, start: int, end: int) -> Offset:
    char_of_byte = _char_of_byte(text)
    if start >= len(char_of_byte):
        return start, end
    if end < len(char_of_byte):
        return char_of_byte[start], char_of_byte[end]
    if end - 1 < len(char_of_byte):
        return char_of_byte[start], char_of_byte[end - 1] + 1
    return char_of_byte[start], char_of_byte[start] + 2


@lru_cache(maxsize=1)  # asked for each such token of one text
def _char_of_byte(text: str) -> list[int]:
    return [at for at, char in enumerate(text) for _ in char.encode()]
