"""What is translated of a pattern."""

import pytest

from tokparity.reference_impl.pre_tokenizers.llama_cpp_patterns import compiled, names_a_category


@pytest.mark.parametrize(
    ("pattern", "text", "pieces"),
    [
        (r"(a|b)(c)", "acx", ["", "ac", "x"]),
        (r"[(]\(", "((", ["", "((", ""]),
        (r"a$", "a\n", ["a\n"]),
        (r"[$a]+", "b$", ["b", "$", ""]),
        (r"\p{P}+", "!$\\", ["", "!", "$", "\\", ""]),
        (r"[\p{S}\p{M}]+", "a$Ô|b", ["a", "$Ô|", "b"]),
        (r"\s", "a\x1cb\x85", ["a\x1cb\x85"]),
    ],
)
def test_pieces(pattern, text, pieces):
    assert compiled(pattern).split(text) == pieces


def test_categories_are_looked_for_by_name():
    assert names_a_category(r"x\p{Lt}")
    assert not names_a_category(r"\p{Han}")
    assert not names_a_category(r"\p{AFMoE_digits}")
