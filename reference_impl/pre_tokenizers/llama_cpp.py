"""`LlamaCppSplit`: cut a text as llama.cpp's `unicode_regex_split` does, pattern after pattern.

Each pattern cuts every piece that the ones before have left; matches and gaps between them are the
pieces. Which of llama.cpp's ways a pattern goes is decided by its text: nine only name splitters
written by hand, the others are run by `std::regex` or `std::wregex`. Source: src/unicode.cpp
b11549. Not here: which patterns a vocabulary has (`gguf.pre`), the spelling of bytes
(`byte_level`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from tokparity.reference_impl.pre_tokenizers.llama_cpp_bytes import read
from tokparity.reference_impl.pre_tokenizers.llama_cpp_hand_written import BY_HAND
from tokparity.reference_impl.pre_tokenizers.llama_cpp_patterns import compiled, names_a_category
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.llama_cpp import collapsed, wide

Route = Literal["hand-written", "std::regex", "std::wregex"]
"""How llama.cpp runs a pattern: `std::regex` on bytes that stand for categories, `std::wregex` on
the characters themselves."""

Splitter = Callable[[str], Sequence[str]]
"""Text as it is seen → pieces that are the text again when joined; some may be empty."""


def route_of(pattern: str) -> Route:
    r"""The way that llama.cpp goes with a pattern.

    >>> route_of(r"\p{Han}+"), route_of(r"\p{N}"), route_of(r"\s+$")
    ('hand-written', 'std::regex', 'std::wregex')
    """
    if pattern in BY_HAND:
        return "hand-written"
    return "std::regex" if names_a_category(pattern) else "std::wregex"


@dataclass(frozen=True, slots=True)
class LlamaCppSplit:
    """Cut each piece by every pattern in turn.

    Bytes that are no UTF-8 become what llama.cpp reads them as. Raises BeyondUnicode.

    >>> [word.text for word in LlamaCppSplit((r"\\p{N}",)).pre_tokenize([Aligned.of("a12")])]
    ['a', '1', '2']
    """

    patterns: tuple[str, ...]
    _steps: tuple[tuple[Callable[[str], str], Splitter], ...] = field(
        init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        object.__setattr__(self, "_steps", tuple(map(_step, self.patterns)))

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        words = []
        for piece in pieces:
            seen = read(piece)
            content, origin = seen.text, seen.origin
            for start, end in pairwise(self._ends(content)):
                words.append(Aligned(content[start:end], origin[start:end]))
        return words

    def _ends(self, text: str) -> list[int]:
        """0, and where each piece ends."""
        if text.isascii():  # then it is seen as it is
            pieces: Sequence[str] = [text]
            for _, split in self._steps:
                pieces = [part for piece in pieces for part in split(piece)]
            return _sums(pieces)
        ends = [0, len(text)]
        for see, split in self._steps:
            seen = see(text)
            ends = _sums([part for start, end in pairwise(ends) for part in split(seen[start:end])])
        return ends


def _step(pattern: str) -> tuple[Callable[[str], str], Splitter]:
    if pattern in BY_HAND:
        return BY_HAND[pattern]
    see = collapsed if names_a_category(pattern) else wide
    return see, compiled(pattern).split


def _sums(pieces: Sequence[str]) -> list[int]:
    ends, at = [0], 0
    for piece in pieces:
        if piece:
            at += len(piece)
            ends.append(at)
    return ends
