"""`WordLevel`: a word is one token or the unknown token, as the model of tokenizer.json."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tokparity.reference_impl.errors import UnknownToken

TokenSpan = tuple[int, int, int]
"""(id, start, end) in characters of the word."""


@dataclass(frozen=True, slots=True)
class WordLevel:
    """Look the whole word up. Source: tokenizers 0.23 models/wordlevel/mod.rs `tokenize`.

    >>> WordLevel({"<unk>": 0, "a": 1}, "<unk>").tokenize("a")
    ((1, 0, 1),)
    """

    vocab: Mapping[str, int]
    unk_token: str
    pieces: Mapping[int, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", {id_: piece for piece, id_ in self.vocab.items()})

    def tokenize(self, word: str) -> tuple[TokenSpan, ...]:
        """One token. Raises UnknownToken where neither it nor the unknown token is a piece."""
        token_id = self.vocab.get(word, self.vocab.get(self.unk_token))
        if token_id is None:
            raise UnknownToken(self.unk_token)
        return ((token_id, 0, len(word)),)

    def texts(self, word: str, tokens: tuple[TokenSpan, ...]) -> tuple[str, ...]:
        """The piece of the token."""
        return tuple(self.pieces[token_id] for token_id, _, _ in tokens)

    def explain(self, word: str) -> None:
        """Nothing merges here."""
