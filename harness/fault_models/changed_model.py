"""`ChangedModel`: a model whose tokens of a word are found, or treated, in another way."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from tokparity.reference_impl.errors import UnknownToken
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.traces import Merge

TokenSpan = tuple[int, int, int]
"""(id, start, end) in characters of the word."""


@dataclass(frozen=True, slots=True)
class ChangedModel:
    """`find` gives the tokens of a word in the place of the model it is of; it shows no merges."""

    model: Model
    find: Callable[[str], tuple[TokenSpan, ...]]

    @property
    def vocab(self) -> Mapping[str, int]:
        return self.model.vocab

    @property
    def pieces(self) -> Mapping[int, str]:
        return self.model.pieces

    def tokenize(self, word: str) -> tuple[TokenSpan, ...]:
        """What `find` finds. Raises UnknownToken where that is no piece: of a vocabulary cut down
        to a few pieces, a change may ask for others than the model would."""
        try:
            return self.find(word)
        except KeyError as error:
            match error.args:
                case (str(piece),):
                    raise UnknownToken(piece) from None
            raise

    def texts(self, word: str, tokens: tuple[TokenSpan, ...]) -> tuple[str, ...]:
        """As the model itself."""
        return self.model.texts(word, tokens)

    def explain(self, word: str) -> tuple[Merge, ...] | None:
        """Nothing: the model's own merges are not the ones that were made."""


def with_found(tokenizer: Tokenizer, find: Callable[[str], tuple[TokenSpan, ...]]) -> Tokenizer:
    """The tokenizer whose model finds tokens in another way."""
    return replace(tokenizer, model=ChangedModel(tokenizer.model, find))
