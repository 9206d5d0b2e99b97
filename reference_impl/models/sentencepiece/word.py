"""`SentencepieceWord`: every word with the space before it is a piece, or unknown."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from tokparity.reference_impl.models.sentencepiece.char import used
from tokparity.reference_impl.models.sentencepiece.pieces import SPACE, Pieces, TokenSpan

_WORD = re.compile(f"{SPACE}[^{SPACE}]*|[^{SPACE}]+")


@dataclass(frozen=True)  # no slots: the table is made when it is first needed
class SentencepieceWord:
    """A word begins at each escaped space, wherever white space stands in the file's spec;
    user-defined symbols inside a word are not found. An unused piece is unknown.

    Source: sentencepiece 0.2.3 word_model.cc `Encode`, model_interface.cc `SplitIntoWords`.
    """

    known: Pieces

    @property
    def vocab(self) -> Mapping[str, int]:
        return self.known.vocab

    @property
    def pieces(self) -> Mapping[int, str]:
        return self.known.pieces

    def texts(self, word: str, tokens: tuple[TokenSpan, ...]) -> tuple[str, ...]:
        """The piece of each token; of an unknown one the text that it stands for."""
        return self.known.called(word, tokens)

    def explain(self, word: str) -> None:
        """Nothing merges here."""

    def tokenize(self, word: str) -> tuple[TokenSpan, ...]:
        """The tokens of a normalized text."""
        return self.known.finish(word, self.segments(word))

    def segments(self, word: str) -> list[TokenSpan]:
        """Each word of the text."""
        id_of = self._used.get
        unknown = self.known.unknown
        return [(id_of(match[0], unknown), *match.span()) for match in _WORD.finditer(word)]

    @cached_property
    def _used(self) -> Mapping[str, int]:
        return used(self.known)
