"""`SentencepieceChar`: every character is a piece, or unknown."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from tokparity.reference_impl.models.sentencepiece.pieces import Pieces, TokenSpan
from tokparity.reference_impl.models.sentencepiece.symbols import Symbols


@dataclass(frozen=True)  # no slots: the symbols are found when they are first needed
class SentencepieceChar:
    """One token a character, but for user-defined symbols. An unused piece is unknown.

    Source: sentencepiece 0.2.3 char_model.cc `Encode`.
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
        """Each user-defined symbol, and each other character."""
        id_of = self._used.get
        unknown = self.known.unknown
        spans, at = [], 0
        for start, end in self._symbols.spans(word):
            spans += [(id_of(word[i], unknown), i, i + 1) for i in range(at, start)]
            spans.append((id_of(word[start:end], unknown), start, end))
            at = end
        return spans + [(id_of(word[i], unknown), i, i + 1) for i in range(at, len(word))]

    @cached_property
    def _symbols(self) -> Symbols:
        return Symbols(self.known.user_defined)

    @cached_property
    def _used(self) -> Mapping[str, int]:
        return used(self.known)


def used(known: Pieces) -> dict[str, int]:
    """The pieces that a text may have, without those that are unused."""
    return {text: id_ for text, id_ in known.matchable.items() if known.types[id_] != "unused"}
