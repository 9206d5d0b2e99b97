"""Options of the whole pattern, and where they may stand: asked of the library."""

import pytest
from tokenizers import Regex

from tokparity.reference_impl.errors import BadPattern
from tokparity.reference_impl.regexes.parse import parse


@pytest.mark.parametrize(
    "pattern",
    ["(?C)a|b", "(?L:a)", "(?:(?C)a)", "(?i:a(?L)b)", "(?#x)(?iI)a", "(?CIL)", r"(?C)a\g<0>?"],
)
def test_taken(pattern):
    Regex(pattern)
    parse(pattern)


@pytest.mark.parametrize(
    "pattern", ["a(?C)b", "(?L:a)b", "a|(?C)b", "((?C)a)", "(?i)(?C)a", "(?C)(?L)a", "(?i-C)a"]
)
def test_refused(pattern):
    with pytest.raises(Exception, match="Oniguruma error"):
        Regex(pattern)
    with pytest.raises(BadPattern):
        parse(pattern)
