"""Lengths of parts, in characters and in instructions."""

import pytest

from tokparity.reference_impl.regexes.oniguruma_lengths import lengths, may_be_empty, size_of
from tokparity.reference_impl.regexes.parse import parse


@pytest.mark.parametrize(
    ("pattern", "least", "most"),
    [("a|bc", 1, 2), ("a+b", 2, None), ("a{2,3}", 2, 3), (r"(?=a)\R", 1, 2), ("(?>a*){0}", 0, 0)],
)
def test_lengths(pattern, least, most):
    assert lengths(parse(pattern)) == (least, most)


@pytest.mark.parametrize(
    ("pattern", "size"),
    [("abé", 2), ("a|b", 4), ("(?:a|)*", 7), ("a{3}", 3), ("(?>a)", 3), ("a{20}", 3)],
)
def test_sizes(pattern, size):
    assert size_of(parse(pattern)) == size


def test_what_may_be_empty():
    assert may_be_empty(parse("(?:a|b*)(?=c)"))
    assert not may_be_empty(parse("a*b"))
