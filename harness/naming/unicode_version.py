"""Whether two sides part only as their Unicode tables are of two versions: then both are right.

Libraries bring tables of their own, years apart: what one takes for a letter is unassigned in
another. A text shows that, and nothing else, where the sides agree once each character that the
tables judge otherwise has another of its kind in its place.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache

import regex

from tokparity.harness.naming.character_classes import relatives
from tokparity.harness.naming.passage import Passage, first_that_matters
from tokparity.reference_impl.contract import Stage
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.normalizers.bert_basic import BertBasicNormalizer
from tokparity.reference_impl.normalizers.llama_wpm import LlamaLowercase, LlamaWPMNormalizer
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.nfd import NFD
from tokparity.reference_impl.normalizers.nfkc import NFKC
from tokparity.reference_impl.normalizers.nfkd import NFKD
from tokparity.reference_impl.normalizers.strip_accents import StripAccents
from tokparity.reference_impl.pre_tokenizers.bert import BertPreTokenizer
from tokparity.reference_impl.pre_tokenizers.bert_basic import BertBasicPreTokenizer
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.llama_cpp import LlamaCppSplit
from tokparity.reference_impl.pre_tokenizers.llama_wpm import LlamaWPMPreTokenizer
from tokparity.reference_impl.pre_tokenizers.matches import Matches
from tokparity.reference_impl.pre_tokenizers.punctuation import Punctuation
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.unicode import classes, llama_cpp, oniguruma, rust_classes
from tokparity.reference_impl.unicode.cpython import python_unicode
from tokparity.reference_impl.unicode.lower_case import lower_case
from tokparity.reference_impl.unicode.normalization import mapping

OTHERS = 12
"""Others of its kind that may stand for a character."""

Asks = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Tables:
    """Tables of one library: their version, and what they say of a character, by question.

    A version is the library's own word, or that of Unicode's files whose counts of letters, numbers
    or punctuation the tables have.
    """

    version: str
    questions: Mapping[str, Asks]

    def judges_as(self, other: "Tables", char: str) -> bool:
        """Whether both answer alike what both are asked."""
        return all(
            asks(char) == other.questions[name](char)
            for name, asks in self.questions.items()
            if name in other.questions
        )


_CATEGORIES = {
    "letter": "L",
    "number": "N",
    "punctuation": "P",
    "symbol": "S",
    "mark": "M",
    "undefined": "Cn",
}


@cache
def _llama_cpp() -> Tables:
    """src/unicode-data.cpp of b11549: 136,726 letters, as Unicode 15.1 has."""

    def is_a(name: str) -> Asks:
        return lambda char: llama_cpp.is_in(name, char)

    questions = {name: is_a(name) for name in _CATEGORIES}
    questions["decomposes"] = lambda char: llama_cpp.nfd(char) != char
    questions["lowers"] = lambda char: llama_cpp.lower(char) != char
    return Tables("15.1", questions)


def _matching(expression: str) -> Asks:
    pattern = regex.compile(expression, regex.VERSION1)
    return lambda char: pattern.match(char) is not None


@cache
def _oniguruma() -> Tables:
    """Of tokenizers 0.23.3: 141,028 letters and 1,911 numbers, as Unicode 16.0 has."""
    by_name = oniguruma.classes()
    return Tables(
        "16.0",
        {name: _matching(by_name[short.lower()]) for name, short in _CATEGORIES.items()},
    )


@cache
def _rust() -> Tables:
    """Of the regex crate in tiktoken: the same counts."""
    return Tables(
        "16.0",
        {
            name: _matching(rust_classes.category(short) or "")
            for name, short in _CATEGORIES.items()
        },
    )


@cache
def _old() -> Tables:
    """Of the crate unicode_categories 0.1.1 of 2016: punctuation of Unicode 8.0, none of 9.0."""
    return Tables("8.0", {"punctuation": lambda char: char in classes.characters("punctuation")})


@cache
def _forms() -> Tables:
    """Of the crate unicode-normalization-alignments 0.1.12 (tables.rs, UNICODE_VERSION)."""
    canonical = mapping("canonical")
    return Tables("9.0", {"decomposes": lambda char: char in canonical})


@cache
def _rust_letters() -> Tables:
    """Of Rust's `char`: 1,924 numbers, as Unicode 17.0 has."""
    lowers = lower_case()
    return Tables("17.0", {"lowers": lambda char: lowers.get(char, char) != char})


@cache
def _cpython(version: str) -> Tables:
    tables = python_unicode(version)
    return Tables(
        version.removesuffix(".0"),
        {
            "punctuation": tables.is_punctuation,
            "decomposes": lambda char: char in tables.canonical,
            "lowers": lambda char: tables.lower_case.get(char, char) != char,
        },
    )


def tables_of(stage: object) -> list[Tables]:
    """The tables that a stage asks, those of its parts among them; none where it asks none."""
    match stage:
        case LlamaCppSplit() | LlamaWPMPreTokenizer() | LlamaWPMNormalizer() | LlamaLowercase():
            return [_llama_cpp()]
        case Split() | ByteLevelPreTokenizer():
            return [_oniguruma()]
        case Matches():
            return [_rust()]
        case BertPreTokenizer() | Punctuation():
            return [_old()]
        case NFC() | NFD() | NFKC() | NFKD() | StripAccents():
            return [_forms()]
        case BertNormalizer():
            return [_forms(), _rust_letters()]
        case Lowercase():
            return [_rust_letters()]
        case BertBasicNormalizer(unicode_version=version):
            return [_cpython(version)]
        case BertBasicPreTokenizer(unicode_version=version):
            return [_cpython(version)]
        case _ if is_dataclass(stage):
            values = (getattr(stage, member.name) for member in fields(stage) if member.compare)
            parts = (value for value in values if isinstance(value, tuple))
            return [tables for part in parts for each in part for tables in tables_of(each)]
        case _:
            return []


def unicode_versions(left: Passage, right: Passage, stage: Stage) -> tuple[str, str] | None:
    """Both versions, where nothing but them makes the stage matter; None where something else does.

    `stage` is the first that matters of the two.
    """
    if stage not in ("normalizer", "pre_tokenizer"):
        return None
    mine, theirs = (tables_of(getattr(side.tokenizer, stage)) for side in (left, right))
    for first in mine:
        for second in theirs:
            if first.version != second.version and _only_by(first, second, left, right, stage):
                return first.version, second.version
    return None


def _only_by(first: Tables, second: Tables, left: Passage, right: Passage, stage: Stage) -> bool:
    text = left.case.text
    instead = {char: _settled(char, first, second) for char in dict.fromkeys(text)}
    other = "".join(instead[char] for char in text)
    if other == text:
        return False
    turned = (replace(side, case=replace(side.case, text=other)) for side in (left, right))
    return first_that_matters(*turned) != stage


def _settled(char: str, first: Tables, second: Tables) -> str:
    """The character, or another of its kind if the tables do not judge it alike."""
    if first.judges_as(second, char):
        return char
    others = (other for other in relatives(char, OTHERS) if first.judges_as(second, other))
    return next(others, char)
