"""`Renumbered`: the pieces of a .model with the ids of another list, as Marian has them."""

from collections.abc import Mapping
from dataclasses import dataclass

from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.models.sentencepiece.pieces import TokenSpan


@dataclass(frozen=True)  # no slots: as the models it holds
class Renumbered:
    """What `inner` cuts, looked up in `vocab`; what is not there has the id `unknown`.

    An unknown piece is looked up by the text that it stands for. Source: transformers 5.23
    models/marian/tokenization_marian.py `_tokenize`, `_convert_token_to_id`.
    """

    inner: Model
    vocab: Mapping[str, int]
    unknown: int

    @property
    def pieces(self) -> Mapping[int, str]:
        return {token_id: piece for piece, token_id in self.vocab.items()}

    def tokenize(self, word: str) -> tuple[TokenSpan, ...]:
        """The tokens of a normalized text."""
        tokens = self.inner.tokenize(word)
        texts = self.inner.texts(word, tokens)
        return tuple(
            (self.vocab.get(text, self.unknown), start, end)
            for text, (_, start, end) in zip(texts, tokens, strict=True)
        )

    def texts(self, word: str, tokens: tuple[TokenSpan, ...]) -> tuple[str, ...]:
        """The pieces as the .model has them."""
        return self.inner.texts(word, self.inner.tokenize(word))

    def explain(self, word: str) -> None:
        """The merges are those of other ids."""
