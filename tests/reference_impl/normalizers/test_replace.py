import pytest

from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.regexes.search import Literal
from tokparity.reference_impl.text.aligned import Aligned

PATTERNS = [
    {"String": " "},
    {"String": "ab"},
    {"String": ""},
    {"String": ".+*?^$()[]{}|\\#&-~"},
    {"String": "\n"},
    {"Regex": r"\s+"},
    {"Regex": "a*"},
    {"Regex": "^"},
    {"Regex": "$"},
    {"Regex": "(?=b)"},
    {"Regex": ".$"},
    {"Regex": r"^\s+|\s+$"},
    {"Regex": "(a)(b)"},
    {"Regex": r"\p{Mn}"},
]
TEXTS = [
    "",
    "a",
    "ab",
    "abab",
    "  a  b ",
    "baab",
    "é",
    "\n",
    "e\u0301",
    "aaa",
    ".+*?^$()[]{}|\\#&-~",
]


@pytest.mark.parametrize("content", ["", "▁", "xy", r"\1$1"], ids=repr)
@pytest.mark.parametrize("pattern", PATTERNS, ids=str)
def test_patterns_and_contents(agree_on, agree_on_telling_texts, pattern, content):
    spec = {"type": "Replace", "pattern": pattern, "content": content}
    assert agree_on(spec, TEXTS) == 0
    assert agree_on_telling_texts(spec, 40) == 0


def test_an_empty_match_at_the_start_comes_from_nothing():
    """From the start of the original, even where a normalizer took away what stood there."""
    replaced = ReplaceNormalizer(Literal(""), "-").normalize(Aligned("a", (2,), 0))
    assert replaced == Aligned("-a-", (~0, 2, 2))
