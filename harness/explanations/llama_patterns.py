"""Patterns as llama.cpp has them, or as it should: its tables, and what it knows of case."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import ClassVar

from tokparity.harness.fault_models.pre_tokenizers.patterns import change_patterns, with_classes
from tokparity.harness.fault_models.stages import change_pre_tokenizers
from tokparity.reference_impl.pre_tokenizers.llama_cpp import LlamaCppSplit
from tokparity.reference_impl.pre_tokenizers.llama_cpp_bytes import read
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, PreTokenizerSequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.regexes.search import Regex
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.unicode import llama_cpp
from tokparity.reference_impl.unicode.ranges import to_ranges
from tokparity.reports.records.explanation import Explanation


def unicode_of_llama_cpp(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    r"""The patterns with llama.cpp's tables in the place of \p{L}, \p{N}, \p{P}, \p{S} and \p{M};
    of the letters of one case those that are letters there."""
    return change_patterns(tokenizer, partial(with_classes, members=_llama_classes()))


_CONTRACTIONS = {
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)": "(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])",
    "'(?i:[sdmt]|ll|ve|re)": "'(?:[sSdDmMtT]|[lL][lL]|[vV][eE]|[rR][eE])",
}
"""As tokenizer files write them, and within ASCII."""


def contractions_of_ascii(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """An apostrophe and U+017F, the long s, are no contraction to llama.cpp."""

    def change(source: str) -> str:
        for any_case, ascii_case in _CONTRACTIONS.items():
            source = source.replace(any_case, ascii_case)
        return source

    return change_patterns(tokenizer, change)


_OF_ASCII = re.compile(r"\(\(\?=\[\\p\{L\}(?:\\p\{M\})?\]\)\(\[\^(a-z|A-Z)\]\)\)")
_CAPITAL, _SMALL = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"


@dataclass(frozen=True, slots=True)
class CasesKnown:
    """llama.cpp's way of cutting, with patterns that know capitals from small letters."""

    COMPONENT: ClassVar[str] = "LlamaCppSplit"

    cuts: PreTokenizerSequence

    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        """As every pre-tokenizer."""
        return self.cuts.pre_tokenize([read(piece) for piece in pieces])


def knows_cases(tokenizer: Tokenizer, _: Explanation) -> Tokenizer:
    """llama.cpp's patterns that take what is no "a" to "z" for a capital, and what is none of "A"
    to "Z" for a small letter (src/llama-vocab.cpp b11549, `llm_tokenizer_bpe`), with the classes
    that these stand for, by its own tables."""

    def change(part: PreTokenizer) -> PreTokenizer:
        if not isinstance(part, LlamaCppSplit) or not any(map(_OF_ASCII.search, part.patterns)):
            return part
        known = (
            _OF_ASCII.sub(lambda near: _CAPITAL if near[1] == "a-z" else _SMALL, pattern)
            for pattern in part.patterns
        )
        sources = (with_classes(pattern, _llama_classes()) for pattern in known)
        splits = (Split(Regex(source), "Isolated", invert=False) for source in sources)
        return CasesKnown(PreTokenizerSequence(tuple(splits)))

    return change_pre_tokenizers(tokenizer, change)


@cache
def _llama_classes() -> Mapping[str, str]:
    classes = {"L": "letter", "N": "number", "P": "punctuation", "S": "symbol", "M": "mark"}
    members = {rf"\p{{{short}}}": _members(name) for short, name in classes.items()}
    letters = members[r"\p{L}"]
    cased = (rf"\p{{{short}}}" for short in ("Lu", "Ll", "Lt", "Lm", "Lo"))
    return members | {name: f"[{name}&&[{letters}]]" for name in cased}


@cache
def _members(name: str) -> str:
    points = sorted(map(ord, llama_cpp.every(name)))
    return "".join(
        _literal(first) if first == last else f"{_literal(first)}-{_literal(last)}"
        for first, last in to_ranges(points)
    )


def _literal(point: int) -> str:
    """Within a class."""
    return rf"\{chr(point)}" if chr(point) in "[]\\^-&" else chr(point)


CHANGES: dict[str, Callable[[Tokenizer, Explanation], Tokenizer]] = {
    "unicode-of-llama-cpp": unicode_of_llama_cpp,
    "llama-knows-cases": knows_cases,
    "contractions-of-ascii": contractions_of_ascii,
}
"""By the name that a ledger entry calls it."""
