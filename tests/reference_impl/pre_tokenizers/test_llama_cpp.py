"""The parts of the split that the sweep of all names does not reach."""

import pytest

from tokparity.reference_impl.pre_tokenizers.llama_cpp import LlamaCppSplit, route_of
from tokparity.reference_impl.text.aligned import Aligned


def words(patterns, text):
    return [word.text for word in LlamaCppSplit(patterns).pre_tokenize([Aligned.of(text)])]


def test_ranges_are_those_of_the_text():
    text = Aligned.of("xé12")[1:]
    pieces = LlamaCppSplit((r"\p{N}",)).pre_tokenize([text])
    assert [(one.text, one.span(0, len(one))) for one in pieces] == [
        ("é", (1, 2)),
        ("1", (2, 3)),
        ("2", (3, 4)),
    ]


def test_each_piece_is_cut_for_itself():
    split = LlamaCppSplit((r"\s+(?!\S)|\s+",))
    pieces = split.pre_tokenize([Aligned.of("a  "), Aligned.of("b")])
    assert [piece.text for piece in pieces] == ["a", "  ", "b"]


def test_an_empty_match_cuts():
    assert words((r"\p{N}+", r"(?=(\d{3})+(?!\d))"), "x1234567") == ["x", "1", "234", "567"]


def test_no_text_has_no_words():
    assert words((r"\p{N}",), "") == []


@pytest.mark.parametrize(
    ("pattern", "route"),
    [
        (r"\p{N}", "std::regex"),
        (r"[\p{Lu}x]", "std::regex"),
        (r"\p{Han}+", "hand-written"),
        (r"\p{Han}", "std::wregex"),
        (r"\S+", "std::wregex"),
    ],
)
def test_route(pattern, route):
    assert route_of(pattern) == route
