"""`LlamaWPM`: the longest piece first, where tokenizer.ggml.model is "bert".

Not `WordPiece` of tokenizer.json: it is the *first* piece of a word that is marked, by "▁".
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tokparity.reference_impl.models.llama.unknown import NoUnknownId
from tokparity.reference_impl.text.code_units import character_of_unit, is_whole, units

TokenSpan = tuple[int, int, int]
MARK = "▁"
"""What pieces that begin a word begin with."""


@dataclass(frozen=True)  # no slots: tables that only broken texts need are built for them
class LlamaWPM:
    """Take the longest piece that the rest of "▁" and the word begins with.

    A word whose rest begins with no piece is `unk` as a whole, -1 where the file gives none.
    Source: src/llama-vocab.cpp `llm_tokenizer_wpm_session`, llama.cpp b11549.

    >>> LlamaWPM({"▁ab": 0, "c": 1, "[UNK]": 2}, 2).tokenize("abc")
    ((0, 0, 2), (1, 2, 3))
    """

    vocab: Mapping[str, int]
    unk: int
    pieces: Mapping[int, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", {id_: piece for piece, id_ in self.vocab.items()})

    @cached_property
    def _all_whole(self) -> bool:
        return all(map(is_whole, self.vocab))

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self.vocab), default=0)

    @cached_property
    def _vocab_of_units(self) -> Mapping[str, int]:
        return {units(piece): token_id for piece, token_id in self.vocab.items()}

    def tokenize(self, word: str) -> tuple[TokenSpan, ...]:
        """The tokens of one word. Raises NoUnknownId."""
        marked = MARK + word
        if self._all_whole and is_whole(word):
            found = _longest_first(marked, self.vocab, self._longest)
            chars: range | list[int] = range(len(marked))
        else:
            found = _longest_first(units(marked), self._vocab_of_units, 4 * self._longest)
            chars = character_of_unit(marked)
        if not found:
            return self.unknown(word)
        return tuple(
            (token_id, max(chars[start] - 1, 0), max(chars[end - 1], 1))
            for token_id, start, end in found
        )

    def unknown(self, word: str) -> tuple[TokenSpan, ...]:
        """What a word is that no pieces make. Raises NoUnknownId."""
        if self.unk < 0:
            raise NoUnknownId(word)
        return ((self.unk, 0, len(word)),)

    def texts(self, word: str, tokens: tuple[TokenSpan, ...]) -> tuple[str, ...]:
        """The piece of each token."""
        return tuple([self.pieces[token_id] for token_id, _, _ in tokens])

    def explain(self, word: str) -> None:
        """Nothing merges here."""


def _longest_first(word: str, vocab: Mapping[str, int], longest: int) -> list[TokenSpan]:
    tokens: list[TokenSpan] = []
    start = 0
    while start < len(word):
        for end in range(min(len(word), start + longest), start, -1):
            token_id = vocab.get(word[start:end])
            if token_id is not None:
                tokens.append((token_id, start, end))
                start = end
                break
        else:
            return []
    return tokens
