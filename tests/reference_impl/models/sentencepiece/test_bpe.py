import random
from itertools import pairwise

import pytest

from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.models.merging import merged_bounds
from tokparity.reference_impl.models.sentencepiece.bpe import SentencepieceBPE
from tokparity.reference_impl.models.sentencepiece.pieces import Pieces

TYPES = ("normal", "normal", "normal", "unused", "user_defined")
SCORES = {
    "ranks": lambda chance: -float(chance.randrange(200)),
    "ties": lambda chance: -float(chance.randrange(3)),
    "zeros": lambda chance: chance.choice((0.0, -0.0)),
    "signs": lambda chance: chance.uniform(-2, 2),
    "infinite": lambda chance: chance.choice((float("inf"), float("-inf"), 1.0, -1.0)),
}


def random_pieces(chance, score, types):
    texts = {"".join(chance.choices("abcé", k=chance.randrange(1, 6))) for _ in range(60)}
    return [(text, score(chance), chance.choice(types)) for text in sorted(texts)]


@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("types", [("normal",), TYPES[:3], TYPES], ids=["normal", "some", "all"])
def test_random_models_as_the_library(sentencepiece_pair, score, types):
    chance = random.Random(f"{score} {types}")
    for byte_fallback in (False, True) * 4:
        pieces = random_pieces(chance, SCORES[score], types)
        pair = sentencepiece_pair("bpe", pieces, {"byte_fallback": byte_fallback})
        pair.check(*("".join(chance.choices("aabcéx", k=chance.randrange(40))) for _ in range(50)))


@pytest.mark.parametrize(
    ("pieces", "text", "ids"),
    [
        pytest.param(["a", "aa"], "aaa", [2, 1], id="leftmost-of-equal-scores"),
        pytest.param(
            ["a", "b", "c", ("ab", -2.0, "normal"), ("bc", -1.0, "normal")],
            "abc",
            [1, 5],
            id="highest-score-first",
        ),
        pytest.param(
            ["a", "b", ("ab", -1.0, "unused"), ("aba", -1.0, "normal")],
            "abab",
            [4, 2],
            id="unused-product-leads-to-a-used-one",
        ),
        pytest.param(
            ["a", "b", ("ab", -1.0, "unused")], "ab", [1, 2], id="unused-product-is-taken-apart"
        ),
        pytest.param([("a", 0.0, "unused")], "aa", [0], id="unused-character-is-unknown"),
        pytest.param(
            ["a", "b", "abab", ("ab", -1.0, "user_defined")],
            "abab",
            [4, 4],
            id="user-defined-never-merges",
        ),
        pytest.param(["a", "b", ("ab", 0.0, "control")], "ab", [1, 2], id="control-is-no-product"),
        pytest.param(
            # "abc" is last proposed of ab + c, at the right, and so taken apart at the left too
            [*"abc", ("bc", 9.0, "normal"), ("abc", 8.0, "unused"), ("xa", 10.0, "normal")],
            "abcabc",
            [1, 4, 1, 4],
            id="taken-apart-as-seen-last",
        ),
    ],
)
def test_cases(sentencepiece_pair, pieces, text, ids):
    pair = sentencepiece_pair("bpe", pieces)
    assert pair.expected(text)[0] == ids
    pair.check(text)


def test_unused_products_deeper_than_a_hundred_stay(sentencepiece_pair):
    """A chain of 130 unused products of one more letter each."""
    letters = [chr(0x4E00 + at) for at in range(130)]
    chain = ["".join(letters[:length]) for length in range(2, 131)]
    pieces = [*letters, *((text, float(len(text)), "unused") for text in chain)]
    pair = sentencepiece_pair("bpe", pieces)
    pair.check("".join(letters), "".join(letters[:60]), "".join(letters) * 2)


def test_parts_merge_as_the_whole_does():
    """The cut between characters that stand together in no piece changes nothing."""
    chance = random.Random(11)
    for _ in range(40):
        pieces = random_pieces(chance, SCORES["ranks"], ("normal",))
        known = Pieces(*map(tuple, zip(("?", 0.0, "unknown"), *pieces, strict=True)))
        model = SentencepieceBPE(known)
        for _ in range(40):
            text = "".join(chance.choices("abcéx", k=chance.randrange(60)))
            parts = [text[start:end] for _, start, end in model.segments(text)]
            bounds = merged_bounds(text, range(len(text) + 1), model._orders.get)
            assert parts == [text[start:end] for start, end in pairwise(bounds)]


def test_explains_each_merge(sentencepiece_pair):
    pieces = [*"abc", ("ab", -2.0, "normal"), ("bc", -1.0, "normal"), ("abc", -3.0, "normal")]
    model = sentencepiece_pair("bpe", pieces).reference.model
    first, second = model.explain("abc")
    assert (first.left, first.right, first.rank) == ("b", "c", 0)
    assert first.candidates == (("a", "b", 1), ("b", "c", 0))
    assert (second.left, second.right, second.candidates) == ("a", "bc", (("a", "bc", 2),))


def test_explains_what_it_does(sentencepiece_pair):
    """Merging step by step, as the trace shows it, ends where merging by a queue does."""
    chance = random.Random(2)
    for _ in range(20):
        pieces = random_pieces(chance, SCORES["ties"], ("normal", "normal", "user_defined"))
        pair = sentencepiece_pair("bpe", pieces)
        model = pair.reference.model
        for _ in range(20):
            text = "".join(chance.choices("abcé", k=chance.randrange(25)))
            count = len(model._split(text)[0]) - len(model.explain(text))
            assert count == len(model.segments(text))


def test_a_long_text_without_words(sentencepiece_pair):
    pair = sentencepiece_pair("bpe", ["a", "aa", "aaa", "aaaa", "aaaaaaaa"])
    pair.check("a" * 20_000)
    ids = pair.reference.encode("a" * 20_000, EncodeOptions(False, False)).ids
    assert len(ids) == 2500
