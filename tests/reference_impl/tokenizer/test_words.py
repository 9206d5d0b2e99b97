import random

import pytest

from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.words import offsets


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        pytest.param(1, 3, [1, 2], id="inside-the-text"),
        pytest.param(1, 4, [1, 3], id="to-the-end-of-the-text"),
        pytest.param(1, 9, [1, 3], id="beyond-the-text"),
        pytest.param(4, 9, [4, 9], id="all-beyond-the-text"),
    ],
)
def test_a_stray_range_is_taken_for_bytes_of_the_text(start, end, expected):
    assert offsets("aéb", Aligned("x", (0,)), [(~start, ~end)]) == expected


def test_the_others_are_characters_of_the_word():
    assert offsets("ab", Aligned("xy", (0, 1)), [(0, 1), (~1, ~9)]) == [0, 1, 1, 3]


def test_a_suffix_spelled_in_bytes_strays_as_in_the_library(agree, trained):
    pieces = ["a", "b", "é", "ab", *(f"<0x{byte:02X}>" for byte in sorted({*"bé</w>".encode()}))]
    model = {
        "type": "BPE",
        "byte_fallback": True,
        "end_of_word_suffix": "</w>",
        "vocab": {piece: index for index, piece in enumerate(pieces)},
        "merges": [["a", "b"]],
    }
    space = {"type": "Split", "pattern": {"String": " "}, "behavior": "Isolated", "invert": False}
    generator = random.Random(0)
    texts = ["".join(generator.choices("abé ", k=generator.randrange(12))) for _ in range(200)]
    assert agree(trained | {"model": model, "pre_tokenizer": space}, texts) == 0
