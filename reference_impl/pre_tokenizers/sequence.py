"""`Sequence`: pre-tokenizers one after the other."""

from dataclasses import dataclass
from typing import Protocol

from reference_impl.text import Aligned


class PreTokenizer(Protocol):
    """Cuts pieces into smaller ones; the model never merges across a cut."""

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]: ...


@dataclass(frozen=True, slots=True)
class Sequence:
    """Each pre-tokenizer in turn, on the pieces the one before made.

    Source: tokenizers 0.23 pre_tokenizers/sequence.rs.
    """

    pretokenizers: tuple[PreTokenizer, ...]

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        for pre_tokenizer in self.pretokenizers:
            pieces = pre_tokenizer.pre_tokenize(pieces)
        return pieces
