"""Callouts: which are taken is asked of the library."""

import pytest
from tokenizers import Regex

from tokparity.reference_impl.errors import BadPattern
from tokparity.reference_impl.regexes.nodes import Callout
from tokparity.reference_impl.regexes.oniguruma import compile_pattern
from tokparity.reference_impl.regexes.parse import parse


@pytest.mark.parametrize(
    ("pattern", "callout"),
    [
        ("(*FAIL)", Callout(1, "", "FAIL")),
        ("(*MAX{2})", Callout(1, "", "MAX", (2, "X"))),
        ("(*COUNT[x]{X})", Callout(1, "x", "COUNT", ("X",))),
        ("(?{ab}[t]X)", Callout(1, "t")),
        ("(?{{a}b}})", Callout(1)),
        (r"(*CMP{1,\,,-2})", Callout(1, "", "CMP", (1, ",", -2))),
    ],
)
def test_callouts(pattern, callout):
    Regex(pattern)
    assert parse(pattern) == callout


@pytest.mark.parametrize(
    "pattern",
    [
        *(
            "(*NONE)",
            "(*FAIL{1})",
            "(*MAX)",
            "(*MAX{a-b})",
            "(*COUNT{XX})",
            "(*CMP{x,<,3})",
            "(*1)",
        ),
        *("(*COUNT[t])(*COUNT[t])", "(*FAIL", "(?{a", "(*FAIL)*", "(*COUNT[1])", "(*CMP{1,<})"),
    ],
)
def test_what_the_library_refuses_is_refused(pattern):
    with pytest.raises(Exception, match="Oniguruma error"):
        Regex(pattern)
    with pytest.raises(BadPattern):
        compile_pattern(pattern)
