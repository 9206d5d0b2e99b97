"""Which groups are called, which lead back to themselves, and whether they end."""

import pytest
from tokenizers import Regex

from tokparity.reference_impl.errors import BadPattern
from tokparity.reference_impl.regexes.oniguruma import compile_pattern
from tokparity.reference_impl.regexes.parse import parse
from tokparity.reference_impl.regexes.recursion import ENDLESS, Groups


@pytest.mark.parametrize(
    ("pattern", "called", "recursive"),
    [
        (r"(a)\g<1>", {1}, set()),
        (r"(a\g<1>?b)", {1}, {1}),
        (r"(a\g<2>?)(b\g<1>?)", {1, 2}, {1, 2}),
        (r"(?:(a)\g<1>){0}b", set(), set()),
        (r"a\g<0>?b", {0}, {0}),
    ],
)
def test_called_and_recursive(pattern, called, recursive):
    groups = Groups(parse(pattern))
    assert (groups.called, groups.recursive) == (called, recursive)


@pytest.mark.parametrize(
    "pattern", [r"(\g<1>a)", r"\g<0>", r"(a|\g<1>b)", r"(a\g<1>)", r"(a?\g<2>)(b?\g<1>c)"]
)
def test_what_never_ends_is_refused_as_there(pattern):
    with pytest.raises(Exception, match="never ending"):
        Regex(pattern)
    with pytest.raises(BadPattern, match="never ends"):
        compile_pattern(pattern)


@pytest.mark.parametrize(
    ("pattern", "least"), [("é|a", 1), ("(a*)", 0), ("(*FAIL)", 0), (r"(?<n>ab)\k<n>", 4)]
)
def test_least_bytes(pattern, least):
    tree = parse(pattern)
    assert Groups(tree).least(tree) == least < ENDLESS
