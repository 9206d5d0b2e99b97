r"""Calls of groups and `\K`, asked of Oniguruma inside tokenizers."""

import pytest
from tokenizers import Regex, pre_tokenizers

from tokparity.reference_impl.errors import BadPattern
from tokparity.reference_impl.regexes.oniguruma import compile_pattern

TEXTS = ("aabbab", "abab aa", "xaab\nb", "ac ab", "kK", "bcbc abcabc", "")


@pytest.mark.parametrize(
    "pattern",
    [
        *(r"(a|b)\g<1>", r"(?<n>ab?)\g<n>c?", r"\g<1>(a)b", r"(a)(b)\g<-2>", r"\g<+1>(b)"),
        *(r"(?i:(k))\g<1>", r"(a|b)\g<1>\1", r"(a|ab)(?:\g<1>|c)*", r"(?<n>a\g<m>)(?<m>b)"),
        *(r"a\Kb", r"a*\K", r"(?:a\K)+b", r"\w\K", r"a\K|b", r"(?:\Ka|b)c?", r"\K"),
        *(r"\g'1'(a)", r"(a)\g<1>{2}", r"(a\g<1>?b)", r"a\g<0>?", r"(a)(?<=\g<1>)b"),
        *(r"(?<n>a|b\g<n>c)", r"(a(?:\g<1>|b)?c?)\1", r"(?<n>a\g<n>?)\k<n+0>b?"),
    ],
)  # fmt: skip
def test_each_matches_as_in_the_library(pattern):
    native = pre_tokenizers.Split(Regex(pattern), "isolated")
    for text in TEXTS:
        spans = compile_pattern(pattern).spans(text)
        ours = sorted({0, len(text)}.union(*spans))
        theirs = sorted({0, len(text)}.union(*(span for _, span in native.pre_tokenize_str(text))))
        assert ours == theirs, (pattern, text)


@pytest.mark.parametrize(
    "pattern", [r"\g<1>", r"\g<n>", r"(?<n>a)\g<1>", r"\g<", r"(a)\g<2>", r"\g<>", r"\K+"]
)
def test_what_the_library_refuses_is_refused(pattern):
    with pytest.raises(Exception, match="Oniguruma error"):
        Regex(pattern)
    with pytest.raises(BadPattern):
        compile_pattern(pattern)
