"""How llama.cpp normalizes, cuts and splits BERT's words, with single ways of it taken away."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from unicodedata import category

from tokparity.reference_impl.decoders.joined_wordpiece import JoinedWordPiece
from tokparity.reference_impl.decoders.wordpiece import WordPieceDecoder
from tokparity.reference_impl.models.llama.wpm import LlamaWPM
from tokparity.reference_impl.normalizers.bert import IDEOGRAPHS, BertNormalizer
from tokparity.reference_impl.normalizers.bert_basic import BertBasicNormalizer
from tokparity.reference_impl.normalizers.llama_wpm import LlamaWPMNormalizer
from tokparity.reference_impl.normalizers.nfd import NFD
from tokparity.reference_impl.pre_tokenizers.bert import BertPreTokenizer
from tokparity.reference_impl.pre_tokenizers.llama_wpm import LlamaWPMPreTokenizer
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.unicode import llama_cpp
from tokparity.reference_impl.unicode.classes import characters
from tokparity.reference_impl.unicode.lower_case import lower_case
from tokparity.reports.records.explanation import Explanation

_NO_CHARACTER = "\ue001"
"""Of the private use area: no piece has it."""
_OTHER_MARKS = ("Mc", "Me")
"""Marks that are not nonspacing: tokenizers keeps them."""


@dataclass(frozen=True, slots=True)
class WpmNormalizer:
    """llama.cpp's normalizer of BERT without some of its ways.

    `whole` keeps all parts of a decomposition, `spacing` keeps marks that are not nonspacing,
    `tables` are those of tokenizers.
    """

    whole: bool = False
    spacing: bool = False
    tables: bool = False

    def normalize(self, text: Aligned) -> Aligned:
        """Each character on its own, as llama.cpp does it."""
        chars: list[str] = []
        origin: list[tuple[int, int]] = []
        for at, char in enumerate(text.text):
            if self._is_control(char):
                continue
            parts = NFD().normalize(Aligned.of(char)).text if self.whole else llama_cpp.nfd(char)
            for part in parts:
                is_space = self._is_space(part)
                if self._is_mark(part) and not is_space:
                    continue
                lowered = lower_case().get(part, part) if self.tables else llama_cpp.lower(part)
                for letter in " " if is_space and self.tables else lowered:
                    chars.append(letter)
                    origin.append(text.origin[at])  # type: ignore[arg-type]  # a range or a list
        return Aligned("".join(chars), origin)  # type: ignore[arg-type]

    def _is_control(self, char: str) -> bool:
        if self.tables:
            return char in characters("bert_control")
        control = llama_cpp.is_control(char) or char in "\0\ufffd"
        return control and not llama_cpp.is_whitespace(char)

    def _is_space(self, char: str) -> bool:
        return char in characters("whitespace") if self.tables else llama_cpp.is_whitespace(char)

    def _is_mark(self, char: str) -> bool:
        if category(char) in _OTHER_MARKS and self.tables != self.spacing:
            return self.tables
        return char in characters("nonspacing_mark") if self.tables else llama_cpp.is_mark(char)


@dataclass(frozen=True, slots=True)
class IdeographsApart:
    """The punctuation of tokenizers, and ideographs alone."""

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        """As `BertPreTokenizer`, each ideograph a word."""
        words = []
        for piece in BertPreTokenizer().pre_tokenize(pieces):
            start = 0
            for at, char in enumerate(piece.text):
                if any(first <= ord(char) <= last for first, last in IDEOGRAPHS):
                    words += [piece[start:at]] * (start < at) + [piece[at : at + 1]]
                    start = at + 1
            words += [piece[start:]] * (start < len(piece))
        return words


def _normalized(tokenizer: Tokenizer, _: Explanation, **ways: bool) -> Tokenizer:
    normalizer: Any = tokenizer.normalizer
    if normalizer == LlamaWPMNormalizer(lowercase=True, strip_accents=True):
        normalizer = WpmNormalizer()
    if not isinstance(normalizer, WpmNormalizer):
        return tokenizer
    return replace(tokenizer, normalizer=replace(normalizer, **ways))


def punctuation(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """Cut at what is punctuation to tokenizers."""
    if not isinstance(tokenizer.pre_tokenizer, LlamaWPMPreTokenizer):
        return tokenizer
    return replace(tokenizer, pre_tokenizer=IdeographsApart())


@dataclass(frozen=True)  # no slots: as `LlamaWPM`
class WordPieceOfLlama(LlamaWPM):
    """llama.cpp's WordPiece without some of its ways.

    `reads_mark`: "▁" in a text is read as the mark of a word's start. `longest`: a longer word is
    the unknown token, as `max_input_chars_per_word` says in a tokenizer.json.
    """

    reads_mark: bool = True
    longest: int | None = None

    def tokenize(self, word: str) -> tuple[tuple[int, int, int], ...]:
        """The tokens of one word. Raises NoUnknownId."""
        if self.longest is not None and len(word) > self.longest:
            return self.unknown(word)
        return super().tokenize(word if self.reads_mark else word.replace("▁", _NO_CHARACTER))


def _word_pieces(tokenizer: Tokenizer, **ways: Any) -> Tokenizer:
    model = tokenizer.model
    if not isinstance(model, LlamaWPM):
        return tokenizer
    if not isinstance(model, WordPieceOfLlama):
        model = WordPieceOfLlama(model.vocab, model.unk)
    return replace(tokenizer, model=replace(model, **ways))


def mark_unread(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """U+2581 in a text is a character as any other."""
    return _word_pieces(tokenizer, reads_mark=False)


def longest_word(tokenizer: Tokenizer, explanation: Explanation) -> Tokenizer:
    """A word of more than `by` characters is unknown."""
    return _word_pieces(tokenizer, longest=int(explanation.by))


def rust_words(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """transformers' own BERT in Python reads words with the tables of `tokenizers`, which judge
    fewer characters, and in its order of steps."""
    match tokenizer.normalizer:
        case BertBasicNormalizer(_, lowercase, strip_accents, handle_chinese_chars, _):
            pass
        case _:
            return tokenizer
    return replace(
        tokenizer,
        normalizer=BertNormalizer(True, handle_chinese_chars, strip_accents, lowercase),
        pre_tokenizer=BertPreTokenizer(),
    )


def rust_pieces(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """It joins pieces as `tokenizers` does, piece by piece, and skips an id that there is not."""
    decoder = tokenizer.decoder
    if not isinstance(decoder, JoinedWordPiece):
        return tokenizer
    return replace(tokenizer, decoder=WordPieceDecoder("##", decoder.cleanup), outside=None)


CHANGES: dict[str, Callable[[Tokenizer, Explanation], Tokenizer]] = {
    "llama-bert-tables": partial(_normalized, tables=True),
    "llama-bert-punctuation": punctuation,
    "llama-bert-whole-decomposition": partial(_normalized, whole=True),
    "llama-bert-spacing-marks": partial(_normalized, spacing=True),
    "llama-bert-mark-unread": mark_unread,
    "llama-bert-longest-word": longest_word,
    "python-bert-rust-words": rust_words,
    "python-bert-rust-pieces": rust_pieces,
}
