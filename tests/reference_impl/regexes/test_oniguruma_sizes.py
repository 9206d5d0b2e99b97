"""How many instructions a part is, and how repeats go by that."""

import pytest

from tokparity.reference_impl.regexes.oniguruma_sizes import form_of, size_of
from tokparity.reference_impl.regexes.oniguruma_tuned import Tuned
from tokparity.reference_impl.regexes.parse import parse
from tokparity.reference_impl.regexes.recursion import Groups


def tuned(pattern):
    return Tuned(pattern, Groups(parse(pattern)))


@pytest.mark.parametrize(
    ("pattern", "size"),
    [
        *(("abé", 2), ("a|b", 4), ("(?:a|)*", 7), ("a{3}", 1), ("(?>a)", 3), (".*", 1)),
        *((r"(a)\g<1>", 7), ("(?(a)b|c)", 8), ("(?~a)", 15)),
    ],
)
def test_sizes(pattern, size):
    tree = tuned(pattern)
    assert size_of(tree.tree, tree) == size


@pytest.mark.parametrize(
    ("pattern", "form"),
    [("(?:a|)*", "loop"), ("a{2,3}", "copies"), ("a{2,9}", "counted"), ("a??", "lazy option")],
)
def test_forms(pattern, form):
    tree = tuned(pattern)
    assert form_of(tree.tree, tree) == form
