"""Patterns of a pipeline, as targets."""

from dataclasses import replace

import pytest

from tokparity.corpora.generators.targets import patterns
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.pre_tokenizers.llama_cpp import LlamaCppSplit
from tokparity.reference_impl.pre_tokenizers.matches import Matches
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizer, PreTokenizerSequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.regexes.search import Literal, Regex
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)


@pytest.mark.parametrize(
    ("part", "source"),
    [
        (Split(Regex(LLAMA3), "Isolated", invert=False), LLAMA3),
        (PreTokenizerSequence((Split(Regex("a+"), "Removed", invert=True),)), "a+"),
        (Matches(LLAMA3), LLAMA3),
        (LlamaCppSplit((r"\p{N}",)), r"\p{N}"),
    ],
    ids=["split", "sequence", "tiktoken", "llama.cpp"],
)
def test_patterns_are_found(part: PreTokenizer, source: str, tokenizer: Tokenizer) -> None:
    assert patterns.sources(replace(tokenizer, pre_tokenizer=part)) == [source]


def test_gpt2s_own_pattern_is_one(tokenizer: Tokenizer) -> None:
    assert patterns.sources(tokenizer)[0].startswith("'s|'t|'re")


def test_literals_are_targets_too(tokenizer: Tokenizer) -> None:
    replaced = replace(tokenizer, normalizer=ReplaceNormalizer(Literal("``"), '"'))
    single, _ = patterns.edges(replaced)
    found = {single.target(at) for at in range(single.size)}
    assert {"``", "````", "`", "a``b"} <= found


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(?i:", "(?:"),
        ("{1,3}", "{1,4}"),
        ("{1,3}", "{1,2}"),
        (r"\s+(?!\S)|", ""),
        ("'ve|", ""),
        (r"[\r\n]*", r"[\r\n]?"),
        (r"\s*[\r\n]+|", ""),
        (r" ?[^", r"[^"),
        (r"[^\r\n\p{L}\p{N}]?\p", r"[^\r\p{L}\p{N}]?\p"),
    ],
)
def test_each_small_change_of_a_pattern_shows_in_few_targets(
    old: str, new: str, tokenizer: Tokenizer
) -> None:
    right = replace(tokenizer, pre_tokenizer=Split(Regex(LLAMA3), "Isolated", invert=False))
    changed = LLAMA3.replace(old, new, 1)
    assert changed != LLAMA3
    wrong = Regex(changed)
    single, pairs = patterns.edges(right)
    targets = [single.target(at) for at in range(single.size)]
    targets += [pairs.target(at) for at in range(0, pairs.size, 11)]
    assert any(Regex(LLAMA3).spans(one) != wrong.spans(one) for one in targets)
