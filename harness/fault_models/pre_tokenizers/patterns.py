"""Patterns of pre-tokenizers: alternatives missing, copied wrong, or those of another tokenizer."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from tokparity.harness.fault_models.fault_model import Change, FaultModel, family, fault_model
from tokparity.harness.fault_models.stages import change_pre_tokenizers
from tokparity.reference_impl.formats.gguf.pre_patterns import DEFAULT
from tokparity.reference_impl.pre_tokenizers.byte_level import GPT2, ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.llama_cpp import LlamaCppSplit
from tokparity.reference_impl.pre_tokenizers.llama_cpp_hand_written import GPT2 as LLAMA_GPT2
from tokparity.reference_impl.pre_tokenizers.matches import Matches
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, PreTokenizerSequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.regexes.search import Regex
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_ELEMENT = re.compile(r"\\p\{\w+\}|\\.|.", re.DOTALL | re.ASCII)
"""A class by its name, an escape, or one character."""
_SUFFIXES = "'s|'t|'re|'ve|'m|'ll|'d"
_CONTRACTIONS = (f"(?i:{_SUFFIXES})|", f"{_SUFFIXES}|", "'(?i:[sdmt]|ll|ve|re)|")
"""As Llama 3 writes them, as GPT-2 does, and as cl100k does."""
_POSSESSIVE = re.compile(
    r"\\.|\[(?:\\.|[^\]\\])*\]|([?*+]|\{\d+(?:,\d*)?\})\+", re.DOTALL | re.ASCII
)
"""A quantifier and the + that makes it possessive; escapes and classes are passed over."""
_DIGITS = re.compile(r"\\p\{N\}(?:\{1,3\}|\+)\+?")


def change_patterns(tokenizer: Tokenizer, change: Callable[[str], str]) -> Tokenizer:
    """The tokenizer with every pattern changed, that of `ByteLevel` included where it puts no
    space before words."""
    return change_pre_tokenizers(tokenizer, lambda part: changed_pattern(part, change))


def changed_pattern(part: PreTokenizer, change: Callable[[str], str]) -> PreTokenizer:
    """One pre-tokenizer with its pattern changed; the same object where it has none, or that
    stays."""
    match part:
        case Split(pattern=Regex(source)):
            new = change(source)
            return part if new == source else replace(part, pattern=Regex(new))
        case Matches(pattern=source):
            new = change(source)
            return part if new == source else Matches(new)
        case LlamaCppSplit(patterns=sources):
            listed = tuple(map(change, sources))
            return part if listed == sources else LlamaCppSplit(listed)
        case ByteLevelPreTokenizer(use_regex=True, add_prefix_space=False):
            new = change(GPT2.pattern)
            if new == GPT2.pattern:
                return part
            cuts = Split(Regex(new), "Isolated", invert=False)
            return PreTokenizerSequence((cuts, replace(part, use_regex=False)))
    return part


def with_classes(pattern: str, members: Mapping[str, str]) -> str:
    r"""The pattern with the members of some classes in the place of their names.

    >>> with_classes(r"[^\s\p{L}]+|\p{L}|\\p{L}", {r"\p{L}": "A-Za-z"})
    '[^\\sA-Za-z]+|[A-Za-z]|\\\\p{L}'
    """
    written: list[str] = []
    depth = 0
    for match in _ELEMENT.finditer(pattern):
        element = match[0]
        if element in members:
            element = members[element] if depth else f"[{members[element]}]"
        elif element == "[":
            depth += 1
        elif element == "]" and depth:
            depth -= 1
        written.append(element)
    return "".join(written)


@fault_model(
    "case-of-contractions",
    "pre_tokenizer",
    "knows contractions only in small letters",
    "ggml-org/llama.cpp#14642",
)
def case_of_contractions(tokenizer: Tokenizer) -> Tokenizer:
    """'S, 'LL and the like are no contractions where they should be."""
    return change_patterns(tokenizer, lambda source: source.replace("(?i:", "(?:"))


@fault_model("any-case-of-contractions", "pre_tokenizer", "knows contractions in capitals too")
def any_case_of_contractions(tokenizer: Tokenizer) -> Tokenizer:
    """'S, 'LL and the like are contractions where only small letters should be."""

    def change(source: str) -> str:
        begins = source.startswith(_SUFFIXES + "|")
        return f"(?i:{_SUFFIXES}){source[len(_SUFFIXES) :]}" if begins else source

    return change_patterns(tokenizer, change)


@fault_model("digits-alone", "pre_tokenizer", "cuts numbers into single digits")
def digits_alone(tokenizer: Tokenizer) -> Tokenizer:
    """Each digit is cut off where several may go together."""
    return change_patterns(tokenizer, lambda source: _DIGITS.sub(lambda _: r"\p{N}", source))


@fault_model(
    "possessive-as-greedy",
    "pre_tokenizer",
    "gives back what a possessive quantifier took",
    "ggml-org/llama.cpp#12677",
)
def possessive_as_greedy(tokenizer: Tokenizer) -> Tokenizer:
    """Possessive quantifiers give back, as in an engine that does not know them."""
    return change_patterns(
        tokenizer, lambda source: _POSSESSIVE.sub(lambda match: match[1] or match[0], source)
    )


def without_branch(*branches: str) -> Change:
    """The change that takes out the first of these alternatives that a pattern has."""

    def change(source: str) -> str:
        branch = next((branch for branch in branches if branch in source), "")
        return source.replace(branch, "", 1)

    return lambda tokenizer: change_patterns(tokenizer, change)


@family("pattern-reads", "pre_tokenizer", "has {put!r} in its pattern where {found!r} is to be")
def pattern_reads(found: str, put: str) -> Change:
    """Every pattern that has `found` has `put` in its place; "" leaves it out."""
    return lambda tokenizer: change_patterns(tokenizer, lambda text: text.replace(found, put))


@fault_model(
    "pattern-of-gpt2",
    "pre_tokenizer",
    "splits by GPT-2's pattern whatever the file says",
    "ggml-org/llama.cpp#6920",
)
def pattern_of_gpt2(tokenizer: Tokenizer) -> Tokenizer:
    """GPT-2's, for every pattern that names letters."""

    def changed(part: PreTokenizer) -> PreTokenizer:
        if isinstance(part, LlamaCppSplit):
            return part if part.patterns == (LLAMA_GPT2,) else LlamaCppSplit((LLAMA_GPT2,))
        return changed_pattern(part, lambda source: GPT2.pattern if r"\p{L}" in source else source)

    return change_pre_tokenizers(tokenizer, changed)


