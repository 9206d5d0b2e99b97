import random

import pytest

from tokparity.reference_impl.added_tokens.passes import AddedToken, AddedTokenPass, LeftmostLongest
from tokparity.reference_impl.text.aligned import Aligned

CONTENTS = ["<a>", "<a>b", "a", "é", "e\u0301", " x", "x ", "<|é|>", "the", "日", "  ", "Ġ", "\n"]
PARTS = [*CONTENTS, " ", "\t", "\u00a0", "\u3000", "b", "_", "1", "\u0301", "<", "hello world"]


def flags(generator):
    names = ("single_word", "lstrip", "rstrip", "normalized", "special")
    return {name: generator.random() < 0.4 for name in names}


@pytest.mark.parametrize("seed", range(60))
def test_random_tokens_with_random_flags_are_found_as_in_the_library(agree, byte_level, seed):
    generator = random.Random(seed)
    contents = generator.sample(CONTENTS, generator.randrange(1, 6))
    if generator.random() < 0.5:
        byte_level["normalizer"] = {"type": "NFC"}
        contents = [content for content in contents if content != "e\u0301"]
    byte_level["added_tokens"] = [
        {"id": 400 + index, "content": content} | flags(generator)
        for index, content in enumerate(contents)
    ]
    if generator.random() < 0.3:
        byte_level["decoder"] = None
    texts = ["".join(generator.choices(PARTS, k=generator.randrange(8))) for _ in range(60)]
    agree(byte_level, texts)


def test_a_token_inside_the_white_space_of_another_is_refused_like_the_librarys_panic(
    agree, byte_level, capfd
):
    byte_level["added_tokens"] = [
        {"id": 400, "content": "a", "rstrip": True, "lstrip": False, "single_word": False}
        | {"normalized": False, "special": False},
        {"id": 401, "content": " ", "rstrip": False, "lstrip": True, "single_word": False}
        | {"normalized": False, "special": False},
    ]
    assert agree(byte_level, ["a   "]) == 4


@pytest.mark.parametrize(
    ("contents", "text", "found"),
    [
        pytest.param(["ab", "abc"], "xabcab", [(1, 4), (4, 6)], id="longest"),
        pytest.param(["abc", "bcde"], "abcde", [(0, 3)], id="leftmost-first"),
        pytest.param(["aa"], "aaa", [(0, 2)], id="no-overlap"),
        pytest.param([], "a", [], id="nothing-to-find"),
        pytest.param(
            ["]", "^", "-", "\\", "[["],
            "a]^-\\[[",
            [(1, 2), (2, 3), (3, 4), (4, 5), (5, 7)],
            id="characters-special-in-a-class",
        ),
    ],
)
def test_leftmost_longest(contents, text, found):
    assert list(LeftmostLongest(contents)(text)) == found


def test_a_match_turned_down_uses_up_its_characters():
    tokens = [AddedToken(0, "ab", single_word=True), AddedToken(1, "b")]
    passing = AddedTokenPass.of({token.content: token for token in tokens}, LeftmostLongest)
    pieces = passing.split(Aligned.of("xab b"), parse_special=True)
    assert [(piece.text, token and token.id) for piece, token in pieces] == [
        ("xab ", None),
        ("b", 1),
    ]
