"""`Tokens`: what the model made of a text, in the form post-processors change."""

from dataclasses import dataclass, field
from typing import Protocol


@dataclass(slots=True)
class Tokens:
    """n tokens. `ids` and `texts` have n entries, `offsets` 2n: start and end alternating.

    A text is the token's piece, or, of an added token, what it matched in the
    normalized text with the white space it took along.
    """

    ids: list[int] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)


class PostProcessor(Protocol):
    """Works on parts that are joined at the end: the text is one, each special token another."""

    def process(self, parts: list[Tokens], add_special: bool) -> list[Tokens]: ...
