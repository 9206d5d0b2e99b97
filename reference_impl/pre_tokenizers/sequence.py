"""`Sequence`: pre-tokenizers one after the other."""

from dataclasses import dataclass
from typing import ClassVar, Protocol

from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.growth import check_growth


class PreTokenizer(Protocol):
    """Cuts pieces into smaller ones; the model never merges across a cut."""

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]: ...


@dataclass(frozen=True, slots=True)
class PreTokenizerSequence:
    """Each pre-tokenizer in turn, on the pieces the one before made.

    Source: tokenizers 0.23 pre_tokenizers/sequence.rs. Raises TooLarge.
    """

    COMPONENT: ClassVar[str] = "Sequence"

    pretokenizers: tuple[PreTokenizer, ...]

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        length = sum(len(piece.text) for piece in pieces)
        for at, pre_tokenizer in enumerate(self.pretokenizers):
            pieces = pre_tokenizer.pre_tokenize(pieces)
            if at:
                check_growth(sum(len(piece.text) for piece in pieces) - length)
        return pieces
