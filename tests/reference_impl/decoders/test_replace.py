import pytest

from tokparity.reference_impl.decoders.replace import ReplaceDecoder
from tokparity.reference_impl.regexes.search import Literal

PATTERNS = [
    {"String": "▁"},
    {"String": "a"},
    {"String": ""},
    {"String": "."},
    {"Regex": "▁+"},
    {"Regex": "a*"},
    {"Regex": r"\s|<[^>]*>"},
    {"Regex": ""},
    {"Regex": "^a|b$"},
]


@pytest.mark.parametrize("content", [" ", "", "a", "\\0$1", "日"])
@pytest.mark.parametrize("pattern", PATTERNS, ids=str)
def test_random_pieces_decode_as_in_the_library(decodes_alike, pattern, content):
    stage = {"type": "Replace", "pattern": pattern, "content": content}
    assert decodes_alike(stage, count=100) == 0


def test_an_empty_pattern_is_not_found_in_an_empty_piece():
    """tokenizers 0.23 tokenizer/pattern.rs `find_matches` looks at nothing empty."""
    assert ReplaceDecoder(Literal(""), "x").decode(["", "a"]) == ["", "xax"]
