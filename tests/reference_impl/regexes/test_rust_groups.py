r"""Groups and what refers to them, asked of the regex inside tiktoken."""

import pytest

from evaluation.tables.dialects import library_pieces, our_pieces, taken_there
from tokparity.reference_impl.errors import BadPattern
from tokparity.reference_impl.regexes.rust import compile_pattern

TEXTS = ("aabbab", "abab aa", "xaab\nb", "ac ab", "kK", "", "bcbc abcabc", "a\r\nb")


@pytest.mark.parametrize(
    "pattern",
    [
        *(r"(a|b)\1|.", r"(?<n>a|ab)\k<n>|.", r"(a)(?(1))?b", r"(?'n'a+)b(?P=n)", r"(a)(b)?\k<-2>"),
        *(r"(a)?(?(1)b|c)", r"(?<n>a)?(?(<n>)b|c)", "(?('n')a|b)(?<n>c)?", "(a)?(?(-1)b)"),
        *("(?(1))a|(b)", "(?(a)b|c)", "(?(a|ab)b|c)", "(?(*FAIL)a|b)", "(?(a)b|c|.)", "(?(a)|b)."),
        *(r"(?<n>a|b)\g<n>", r"(a|b)\g1", r"\g<+1>(a)b", "(?P<n>ab?)(?P>n)", r"(a\g<1>?b)"),
        *(r"(?(DEFINE)(?<n>ab))\g<n>", r"(a|b)\g<1>\1", r"(?<n>a)(?<n>b)\k<n>"),
        *("(?~ab)", "(?~b)b", "(?~a|b)+", "(?~(?=ab))", "(*FAIL)|a", "a(*F)|ab"),
        *(r"\Ga", r"\G(?:a|b)?", r"(?:\G|b)a", r"a\Kb", r"a*\K", r"(?:a\K)+b", r"a\K\Gb|a"),
        *(r"\w\K", r"a\g<0>?b", r"(?=(a+))\1b", r"(?i)(k)(?-i)\1"),
    ],
)  # fmt: skip
def test_each_matches_as_in_the_library(pattern):
    for text in TEXTS:
        assert our_pieces(pattern, text) == library_pieces(pattern, text, TEXTS), text


@pytest.mark.parametrize(
    "pattern",
    [
        *(
            r"(a)\2",
            r"\0",
            r"\k<n>",
            r"\k<n>(?<n>a)",
            r"(a)\k<1+0>",
            "(?P=n",
            "(?<>a)",
            "(?<n",
            r"\k",
        ),
        *(r"\g<n>", r"\g<2>(a)", r"(\g<1>a)", r"(a\g<1>)", r"\g", r"\g<>", r"\g{1}", "(?P>n)"),
        *(
            "(?(",
            "(?(a)",
            "(?(a))",
            "(?(<n>)a)",
            "(*SKIP)a",
            "(*ACCEPT)",
            "(*",
            "(?~",
            "(?~|a)",
            "(?~|a|b)",
        ),
        *(
            "(?~a(?~b))",
            r"\K*",
            r"\G+",
            "(*FAIL)+",
            "(?(?=a)b)",
            "(?-)",
            "(?)",
            "(?-u)",
            "(?~|)",
            "(?Q)",
        ),
    ],
)
def test_what_the_library_refuses_is_refused(pattern):
    assert not taken_there(pattern)
    with pytest.raises(BadPattern):
        compile_pattern(pattern)
