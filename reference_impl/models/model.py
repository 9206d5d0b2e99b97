"""What every model is to the pipeline."""

from collections.abc import Mapping
from typing import Protocol

from tokparity.reference_impl.traces import Merge


class Model(Protocol):
    """Turns one word (a pre-tokenizer's piece) into tokens.

    `vocab` maps piece → id, `pieces` the other way; byte-level models hold their pieces in
    the byte-level alphabet.
    """

    @property
    def vocab(self) -> Mapping[str, int]: ...

    @property
    def pieces(self) -> Mapping[int, str]: ...

    def tokenize(self, word: str) -> tuple[tuple[int, int, int], ...]:
        """(id, start, end) of each token, in characters of the word."""
        ...

    def texts(self, word: str, tokens: tuple[tuple[int, int, int], ...]) -> tuple[str, ...]:
        """What the library calls each of those tokens: nearly always its piece."""
        ...

    def explain(self, word: str) -> tuple[Merge, ...] | None:
        """The merges that led there, in order; None of a model that does not merge."""
        ...
