"""`WordPiece`: the longest piece first, from left to right, as the model of tokenizer.json."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tokparity.reference_impl.errors import UnknownToken

TokenSpan = tuple[int, int, int]
"""(id, start, end) in characters of the word."""


@dataclass(frozen=True, slots=True)
class WordPiece:
    """Greedy: no piece is given back where the rest of the word then has none.

    Every piece but the first of a word is looked up behind `continuing_subword_prefix`. A word
    with a rest that no piece starts, or of more than `max_input_chars_per_word` characters, is
    the unknown token as a *whole*. Source: tokenizers 0.23 models/wordpiece/mod.rs `tokenize`.

    >>> WordPiece({"[UNK]": 0, "un": 1, "##a": 2, "##able": 3}).tokenize("unable")
    ((1, 0, 2), (3, 2, 6))
    """

    vocab: Mapping[str, int]
    unk_token: str = "[UNK]"  # noqa: S105 (a piece of text, no password)
    continuing_subword_prefix: str = "##"
    max_input_chars_per_word: int = 100
    pieces: Mapping[int, str] = field(init=False, repr=False, compare=False)
    _longest: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", {id_: piece for piece, id_ in self.vocab.items()})
        object.__setattr__(self, "_longest", max(map(len, self.vocab), default=0))

    def tokenize(self, word: str) -> tuple[TokenSpan, ...]:
        """The tokens of one word. Raises UnknownToken where the unknown token is no piece."""
        tokens = self._pieces(word) if len(word) <= self.max_input_chars_per_word else None
        if tokens is not None:
            return tokens
        unknown = self.vocab.get(self.unk_token)
        if unknown is None:
            raise UnknownToken(self.unk_token)
        return ((unknown, 0, len(word)),)

    def texts(self, word: str, tokens: tuple[TokenSpan, ...]) -> tuple[str, ...]:
        """The piece of each token."""
        return tuple(self.pieces[token_id] for token_id, _, _ in tokens)

    def explain(self, word: str) -> None:
        """Nothing merges here."""

    def _pieces(self, word: str) -> tuple[TokenSpan, ...] | None:
        tokens: list[TokenSpan] = []
        start = 0
        while start < len(word):
            prefix = self.continuing_subword_prefix if start else ""
            for end in range(min(len(word), start + self._longest), start, -1):
                token_id = self.vocab.get(prefix + word[start:end])
                if token_id is not None:
                    tokens.append((token_id, start, end))
                    start = end
                    break
            else:
                return None
        return tuple(tokens)
