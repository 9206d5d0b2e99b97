import pytest

SPEC = {"type": "BertPreTokenizer"}


@pytest.mark.parametrize("text", ["", " ", "a-b's  c!?", "$1+2=3", "漢字。", " \x1c\x85a"])
def test_words_and_punctuation(agree_on, text):
    agree_on(SPEC, [text])


def test_code_points(agree_on_code_points):
    agree_on_code_points(SPEC)


def test_telling_texts(agree_on_telling_texts):
    agree_on_telling_texts(SPEC, 500)
