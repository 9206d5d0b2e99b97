import time

import pytest

from tokparity.reference_impl.errors import RegexLimit
from tokparity.reference_impl.regexes.rust import compile_pattern


def test_endless_backtracking_is_a_limit() -> None:
    start = time.process_time()
    with pytest.raises(RegexLimit):
        compile_pattern(r"(?:\w|\p{L}|[a-z])*(?=!)").spans("a" * 60)
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    ("pattern", "text", "spans"),
    [
        ("", "ab", [(0, 0), (1, 1), (2, 2)]),
        ("a*", "baab", [(0, 0), (1, 3), (4, 4)]),
        ("a??", "aa", [(0, 0), (1, 1), (2, 2)]),
        ("|a", "a", [(0, 0), (1, 1)]),
        ("(?=b)|[a-z]", "ab", [(0, 1)]),
        ("$", "a\n", [(2, 2)]),
    ],
)
def test_empty_matches(pattern: str, text: str, spans: list[tuple[int, int]]) -> None:
    """As fancy-regex 0.19: `test_pattern_rust_syntax` asks it; here the numbers are seen."""
    assert compile_pattern(pattern).spans(text) == spans
