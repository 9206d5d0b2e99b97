import random

import pytest

from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.regexes.search import Literal, Regex
from tokparity.reference_impl.text.aligned import Aligned

BEHAVIORS = ["Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"]
PATTERNS = [
    {"String": " "},
    {"String": "ab"},
    {"String": "aa"},
    {"String": "."},
    {"String": ""},
    {"Regex": r"\s+"},
    {"Regex": r"\w+|[^\w\s]+"},
    {"Regex": r"\p{N}{1,3}"},
    {"Regex": r"(?=b)"},
    {"Regex": "a*"},
    {"Regex": ""},
    {"Regex": "b|$"},
]


@pytest.mark.parametrize("invert", [False, True], ids=["", "inverted"])
@pytest.mark.parametrize("behavior", BEHAVIORS)
@pytest.mark.parametrize("pattern", PATTERNS, ids=str)
def test_every_split_cuts_where_the_library_cuts(agree, byte_level, pattern, behavior, invert):
    split = {"type": "Split", "pattern": pattern, "behavior": behavior, "invert": invert}
    spell = byte_level["pre_tokenizer"] | {"use_regex": False}
    byte_level["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": [split, spell]}
    generator = random.Random(f"{pattern}{behavior}{invert}")
    texts = ["".join(generator.choices("ab .é1\n", k=generator.randrange(9))) for _ in range(40)]
    assert agree(byte_level, texts) == 0


def test_the_pieces_keep_their_place():
    split = Split(Literal("-"), "MergedWithNext", invert=False)
    assert split.pre_tokenize([Aligned("a-b", range(5, 8))]) == [
        Aligned("a", range(5, 6)),
        Aligned("-b", range(6, 8)),
    ]


def test_two_regexes_are_equal_by_their_source():
    assert Regex("a") == Regex("a") != Regex("b")
