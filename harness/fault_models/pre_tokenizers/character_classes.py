"""Classes of characters taken wrong: of ASCII alone, of an old Unicode, one for another."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from unicodedata import ucd_3_2_0

import regex

from tokparity.harness.fault_models.fault_model import Change, family, fault_model
from tokparity.harness.fault_models.pre_tokenizers.patterns import (
    change_patterns,
    changed_pattern,
    with_classes,
)
from tokparity.harness.fault_models.stages import change_pre_tokenizers
from tokparity.reference_impl.pre_tokenizers.bert import BertPreTokenizer
from tokparity.reference_impl.pre_tokenizers.byte_level import GPT2, ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.digits import Digits
from tokparity.reference_impl.pre_tokenizers.llama_cpp import LlamaCppSplit
from tokparity.reference_impl.pre_tokenizers.metaspace import MetaspacePreTokenizer
from tokparity.reference_impl.pre_tokenizers.punctuation import Punctuation
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, PreTokenizerSequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.pre_tokenizers.splitting import Behavior
from tokparity.reference_impl.pre_tokenizers.whitespace import Whitespace
from tokparity.reference_impl.pre_tokenizers.whitespace_split import WhitespaceSplit
from tokparity.reference_impl.regexes.search import Regex
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.unicode.ranges import LAST, to_ranges

_NUMBER_BRANCH = re.compile(r"(?:(?<=\|)|^)\\p\{N\}(?:\{1,3\})?(?=\||$)")
"""A whole alternative that takes a number, digit by digit or in threes."""
_LETTERS = {r"\p{L}": "A-Za-z", r"\p{Lu}": "A-Z", r"\p{Ll}": "a-z"}
_NUMBERS = {r"\p{N}": "0-9", r"\p{Nd}": "0-9"}
_SPACES = {r"\s": r"\t\n\x0b\f\r "}
_ASCII_PUNCTUATION = r"!-/:-@\[-`\{-~"
_PUNCTUATION = Regex(f"[{_ASCII_PUNCTUATION}]")
_WORDS = Regex(r"[A-Za-z0-9_]+|[^A-Za-z0-9_\s]+")


@fault_model("digits-joined", "pre_tokenizer", "keeps the digits of a number together")
def digits_joined(tokenizer: Tokenizer) -> Tokenizer:
    r"""`Digits` never cuts inside a number, and a branch `\p{N}` or `\p{N}{1,3}` of a pattern
    takes the whole number."""
    joined = _joined(tokenizer.pre_tokenizer)
    if joined == tokenizer.pre_tokenizer:
        return tokenizer
    return replace(tokenizer, pre_tokenizer=joined)


def _joined(pre_tokenizer: PreTokenizer | None) -> PreTokenizer | None:
    match pre_tokenizer:
        case Digits(individual_digits=True):
            return Digits(individual_digits=False)
        case Split(Regex(source)) as split:
            return replace(split, pattern=Regex(_NUMBER_BRANCH.sub(r"\\p{N}+", source)))
        case PreTokenizerSequence(parts):
            joined = (_joined(part) for part in parts)
            return PreTokenizerSequence(tuple(part for part in joined if part is not None))
    return pre_tokenizer


@fault_model("ascii-letters", "pre_tokenizer", "knows only the letters of ASCII")
def ascii_letters(tokenizer: Tokenizer) -> Tokenizer:
    r"""`\p{L}` is [A-Za-z]."""
    return change_patterns(tokenizer, lambda source: with_classes(source, _LETTERS))


@fault_model("ascii-numbers", "pre_tokenizer", "knows only the digits 0 to 9")
def ascii_numbers(tokenizer: Tokenizer) -> Tokenizer:
    r"""`\p{N}` is [0-9], and `Digits` sees no others."""
    return change_pre_tokenizers(tokenizer, _of_ascii_numbers)


@fault_model(
    "ascii-spaces",
    "pre_tokenizer",
    "knows only the white space of ASCII",
    "ggml-org/llama.cpp#7530",
)
def ascii_spaces(tokenizer: Tokenizer) -> Tokenizer:
    r"""`\s` is the white space of ASCII, and `WhitespaceSplit` cuts nowhere else."""
    return change_pre_tokenizers(tokenizer, _of_ascii_spaces)


@fault_model("ascii-punctuation", "pre_tokenizer", "knows only the punctuation of ASCII")
def ascii_punctuation(tokenizer: Tokenizer) -> Tokenizer:
    """Punctuation beyond ASCII is not cut at."""
    return change_pre_tokenizers(tokenizer, _of_ascii_punctuation)


@fault_model("ascii-words", "pre_tokenizer", "knows only words of letters of ASCII")
def ascii_words(tokenizer: Tokenizer) -> Tokenizer:
    r"""`\w` of `Whitespace` is [A-Za-z0-9_]."""
    return change_pre_tokenizers(
        tokenizer,
        lambda part: (
            Split(_WORDS, "Removed", invert=True) if isinstance(part, Whitespace) else part
        ),
    )


def _of_ascii_numbers(part: PreTokenizer) -> PreTokenizer:
    if isinstance(part, Digits):
        behavior: Behavior = "Isolated" if part.individual_digits else "Contiguous"
        return Split(Regex("[0-9]"), behavior, invert=False)
    return changed_pattern(part, _naming(_NUMBERS))


def _of_ascii_spaces(part: PreTokenizer) -> PreTokenizer:
    if isinstance(part, WhitespaceSplit):
        return Split(Regex(with_classes(r"\s", _SPACES)), "Removed", invert=False)
    return changed_pattern(part, _naming(_SPACES))


def _of_ascii_punctuation(part: PreTokenizer) -> PreTokenizer:
    match part:
        case Punctuation(behavior):
            return Split(_PUNCTUATION, behavior, invert=False)
        case BertPreTokenizer():
            return PreTokenizerSequence(
                (WhitespaceSplit(), Split(_PUNCTUATION, "Isolated", invert=False))
            )
    return changed_pattern(part, _naming({r"\p{P}": _ASCII_PUNCTUATION}))


def _naming(members: dict[str, str]) -> Callable[[str], str]:
    return lambda source: with_classes(source, members)


@fault_model(
    "letters-of-old-unicode",
    "pre_tokenizer",
    "knows only the letters and numbers of an old Unicode version",
    "marcelroed/gigatoken#37",
)
def letters_of_old_unicode(tokenizer: Tokenizer) -> Tokenizer:
    r"""What was assigned later is neither `\p{L}` nor `\p{N}`."""

    def changed(part: PreTokenizer) -> PreTokenizer:
        if isinstance(part, LlamaCppSplit):  # most of its patterns see categories, no characters
            return part
        return changed_pattern(part, _aged)

    return change_pre_tokenizers(tokenizer, changed)


def _aged(source: str) -> str:
    if r"\p{L}" not in source and r"\p{N}" not in source:
        return source
    return with_classes(source, {r"\p{L}": _members("L"), r"\p{N}": _members("N")})


@cache
def _members(category: str) -> str:
    """The inside of a class: no letter or number needs an escape."""
    points = [at for at in range(LAST + 1) if ucd_3_2_0.category(chr(at))[0] == category]
    return "".join(
        chr(first) if first == last else f"{chr(first)}-{chr(last)}"
        for first, last in to_ranges(points)
    )


@family(
    "characters-mistaken",
    "pre_tokenizer",
    "takes what is from code point {first} to {last} for {other!r}",
)
def characters_mistaken(first: int, last: int, other: str) -> Change:
    """Characters from code point `first` to `last` are judged as if they were `other`."""
    sought = regex.compile(f"[{regex.escape(chr(first))}-{regex.escape(chr(last))}]")

    def changed(part: PreTokenizer) -> PreTokenizer:
        match part:
            case ByteLevelPreTokenizer(use_regex=True, add_prefix_space=False):
                words = Split(Regex(GPT2.pattern), "Isolated", invert=False)
                spells = replace(part, use_regex=False)
                return PreTokenizerSequence((_Mistaken(words, sought, other), spells))
            case (
                ByteLevelPreTokenizer() | MetaspacePreTokenizer()
            ):  # these write what they do not cut
                return part
        return _Mistaken(part, sought, other)

    return lambda tokenizer: change_pre_tokenizers(tokenizer, changed)


@dataclass(frozen=True, slots=True)
class _Mistaken:
    """`inner` only cuts and leaves out."""

    inner: PreTokenizer
    sought: "regex.Pattern[str]"
    other: str

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        if not any(self.sought.search(piece.text) for piece in pieces):
            return self.inner.pre_tokenize(pieces)
        cut: list[Aligned] = []
        for piece in pieces:
            mistaken = Aligned(self.sought.sub(self.other, piece.text), range(len(piece)))
            for part in self.inner.pre_tokenize([mistaken]):
                at = part.origin[0] if part.text else 0
                cut.append(piece[at : at + len(part)])
        return cut


FAULT_MODELS = (
    digits_joined,
    ascii_letters,
    ascii_numbers,
    ascii_spaces,
    ascii_punctuation,
    ascii_words,
    letters_of_old_unicode,
)

FAMILIES = (characters_mistaken,)
