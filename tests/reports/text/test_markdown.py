import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tokparity.reports.text.markdown import code, plain


@given(st.text("`|\\ *a", max_size=12).filter(lambda text: text.strip()))
def test_a_code_span_ends_where_it_should(text):
    """CommonMark 0.31, code spans: a span ends at a run of backticks as long as its first."""
    span = code(text)
    fence = re.match("`+", span).group()
    assert span.endswith(fence)
    inside = span[len(fence) : -len(fence)]
    assert len(fence) not in map(len, re.findall("`+", inside))
    if inside.startswith(" ") and inside.endswith(" ") and inside.strip():
        inside = inside[1:-1]
    assert inside == text


@pytest.mark.parametrize("mark", "\\`*_{}[]<>()#|~&$")
def test_labels_are_no_mark_up(mark):
    assert plain(f"a{mark}b") == f"a\\{mark}b"


def test_a_label_is_one_line():
    assert plain("a\nb\u202e") == r"a\\nb\\u202e"
