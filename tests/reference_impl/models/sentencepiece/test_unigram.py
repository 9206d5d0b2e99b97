import random

import pytest

from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.models.lookup.lengths import AllLengths
from tokparity.reference_impl.models.lookup.prefixes import PrefixDictionary
from tokparity.reference_impl.models.sentencepiece.pieces import Pieces
from tokparity.reference_impl.models.sentencepiece.unigram import SentencepieceUnigram

SCORES = {
    "ties": lambda chance: -float(chance.randrange(1, 4)),
    "tenths": lambda chance: chance.randrange(-12, 8) / 10,
    "plain": lambda chance: -chance.uniform(0, 12),
    "huge": lambda chance: chance.choice([-70_000.123, 60_000.31, -30_000.77, -1.37]),
    "wide": lambda chance: chance.uniform(-15, 15),
}
TYPES = ("normal", "normal", "normal", "normal", "unused", "user_defined", "control")


def random_pieces(chance, score):
    texts = {"".join(chance.choices("abé日", k=chance.randrange(1, 5))) for _ in range(25)}
    return [(text, score(chance), chance.choice(TYPES)) for text in sorted(texts)]


@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("byte_fallback", [False, True])
def test_random_models_as_the_library(sentencepiece_pair, score, byte_fallback):
    chance = random.Random(f"{score} {byte_fallback}")
    for _ in range(12):
        pieces = random_pieces(chance, SCORES[score])
        pieces.append(("a", -1.0, "normal")) if not any(p[0] == "a" for p in pieces) else None
        pair = sentencepiece_pair("unigram", pieces, {"byte_fallback": byte_fallback})
        texts = ["".join(chance.choices("aabbé日x", k=chance.randrange(40))) for _ in range(60)]
        pair.check(*texts)


@pytest.mark.parametrize(
    ("pieces", "text", "ids"),
    [
        pytest.param(
            ["ab", "a", "b", "ba"], "aba", [2, 4], id="tie-takes-the-last-piece-that-starts-first"
        ),
        pytest.param([("a", 0.0, "normal")], "xaxxa", [0, 1, 0, 1], id="unknowns-are-joined"),
        pytest.param(["a", ("ab", -99.0, "unused"), "b"], "ab", [1, 3], id="unused-is-not-there"),
        pytest.param(
            ["a", "b", ("ab", -99.0, "user_defined")], "ab", [3], id="user-defined-is-worth-more"
        ),
        pytest.param(
            # 0.1 * (6 - 1) in bytes is over 0.4, and 0.1 * (2 - 1) in characters is not
            ["日", ("本", 0.4, "normal"), ("日", 0.0, "control"), ("日本", -9.0, "user_defined")],
            "日本",
            [4],
            id="user-defined-is-worth-its-bytes",
        ),
        pytest.param(
            # 16777216 + 1 is 16777216 in 32 bits, and the tie goes to what was found first
            [("a", -16777216.0, "normal"), ("b", -1.0, "normal"), ("ab", -16777216.0, "normal")],
            "ab",
            [3],
            id="sums-are-rounded-to-32-bits",
        ),
    ],
)
def test_cases(sentencepiece_pair, pieces, text, ids):
    pair = sentencepiece_pair("unigram", pieces)
    assert pair.expected(text)[0] == ids
    pair.check(text)


def test_a_sum_beyond_the_threshold_is_set_back(sentencepiece_pair):
    """Else the low digits of 70,000.123 would round otherwise after some steps."""
    scores = {"a": -70_000.1, "b": -0.3, "c": -0.7, "bc": -1.0000001, "ab": -70_000.4}
    pieces = [(text, score, "normal") for text, score in scores.items()]
    pair = sentencepiece_pair("unigram", pieces)
    chance = random.Random(3)
    pair.check(*("".join(chance.choices("abc", k=50)) for _ in range(200)))


@pytest.mark.parametrize("lookup", [PrefixDictionary, AllLengths])
def test_any_look_up_gives_the_same(lookup):
    chance = random.Random(5)
    pieces = random_pieces(chance, SCORES["plain"])
    known = Pieces(*map(tuple, zip(("?", 0.0, "unknown"), *pieces, strict=True)))
    one, other = SentencepieceUnigram(known), SentencepieceUnigram(known, lookup)
    for _ in range(200):
        text = "".join(chance.choices("abé日x", k=chance.randrange(30)))
        assert one.tokenize(text) == other.tokenize(text)


def test_offsets_of_bytes_stand_on_the_last(sentencepiece_pair):
    pair = sentencepiece_pair("unigram", ["a"], {"byte_fallback": True})
    pair.check("a日b")
    spans = pair.reference.encode("a日b", EncodeOptions(False, False)).offsets
    assert spans == ((0, 1), (1, 1), (1, 1), (1, 2), (2, 3))
