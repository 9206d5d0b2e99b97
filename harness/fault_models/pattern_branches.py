r"""Alternatives that are missing from a pattern, or match what they should not."""

import re

from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.harness.fault_models.patterns import change_patterns
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_SUFFIXES = "'s|'t|'re|'ve|'m|'ll|'d"
_CONTRACTIONS = (f"(?i:{_SUFFIXES})|", f"{_SUFFIXES}|", "'(?i:[sdmt]|ll|ve|re)|")
_POSSESSIVE = re.compile(
    r"\\.|\[(?:\\.|[^\]\\])*\]|([?*+]|\{\d+(?:,\d*)?\})\+", re.DOTALL | re.ASCII
)
_DIGITS = re.compile(r"\\p\{N\}(?:\{1,3\}|\+)\+?")


def case_of_contractions(tokenizer: Tokenizer) -> Tokenizer:
    """'S, 'LL and the like are no contractions where they should be."""
    return change_patterns(tokenizer, lambda source: source.replace("(?i:", "(?:"))


def any_case_of_contractions(tokenizer: Tokenizer) -> Tokenizer:
    """'S, 'LL and the like are contractions where only small letters should be."""

    def change(source: str) -> str:
        begins = source.startswith(_SUFFIXES + "|")
        return f"(?i:{_SUFFIXES}){source[len(_SUFFIXES) :]}" if begins else source

    return change_patterns(tokenizer, change)


def no_contractions(tokenizer: Tokenizer) -> Tokenizer:
    """The alternative of contractions is missing."""
    return _without(tokenizer, *_CONTRACTIONS)


def no_look_ahead(tokenizer: Tokenizer) -> Tokenizer:
    r"""`\s+(?!\S)` is missing, as in an engine that knows no look-ahead: the last space of a run
    stays with the others."""
    return _without(tokenizer, r"\s+(?!\S)|")


def no_newlines(tokenizer: Tokenizer) -> Tokenizer:
    """The alternative of newlines is missing."""
    return _without(tokenizer, r"\s*[\r\n]+|", r"\s*[\r\n]|")


def no_ideographs(tokenizer: Tokenizer) -> Tokenizer:
    r"""The alternative of `\p{Han}` is missing."""
    return _without(tokenizer, r"[\p{Han}]+|", r"\p{Han}+|")


def digits_alone(tokenizer: Tokenizer) -> Tokenizer:
    """Each digit is cut off where several may go together."""
    return change_patterns(tokenizer, lambda source: _DIGITS.sub(lambda _: r"\p{N}", source))


def greedy(tokenizer: Tokenizer) -> Tokenizer:
    """Possessive quantifiers give back, as in an engine that does not know them."""
    return change_patterns(
        tokenizer, lambda source: _POSSESSIVE.sub(lambda one: one[1] or one[0], source)
    )


def _without(tokenizer: Tokenizer, *branches: str) -> Tokenizer:
    """Takes out the first of the branches that a pattern has."""

    def change(source: str) -> str:
        found = next((branch for branch in branches if branch in source), "")
        return source.replace(found, "", 1)

    return change_patterns(tokenizer, change)


FAULT_MODELS = (
    FaultModel(
        "case-of-contractions",
        "pre_tokenizer",
        "knows contractions only in small letters",
        case_of_contractions,
        "ggml-org/llama.cpp#14642",
    ),
    FaultModel(
        "any-case-of-contractions",
        "pre_tokenizer",
        "knows contractions in capitals too",
        any_case_of_contractions,
    ),
    FaultModel(
        "no-contractions", "pre_tokenizer", "does not cut contractions off", no_contractions
    ),
    FaultModel(
        "no-look-ahead",
        "pre_tokenizer",
        "does not leave the last space of several to the word behind it",
        no_look_ahead,
    ),
    FaultModel(
        "no-newline-branch",
        "pre_tokenizer",
        "takes newlines for any white space",
        no_newlines,
        "chonkie-ai/autotiktokenizer#22",
    ),
    FaultModel(
        "no-han-branch",
        "pre_tokenizer",
        "takes ideographs for any letters",
        no_ideographs,
        "ggml-org/llama.cpp#14642",
    ),
    FaultModel(
        "digits-alone",
        "pre_tokenizer",
        "cuts numbers into single digits",
        digits_alone,
    ),
    FaultModel(
        "possessive-as-greedy",
        "pre_tokenizer",
        "gives back what a possessive quantifier took",
        greedy,
        "ggml-org/llama.cpp#12677",
    ),
)