@fault_model(
    "pattern-of-no-pre",
    "pre_tokenizer",
    "splits as if the file named no pre-tokenizer",
    "ollama/ollama#4126",
)
def pattern_of_no_pre(tokenizer: Tokenizer) -> Tokenizer:
    """What llama.cpp does with a file that names no pre-tokenizer."""

    def changed(part: PreTokenizer) -> PreTokenizer:
        other = isinstance(part, LlamaCppSplit) and part.patterns != DEFAULT
        return LlamaCppSplit(DEFAULT) if other else part

    return change_pre_tokenizers(tokenizer, changed)


FAULT_MODELS = (
    case_of_contractions,
    any_case_of_contractions,
    FaultModel(
        "no-contractions",
        "pre_tokenizer",
        "does not cut contractions off",
        without_branch(*_CONTRACTIONS),
    ),
    # As in an engine that knows no look-ahead: the last space of a run stays with the others.
    FaultModel(
        "no-look-ahead",
        "pre_tokenizer",
        "does not leave the last space of several to the word behind it",
        without_branch(r"\s+(?!\S)|"),
    ),
    FaultModel(
        "no-newline-branch",
        "pre_tokenizer",
        "takes newlines for any white space",
        without_branch(r"\s*[\r\n]+|", r"\s*[\r\n]|"),
        "chonkie-ai/autotiktokenizer#22",
    ),
    FaultModel(
        "no-han-branch",
        "pre_tokenizer",
        "takes ideographs for any letters",
        without_branch(r"[\p{Han}]+|", r"\p{Han}+|"),
        "ggml-org/llama.cpp#14642",
    ),
    digits_alone,
    possessive_as_greedy,
    pattern_of_gpt2,
    pattern_of_no_pre,
)

FAMILIES = (pattern_reads,)
