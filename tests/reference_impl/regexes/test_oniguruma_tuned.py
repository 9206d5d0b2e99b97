"""What becomes of a tree before a program is made of it."""

import pytest

from tokparity.reference_impl.errors import BadPattern
from tokparity.reference_impl.regexes.nodes import EMPTY, Characters, Fail
from tokparity.reference_impl.regexes.oniguruma_tuned import Tuned
from tokparity.reference_impl.regexes.parse import parse
from tokparity.reference_impl.regexes.recursion import Groups


def tuned(pattern):
    return Tuned(pattern, Groups(parse(pattern)))


@pytest.mark.parametrize(
    ("pattern", "tree"),
    [
        ("(?:ab){3}", Characters("ababab", ignore_case=False)),
        ("(?<=a*)", EMPTY),
        ("(?<!a*)", Fail()),
    ],
)
def test_trees(pattern, tree):
    assert tuned(pattern).tree == tree


@pytest.mark.parametrize(
    ("pattern", "kinds"),
    [
        ("(?:a|)*", ["empty"]),
        ("(?:(a)|)*", ["group"]),
        ("a*", [""]),
        (r"(?:(a\g<1>?)|)*", ["", "recursive"]),
    ],
)
def test_what_a_round_that_takes_nothing_may_change(pattern, kinds):
    found = [*tuned(pattern).emptiness.values()]
    assert found == kinds


@pytest.mark.parametrize("pattern", ["(?<=(?=a))", r"(?<!(a))", "(?<=(?~|a))", r"(?<=a\z)"])
def test_what_a_look_behind_may_not_hold(pattern):
    with pytest.raises(BadPattern):
        tuned(pattern)
