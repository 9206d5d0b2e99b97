"""What callouts do, asked of Oniguruma."""

import pytest

from evaluation.tables.oniguruma_patterns import library_cuts, library_split, our_cuts
from tokparity.reference_impl.regexes.oniguruma import compile_pattern
from tokparity.reference_impl.regexes.rust_machine import PatternPanic

TEXTS = ("aabbab", "aaabbb", "abab aa", "", "bbb")


@pytest.mark.parametrize(
    "pattern",
    [
        *("a(*FAIL)|.", "a(*MISMATCH)|.", "(?:(*MAX{2})a)*", "(*ERROR{-1})|a", "(?<=(*FAIL))a"),
        *("(?:(*COUNT[T]{X})a)*(?:(*MAX{T})b)*", "(?:(*COUNT[T])a)*?(*CMP{T,==,2})b", "(?{x})a"),
        *("(?(*FAIL)a|b)", "(?:(*COUNT[T]{<})ab?)*(*CMP{T,!=,0})"),
        "(?:(*MAX[T]{3,<})a)*(*CMP{T,>=,1})b",
        *("a(*TOTAL_COUNT)b", "(?:(*TOTAL_COUNT[T]{X})a)+(*MAX{2})b"),
    ],
)
def test_each_cuts_as_in_the_library(pattern):
    split = library_split(pattern)
    for text in TEXTS:
        assert our_cuts(compile_pattern(pattern), text) == library_cuts(split, text), text


@pytest.mark.parametrize("pattern", ["(*COUNT{a})", "(*CMP{1,=,2})"])
def test_an_error_is_a_panic_there(pattern):
    assert library_cuts(library_split(pattern), "a") == "panic"
    with pytest.raises(PatternPanic):
        compile_pattern(pattern).spans("a")
