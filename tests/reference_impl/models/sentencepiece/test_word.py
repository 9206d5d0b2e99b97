import pytest

PIECES = ["▁the", "▁", "the", ("▁a", 0.0, "unused"), ("end", 0.0, "user_defined"), "▁end"]
TEXTS = ("", "the", "the the", " the  the ", "a a", "the end", "endend", "▁the▁▁the", "日本 the")


@pytest.mark.parametrize("byte_fallback", [False, True])
@pytest.mark.parametrize("escape", [False, True])
@pytest.mark.parametrize("suffix", [False, True])
def test_as_the_library(sentencepiece_pair, byte_fallback, escape, suffix):
    trainer = {"byte_fallback": byte_fallback, "treat_whitespace_as_suffix": suffix}
    normalizer = {"escape_whitespaces": escape, "add_dummy_prefix": True}
    sentencepiece_pair("word", PIECES, trainer, normalizer).check(*TEXTS)


def test_a_word_begins_at_each_space(sentencepiece_pair):
    pair = sentencepiece_pair("word", PIECES)
    assert pair.expected("the  the")[0] == [3, 2, 1]
    pair.check("the  the")


def test_nothing_merges(sentencepiece_pair):
    assert sentencepiece_pair("word", PIECES).reference.model.explain("the") is None
