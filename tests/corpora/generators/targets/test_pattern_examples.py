"""Strings at the edges of a regular expression."""

import pytest

from tokparity.corpora.generators.code_points import categories, code_points
from tokparity.corpora.generators.targets.pattern_examples import MOST, POOL, branches, examples
from tokparity.reference_impl.regexes.parse import parse


@pytest.mark.parametrize(
    ("pattern", "wanted"),
    [
        (r"\p{N}{1,3}", {"5", "55", "555", "5555", "5555555", "\u0663", "a"}),
        (r"(?i:'ll)", {"'ll", "'LL", "'Ll", "'lL"}),
        (r" ?\p{L}+", {"a", " a", "aa", "aaa", "\u0436", "  a"}),
        (r"\s+(?!\S)", {" ", "  ", "   ", "\n", "\u3000", " a"}),
        (r"[^\r\n\p{L}]?x", {" x", "x", "\nx"}),
        (r"'s|'t", {"'s", "'t", "'S", "'\u017f"}),
        (r"a{2}", {"aa", "a", "aaa"}),
        ("[\u4e00-\u9fa5x]+", {"\u4e00", "\u9fa5", "\u9fa6", "\u4dff", "x"}),
    ],
)
def test_examples(pattern: str, wanted: set[str]) -> None:
    assert wanted <= set(examples(parse(pattern)))


def test_the_first_example_of_each_branch_matches_it() -> None:
    import regex

    sources = (r"'s", r" ?[^\s\p{L}\p{N}]+", r"\s*[\r\n]+", r"\p{N}{1,3}")
    made = branches(parse("|".join(sources)))
    for source, found in zip(sources, made, strict=True):
        assert regex.fullmatch(source, found[0])


def test_there_is_an_end_to_them() -> None:
    nested = parse("(" * 20 + "[a-z]?" + "){0,3}" * 20)
    assert len(examples(nested)) <= MOST


def test_the_pool_has_a_character_of_every_category() -> None:
    def inside(char: str, name: str) -> bool:
        return any(low <= ord(char) <= high for low, high in code_points(name).ranges)

    for name in categories():
        assert any(inside(char, name) for char in POOL), name
