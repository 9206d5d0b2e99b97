"""Words too long for what holds them: merged in parts, told by their beginning, or cut."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from tokparity.harness.fault_models.changed_model import TokenSpan, with_found
from tokparity.harness.fault_models.fault_model import Family
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.pre_tokenizers.byte_level import GPT2, ByteLevel
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, Sequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.regexes.search import Regex
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def in_parts(length: int) -> Callable[[Tokenizer], Tokenizer]:
    """Words are merged in parts of so many characters (bytes, where they are spelled)."""

    def make(model: Model) -> Callable[[str], tuple[TokenSpan, ...]]:
        def find(word: str) -> tuple[TokenSpan, ...]:
            if len(word) <= length:
                return model.tokenize(word)
            return tuple(
                (token_id, at + start, at + end)
                for at in range(0, len(word), length)
                for token_id, start, end in model.tokenize(word[at : at + length])
            )

        return find

    return lambda tokenizer: _finding(tokenizer, make)


def by_beginning(length: int) -> Callable[[Tokenizer], Tokenizer]:
    """A word is looked up in a cache by its first characters, and met there with no others."""

    def make(model: Model) -> Callable[[str], tuple[TokenSpan, ...]]:
        return lambda word: model.tokenize(word[:length])

    return lambda tokenizer: _finding(tokenizer, make)


def by_ends(length: int) -> Callable[[Tokenizer], Tokenizer]:
    """A longer word is taken for the one that its first and its last half of these make. ValueError
    for fewer than two: one character has no two ends."""
    if length < 2:
        raise ValueError(f"{length} has no two ends")

    def make(model: Model) -> Callable[[str], tuple[TokenSpan, ...]]:
        half = length // 2

        def find(word: str) -> tuple[TokenSpan, ...]:
            return model.tokenize(word if len(word) <= length else word[:half] + word[-half:])

        return find

    return lambda tokenizer: _finding(tokenizer, make)


def limited(characters: int) -> Callable[[Tokenizer], Tokenizer]:
    """The limit of WordPiece is another one than the file's."""

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        model = tokenizer.model
        if not isinstance(model, WordPiece) or model.max_input_chars_per_word == characters:
            return tokenizer
        return replace(tokenizer, model=replace(model, max_input_chars_per_word=characters))

    return apply


def cut(length: int) -> Callable[[Tokenizer], Tokenizer]:
    """What is cut as one word is cut again after so many characters."""

    def apply(tokenizer: Tokenizer) -> Tokenizer:
        old = tokenizer.pre_tokenizer
        match old:
            case Sequence((*parts, ByteLevel(use_regex=False) as last)):
                new: PreTokenizer = Sequence((*parts, _Shorter(length), last))
            case ByteLevel(use_regex=True, add_prefix_space=False):
                words = Split(Regex(GPT2.pattern), "Isolated", invert=False)
                new = Sequence((words, _Shorter(length), replace(old, use_regex=False)))
            case None:
                return tokenizer
            case _:
                new = Sequence((old, _Shorter(length)))
        return replace(tokenizer, pre_tokenizer=new)

    return apply


@dataclass(frozen=True, slots=True)
class _Shorter:
    length: int

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        if all(len(piece) <= self.length for piece in pieces):
            return pieces
        return [
            piece[at : at + self.length]
            for piece in pieces
            for at in range(0, len(piece), self.length)
        ]


def _finding(
    tokenizer: Tokenizer, make: Callable[[Model], Callable[[str], tuple[TokenSpan, ...]]]
) -> Tokenizer:
    model = tokenizer.model
    if not isinstance(model, BPE | LlamaBPE | LlamaSPM | TiktokenBPE | WordPiece):
        return tokenizer
    if not any(len(piece) > 1 for piece in model.vocab):
        return tokenizer
    return with_found(tokenizer, make(model))


FAMILIES = (
    Family("words-in-parts", "model", "merges words in parts of {length}", in_parts),
    Family("words-by-beginning", "model", "looks at the first {length} of a word", by_beginning),
    Family("words-by-ends", "model", "looks at {length} of a word, at its two ends", by_ends),
    Family("word-limit", "model", "takes words of over {characters} for too long", limited),
    Family("words-cut", "pre_tokenizer", "cuts words after {length} characters", cut),
)
