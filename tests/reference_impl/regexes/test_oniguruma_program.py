"""What a program matches and the `regex` package would not, asked of Oniguruma."""

import pytest

from evaluation.tables.oniguruma_patterns import library_cuts, library_split, our_cuts
from tokparity.reference_impl.regexes.oniguruma import compile_pattern
from tokparity.reference_impl.regexes.oniguruma_program import program_of
from tokparity.reference_impl.regexes.parse import parse

BEHIND = "Remember EndHere Mark Split Jump EndAgain Fails"
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
        assert our_cuts(compile_pattern(pattern), text) == library_cuts(split, text), ascii(text)


@pytest.mark.parametrize(
    "pattern",
    [
        *(
            "(?~ab)",
            "(?~|b|a*)",
            "(?~|b|(?>a*))",
            "(?~|b|.b)",
            "(?~|b)a*",
            *("(?~|b)(?~|)a*b", "(?~|(?:^|ab)+|.)", "(?(a)(?:$|b)+|c)"),
            "(?~)",
        ),
        *("(?:(?~ab)b)+", "(?<=(?~b))a", "(?(a)b|c)", r"(?(\b)b|a)", "(?([ab])b)", "(?(a)|c)"),
        *(
            r"(?<n>a)(?<n>b)\k<n>",
            r"(a)(?(1+0)b|c)",
            r"(?<=(?(a)b|c))b",
            "(?L)a|ab",
            "(?C)(?~a)(b)",
        ),
        *(r"(?I)(?i)(s|k)\1|ſ", "(?i)(?~|[ß])s", r"(?i:(?~|[ß]|s*))"),
    ],
)
def test_what_has_no_instruction_of_its_own(pattern):
    test_each_cuts_as_in_the_library(pattern)


@pytest.mark.parametrize(
    ("pattern", "instructions"),
    [
        ("(?:a|){2}", "Split Text Jump Split Text Jump"),
        ("(?:a|b|){4}", "Rounds RoundStart Split Text Jump Split Text Jump Changed Count"),
        ("(?:a|)*", "Split RoundStart Split Text Jump Changed Jump"),
        ("(?<=ba*)", f"{BEHIND} BackAndFurther Further Text Split Text Jump AtEnd Cut EndAgain"),
    ],
)
def test_how_repeats_and_look_behinds_are_made(pattern, instructions):
    code = [type(step).__name__ for step in program_of(pattern, parse(pattern)).code]
    assert " ".join(code) == f"{instructions} Matched"
