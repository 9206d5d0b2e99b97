r"""`Whitespace` of tokenizer.json: `\w+|[^\w\s]+` of the Rust regex crate."""

import re
from dataclasses import dataclass
from functools import cache

from tokparity.reference_impl.stage_types import StageType
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.classes import characters
from tokparity.reference_impl.unicode.ranges import in_class, to_ranges


@dataclass(frozen=True, slots=True)
class Whitespace:
    """Runs of word characters, and runs of what is neither word nor white space.

    Source: tokenizers 0.23.3 pre_tokenizers/whitespace.rs.

    >>> [piece.text for piece in Whitespace().pre_tokenize([Aligned.of("it's 1½!?")])]
    ['it', "'", 's', '1', '½!?']
    """

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        return [
            piece[found.start() : found.end()]
            for piece in pieces
            for found in _pattern().finditer(piece.text)
        ]


@cache
def _pattern() -> re.Pattern[str]:
    """Spelled out: the classes of `re` depend on Python's version."""
    word, space = (
        in_class(to_ranges(sorted(map(ord, characters(name))))) for name in ("word", "whitespace")
    )
    return re.compile(f"[{word}]+|[^{word}{space}]+")


TYPE = StageType("Whitespace", Whitespace)
