import pytest

PIECES = ["a", "é", ("b", 0.0, "unused"), ("日本", 0.0, "user_defined"), ("c", 0.0, "control")]
TEXTS = ("", "aé", "ab", "bb", "ccc", "a日本é日", "日本日本x", "xyz", "a b")


@pytest.mark.parametrize("byte_fallback", [False, True])
def test_as_the_library(sentencepiece_pair, byte_fallback):
    pair = sentencepiece_pair("char", PIECES, {"byte_fallback": byte_fallback})
    pair.check(*TEXTS)


def test_unused_and_control_characters_are_unknown(sentencepiece_pair):
    pair = sentencepiece_pair("char", PIECES)
    assert pair.expected("abca") == ([1, 0, 1], [(0, 1), (1, 3), (3, 4)])
    pair.check("abca")


def test_nothing_merges(sentencepiece_pair):
    assert sentencepiece_pair("char", PIECES).reference.model.explain("aa") is None
