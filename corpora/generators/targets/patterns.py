"""The edges of every split pattern of a pipeline: each string alone, beside a word, in pairs."""

from collections.abc import Iterator
from itertools import zip_longest

from tokparity.corpora.generators.targets.kind import Kind, sound, texts
from tokparity.corpora.generators.targets.parts import cutting, rewriting
from tokparity.corpora.generators.targets.pattern_examples import branches
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.pre_tokenizers.byte_level import GPT2, ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.llama_cpp import LlamaCppSplit
from tokparity.reference_impl.pre_tokenizers.matches import Matches
from tokparity.reference_impl.regexes.parse import parse
from tokparity.reference_impl.regexes.search import Literal, Regex
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_GENERIC = (
    r"\s+|\w+|[^\w\s]+",
    r"[\p{P}]|\p{N}+",
)
"""Where stages cut without a pattern: by white space, words, punctuation, digits."""


def sources(tokenizer: Tokenizer) -> list[str]:
    """The patterns of the normalizer and the pre-tokenizer, each once, in order."""
    patterns_found: list[str] = []
    for part in (*rewriting(tokenizer), *cutting(tokenizer)):
        match part:
            case Regex(source):
                patterns_found.append(source)
            case LlamaCppSplit(patterns):
                patterns_found += patterns
            case Matches(source):
                patterns_found.append(source)
            case ByteLevelPreTokenizer(use_regex=True):
                patterns_found.append(GPT2.pattern)
    return list(dict.fromkeys(patterns_found))


def literals(tokenizer: Tokenizer) -> list[str]:
    """The strings that stages look for."""
    every = (*rewriting(tokenizer), *cutting(tokenizer))
    return [part.text for part in every if isinstance(part, Literal) and part.text]


def edges(tokenizer: Tokenizer) -> tuple[Kind[str], ...]:
    """The kinds of a pipeline's patterns: strings at their edges, and every two of these."""
    singles = [single for single in _strings(tokenizer) if single and sound(single)]

    def pair(number: int) -> str:
        left, right = divmod(number, len(singles))
        return singles[left] + singles[right]

    def forms() -> Iterator[str]:
        for single in singles:
            yield from (
                single,
                f"a{single}",
                f"{single}b",
                f" {single}",
                f"{single} x",
                f"{single}\n",
            )

    return (
        texts("edges of patterns", forms(), pack=1),
        Kind("pairs of edges", len(singles) ** 2, pair, 8, ("\n", " ", "a", "x ", ""), 0.5),
    )


def _strings(tokenizer: Tokenizer) -> list[str]:
    """Of every branch of every pattern in turn: what is cut off at the end are far-fetched ones."""
    lists: list[list[str]] = []
    for source in sources(tokenizer) or _GENERIC:
        try:
            lists += branches(parse(source))
        except TokparityError:
            continue  # another dialect's: its characters are met elsewhere
    for literal in literals(tokenizer):
        lists.append([literal, literal * 2, literal[:-1] or "x", f"a{literal}b", literal * 3])
    rows = zip_longest(*lists, fillvalue="")
    return list(dict.fromkeys(string for row in rows for string in row if string))[:600]
