"""Repeats that fancy-regex rewrites, some of them to another language."""

import pytest

from evaluation.tables.dialects import library_pieces, our_pieces
from tokparity.reference_impl.regexes.rust_repeats import rewritten
from tokparity.reference_impl.regexes.rust_syntax import parse

TEXTS = ("xa aa aba", "abba..a", "a.b.c d", "a..a", "ab", "")


@pytest.mark.parametrize(
    "pattern",
    [
        *(
            "a+b?a+",
            r"\w+\.?\w+",
            r"(?:a+(?:\.a*)?)+",
            r"a*\.?a+",
            r"a+\.?a*",
            "a*b??a*",
            "a+b?(?:a)+",
        ),
        *(
            "(?:a+)?b",
            "((a+)+)+",
            "(a?)*b",
            "(?:a+b?a*)+",
            "(a)+b?(a)+",
            r"a+b?\x61+",
            "a+b{0,2}a+",
        ),
        *("[a]+b?a+", "(?i)a+b?a+", "a+?b?a+", "a++b?a+", "a+b?a+b?a+"),
    ],
)
def test_each_matches_as_in_the_library(pattern):
    for text in TEXTS:
        assert our_pieces(pattern, text) == library_pieces(pattern, text, TEXTS), text


@pytest.mark.parametrize(
    ("pattern", "other"),
    [("(?:a+)*", "a*"), ("a*b?a+", "(?:a*b{1})?a+"), ("(?:a+(?:ba+)?)+", "a+(?:ba+)*")],
)
def test_a_tree_is_rewritten(pattern, other):
    assert rewritten(parse(pattern)) == rewritten(parse(other))


@pytest.mark.parametrize("pattern", ["a+?b?a+", "a+ba+", "(?:a{2})+", "[a]+b?a+", "a+b?(?i)a+"])
def test_what_is_no_such_repeat_stays(pattern):
    assert rewritten(parse(pattern)) == parse(pattern)
