"""Lengths of parts, in characters."""

import pytest

from tokparity.reference_impl.regexes.oniguruma_lengths import Length, Lengths, NotMeasured
from tokparity.reference_impl.regexes.parse import parse
from tokparity.reference_impl.regexes.recursion import Groups


def length(pattern):
    tree = parse(pattern)
    return Lengths(Groups(tree)).of(tree)


@pytest.mark.parametrize(
    ("pattern", "low", "high", "sure"),
    [
        *(("a|bc", 1, 2, True), ("a+b", 2, None, True), ("a{2,3}", 2, 3, True)),
        *((r"(?=a)\R", 1, 2, False), ("(?>a*){0}", 0, 0, True), (r"(ab?)\1", 2, 4, False)),
        *((r"(a\g<1>?)", 1, None, False), ("(?(a)b|c)", 1, 2, True)),
    ],
)
def test_lengths(pattern, low, high, sure):
    assert length(pattern) == Length(low, high, sure)


def test_a_text_of_which_case_is_ignored_is_not_measured():
    with pytest.raises(NotMeasured):
        length("(?i:a)")
