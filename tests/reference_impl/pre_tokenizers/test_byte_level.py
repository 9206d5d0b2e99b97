import itertools

import pytest

from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_level import spelled

TEXTS = [
    "",
    " ",
    "a",
    " a",
    "a b",
    "  a  b ",
    "é",
    "naïve\ncafé",
    "I'll 12  go\t\t!",
    "<x>a<x> b",
    "𝄞 a",
]


@pytest.mark.parametrize(
    ("prefix", "use_regex"), list(itertools.product([True, False], repeat=2)), ids=str
)
def test_every_option_gives_the_librarys_offsets(agree, byte_level, prefix, use_regex):
    options = {"add_prefix_space": prefix, "use_regex": use_regex}
    byte_level["pre_tokenizer"] = byte_level["pre_tokenizer"] | options
    byte_level["added_tokens"] = [
        {"id": 400, "content": "<x>", "single_word": False, "lstrip": False, "rstrip": False}
        | {"normalized": False, "special": True}
    ]
    assert agree(byte_level, TEXTS) == 0


def test_each_byte_has_its_characters_origin():
    assert spelled(Aligned("aé𝄞", (4, 7, 9))) == Aligned("aÃ©ðĿĦŀ", (4, 7, 7, 9, 9, 9, 9))


def test_an_added_space_takes_the_range_of_what_follows():
    (piece,) = ByteLevelPreTokenizer(add_prefix_space=True).pre_tokenize(
        [Aligned("ab", range(3, 5))]
    )
    assert piece == Aligned("Ġab", (3, 3, 4))


def test_no_space_is_put_before_nothing():
    """As `prepend` of the library's normalized string, which asks for a first character."""
    nothing = Aligned("", range(0))
    [piece] = ByteLevelPreTokenizer(add_prefix_space=True, use_regex=False).cut([nothing])
    assert piece.text == ""
