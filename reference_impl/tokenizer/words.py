"""What becomes of a text between two added tokens: words by the pre-tokenizer, tokens by the model.

`PlainWords` is the definition. Not here: how the same is had sooner (`fast`), and the added tokens
and the normalizer, which come before (`tokenizer`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Protocol

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.contract import Offset
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.post_processors.tokens import Tokens
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer
from tokparity.reference_impl.text.aligned import Aligned

CutText = tuple[str, list[tuple[list[Aligned], AddedToken | None]]]
"""A text as it is read, and its words by stretch; of an added token the stretch itself."""


class Words(Protocol):
    """The words of a tokenizer: `PlainWords`, or what gives the same."""

    def cut(self, stretch: Aligned) -> list[Aligned]:
        """The words of a stretch, in whatever form `extend` takes them. Raises RegexLimit."""
        ...

    def learn(self, words: Iterable[Aligned]) -> None:
        """Hear of words that will come to `extend`, before any other is heard of."""
        ...

    def extend(
        self,
        tokens: Tokens,
        text: str,
        words: Sequence[Aligned],
        counts: list[int] | None = None,
    ) -> None:
        """Append the tokens of words of the text, as `cut` gave them, to those before them.

        `counts`, where there is one, gets how many tokens each word has (0 too). Raises as
        `Tokenizer.encode`.
        """
        ...


@dataclass(frozen=True, slots=True)
class PlainWords:
    """Cut a stretch into words, and give each word to the model.

    Source: tokenizers 0.23 tokenizer/mod.rs `do_pre_tokenize`, `do_tokenize`.

    >>> from tokparity.reference_impl.models.hf.wordpiece import WordPiece
    >>> tokens = Tokens()
    >>> model = WordPiece({"[UNK]": 0, "un": 1, "##able": 2})
    >>> PlainWords(None, model).extend(tokens, "unable", [Aligned.of("unable")])
    >>> tokens.ids, tokens.offsets, tokens.texts
    ([1, 2], [0, 2, 2, 6], ['un', '##able'])
    """

    pre_tokenizer: PreTokenizer | None
    model: Model

    def cut(self, stretch: Aligned) -> list[Aligned]:
        """As `Words.cut`."""
        return (
            [stretch] if self.pre_tokenizer is None else self.pre_tokenizer.pre_tokenize([stretch])
        )

    def learn(self, words: Iterable[Aligned]) -> None:
        """As `Words.learn`: each is given to the model when it comes."""

    def extend(
        self,
        tokens: Tokens,
        text: str,
        words: Sequence[Aligned],
        counts: list[int] | None = None,
    ) -> None:
        """As `Words.extend`."""
        for word in words:
            spans = self.model.tokenize(word.text)
            tokens.ids += [token_id for token_id, _, _ in spans]
            tokens.offsets += offsets(text, word, [(start, end) for _, start, end in spans])
            tokens.texts += self.model.texts(word.text, spans)
            if counts is not None:
                counts.append(len(spans))


def offsets(text: str, word: Aligned, positions: Iterable[Offset]) -> list[int]:
    """Where in the text n tokens of a word are: 2n numbers, start and end alternating.

    A position is a range in characters of the word, or, both negative, (~start, ~end) in bytes of
    it: a range that ends beyond the word (`BPE.tokenize` says where such come from). The library
    cannot translate that to the text. It takes it as it is for bytes of the *whole* text, and
    leaves it alone where the text has no such byte. Source: tokenizers 0.23
    tokenizer/pre_tokenizer.rs `into_encoding`, `convert`.

    >>> offsets("xéb", Aligned("b", (2,)), [(0, 1), (~1, ~9)])
    [2, 3, 1, 3]
    """
    return list(chain.from_iterable(_range(text, word, start, end) for start, end in positions))


def _range(text: str, word: Aligned, start: int, end: int) -> Offset:
    if end < 0:
        return _byte_range(text, ~start, ~end)
    if start < end:
        return word.span(start, end)
    begins, _ = word.span(start, start + 1)  # sentencepiece: all bytes of a character but the last
    return begins, begins


def _byte_range(text: str, start: int, end: int) -> Offset:
    """The characters of a range of bytes; what ends outside is cut as the library cuts it."""
    char_of_byte = _char_of_byte(text)
    if start >= len(char_of_byte):
        return start, end
    if end < len(char_of_byte):
        return char_of_byte[start], char_of_byte[end]
    if end - 1 < len(char_of_byte):
        return char_of_byte[start], char_of_byte[end - 1] + 1
    return char_of_byte[start], char_of_byte[start] + 2


@lru_cache(maxsize=1)  # wanted for each such token of one text, and no longer
def _char_of_byte(text: str) -> list[int]:
    return [at for at, char in enumerate(text) for _ in char.encode()]
