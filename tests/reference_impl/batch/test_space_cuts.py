"""Patterns that hang together across a space, and those that do not: by matches of the parts."""

import random

import pytest

from tokparity.reference_impl.batch.space_cuts import crosses_spaces, matches_each_space
from tokparity.reference_impl.pre_tokenizers.byte_level import GPT2
from tokparity.reference_impl.regexes.oniguruma import compile_pattern

LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
O200K = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t)?|\p{N}{1,3}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
CUT = (GPT2.pattern, LLAMA3, O200K, r"\w+|[^\w\s]+|\s+", r"(?>a+)?b|\s", r"(a|(b))+|\s|.(?=c)")


@pytest.mark.parametrize("pattern", CUT)
def test_matches_of_a_text_are_those_of_its_parts(pattern):
    assert crosses_spaces(pattern) is None
    assert matches_each_space(pattern)
    compiled, rng = compile_pattern(pattern), random.Random(pattern)
    letters = [*"abcXÉ'stre123-/!é漢\u0301", " ", " ", "\n", "\t", "\u00a0", "  "]
    cut = 0
    for _ in range(400):
        text = "".join(rng.choices(letters, k=rng.randint(2, 16)))
        for at in range(1, len(text) - 1):
            if text[at] == " " and not text[at - 1].isspace():
                before = compiled.spans(text[:at])
                behind = [(a + at, b + at) for a, b in compiled.spans(text[at:])]
                assert before + behind == compiled.spans(text), ascii(text)
                cut += 1
    assert cut > 200


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"\p{L}+ ?|\s", "a b"),
        (r"[^\n]+|\s", "a b"),
        (r"a (?:b)?|\s|.", "a b"),
        (r"a\s{1,2}b|\s|.", "a b"),
        (r"\w+(?= )|\w|\s", "aa b"),
        (r"\w+\b|\s", "a b"),
        (r"\w+$|\w|\s", "aa b"),
        (r"(?<=a) b|\s|\w", "a b"),
    ],
)
def test_those_that_look_or_reach_across_are_known(pattern, text):
    assert crosses_spaces(pattern)
    compiled, at = compile_pattern(pattern), text.index(" ")
    assert compiled.spans(text) != [
        *compiled.spans(text[:at]),
        *((a + at, b + at) for a, b in compiled.spans(text[at:])),
    ] or pattern in (r"\w+\b|\s",)


def test_a_space_may_be_matched_by_none():
    assert not matches_each_space(r" ?\p{L}+| ?[^\s\p{L}]+")
    assert not matches_each_space(r"\s{2,}|\w")
    assert matches_each_space(r"\p{Zs}")
