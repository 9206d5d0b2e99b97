"""What a program matches and the `regex` package would not, asked of Oniguruma."""

import pytest

from evaluation.tables.oniguruma_patterns import library_cuts, library_split, our_cuts
from tokparity.reference_impl.regexes.oniguruma import compile_pattern
from tokparity.reference_impl.regexes.oniguruma_program import program_of
from tokparity.reference_impl.regexes.parse import parse

TEXTS = ("aabbab", "abab aa", "xaab\nb", "a\r\nb\r", "kK\u212akß", "", "ssSSß", "bbcabcabc", "aaaa")


@pytest.mark.parametrize(
    "pattern",
    [
        *("(?:a|){2}b", "(?:a??|b){2,}", "(?:a|b*){3}?c", "(?:a?b?){2,9}", "(?:|a|bb){12,}"),
        *(r"(?:(a)|b?)*\1", r"(?:(a*)|b)+\1", r"(?:(a)?|b)*?(?(1)b|c)", r"(?:a|(b|)\1){2}"),
        *(r"(?i)(k)\1", r"(?i)(ß|s)\1", r"(?i)(a|b)\1b", r"(?=a\Kb)"),
        *("(?<=a*)b", "(?<=|a)b", "(?<=(?>ab|a|b))a", "(?<!(?>a+)b?)b", r"(?<=(a)b?)\1"),
        *(r"(?<=\R)", r"(?<=\R)b", r"(?<!\R|b)", r"(?<=a\R)b", r"(?<=\R{1,2})b", r"(?<=b|\R)."),
        *(r"(?<=(?>a{1,2}))a", r"(a)(?<=\1b?)b", "(?<=(?i:ss)(?>a?))b"),
    ],
)
def test_each_cuts_as_in_the_library(pattern):
    assert compile_pattern(pattern).compiled is None
    split = library_split(pattern)
    for text in TEXTS:
        assert our_cuts(pattern, text) == library_cuts(split, text), ascii(text)


@pytest.mark.parametrize(
    ("pattern", "instructions"),
    [
        ("(?:a|){2}", "Split One Jump Split One Jump"),
        ("(?:a|b|){4}", "Zero Save Split One Jump Split One Jump Changed Count"),
        ("(?:a|)*", "Split Save Split One Jump Changed Jump"),
        ("(?<=a*)", "OpenAtomic Save Back Jump Back Further Split Within Jump UpTo CloseAtomic"),
    ],
)
def test_how_repeats_and_look_behinds_are_made(pattern, instructions):
    code = [type(step).__name__ for step in program_of(parse(pattern)).code]
    assert " ".join(code) == f"Anywhere One Jump Save {instructions} Save End"
