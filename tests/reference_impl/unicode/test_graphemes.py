"""Against Precompiled, the one place where `tokenizers` cuts clusters.

A charsmap that replaces every first byte by "X": a cluster below 6 bytes is one X, a longer
one as many as it has characters.
"""

import random

import pytest

from tests.shared.every_character import ALL
from tokparity.reference_impl.unicode.graphemes import clusters
from tools.unicode_tables.ask_graphemes import normalizer

PARTS = (
    *"a\r\n\x01é\u0300\u0301\u0308\u0903\u0e33\u200d\u200c\ufe0f©®☀👩👧🏽🇫🇷क्जक\u09cdক\u1100ᄁ",
    *"\u1161\u11a8가각\u0600\u110bd\U000110bd\U00016d63\U000e0001\U000e0100\U00013430\u00ad\u200b",
)


def crosses(text):
    """How many X the library makes of a text without NUL if these are its clusters."""
    return [1 if len(cluster.encode()) < 6 else len(cluster) for cluster in clusters(text)]


def compare(texts):
    answers = normalizer().normalize_str("\0".join(texts)).split("\0")
    assert len(answers) == len(texts)
    wrong = [
        ascii(text)
        for text, answer in zip(texts, answers, strict=True)
        if sum(crosses(text)) != len(answer)
    ]
    assert wrong == []


@pytest.mark.parametrize("frame", ["a{}\u0300", "©{}\u200d©\u0300", "\u0600{}a", "\u1100{}\u0300"])
def test_code_points_in_company(frame):
    """One in 31 of all, and every one up to U+1800."""
    compare([frame.format(char) for char in ALL[1:] if ord(char) % 31 == 0 or char < "\u1800"])


def test_random_texts():
    dice = random.Random(29)
    compare(["".join(dice.choices(PARTS, k=dice.randint(1, 9))) for _ in range(20_000)])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [], id="empty"),
        pytest.param("ab", ["a", "b"], id="letters"),
        pytest.param("\r\n\n\r", ["\r\n", "\n", "\r"], id="line-ends"),
        pytest.param("e\u0301\u0301x", ["e\u0301\u0301", "x"], id="marks"),
        pytest.param("\n\u0301", ["\n", "\u0301"], id="mark-after-a-control"),
        pytest.param("\u1100\u1161\u11a8가", ["\u1100\u1161\u11a8", "가"], id="jamo"),
        pytest.param("👩\u200d👧👧", ["👩\u200d👧", "👧"], id="joined-pictures"),
        pytest.param("क्जक", ["क्ज", "क"], id="conjunct"),
        pytest.param("\u0600a", ["\u0600a"], id="prepended"),
    ],
)
def test_clusters(text, expected):
    assert clusters(text) == expected
