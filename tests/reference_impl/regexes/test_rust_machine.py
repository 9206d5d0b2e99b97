r"""What follows from the machine alone, asked of the regex inside tiktoken."""

import pytest

from evaluation.tables.dialects import library_pieces, our_pieces
from tokparity.reference_impl.errors import RegexLimit
from tokparity.reference_impl.regexes.rust import compile_pattern
from tokparity.reference_impl.regexes.rust_machine import PatternPanic

TEXTS = ("aabbab", "abab aa", "xaab\nb", "ac ab", "kK\u212ak", "", "bcbc abcabc", "a\r\nb", "aaa")


@pytest.mark.parametrize(
    "pattern",
    [
        *(r"(?i)(k)\1|.", r"(?i)(kk?)\1|.", r"(a\1?)|.", r"(?:(a)|b\1)+|.", r"(?=(a|ab)c?)\1|."),
        *(r"(?!(a))\1|.", r"(?~(a))\1|.", r"(?:(a)?b?)*\1|.", r"(?:(a)|b)(?(1)b)|."),
        *(r"(?=a\Kb)a|.", r"(?~a\K)|.", r"(?<=(a)b?)\1|.", r"(?<=a|(b)+)(?(1)c|b)|."),
        *(r"(?<=\Ga)b|.", r"((a)|b\g<1>c)\2|.", r"(?(1)a|b)|.", r"(a)(?(3)b|a)|."),
        *(r"(?<=a*\bb*).", "(?(2)a)(?=a)|.", r"(?<!(?>a)b*)b|."),
        *(r"(?:a??)+(?=b)|.", r"(?(DEFINE)(?<n>b))(a)(?=.)\2|."),
    ],
)  # fmt: skip
def test_each_matches_as_in_the_library(pattern):
    for text in TEXTS:
        assert our_pieces(pattern, text) == library_pieces(pattern, text, TEXTS), text


def test_what_panics_there_panics_here():
    assert library_pieces("(?(9)a)", "b") == our_pieces("(?(9)a)", "b") == "panic"
    with pytest.raises(PatternPanic, match="a group that is not there"):
        compile_pattern("(?(9)a)").spans("b")


def test_a_choice_too_many_is_a_limit():
    with pytest.raises(RegexLimit):
        compile_pattern(r"(x+x+)+\1y").spans("x" * 40)


@pytest.mark.parametrize("depth", [3, 18, 19, 20, 21])
def test_a_call_within_itself_goes_so_deep_and_no_deeper(depth):
    pattern, text = r"(a\g<1>?b)|.", "a" * depth + "b" * depth
    assert our_pieces(pattern, text) == library_pieces(pattern, text)
