import pytest

SPEC = {"type": "Nmt"}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a\x01\x02b\x7f", id="controls-go"),
        pytest.param("\x01a", id="removed-at-the-start"),
        pytest.param("\x01\x02", id="only-removed"),
        pytest.param("a\0b\x80\xa0\u3000", id="NUL-and-other-spaces-stay"),
        pytest.param("▁\ufffd\ufeff\u200d", id="become-spaces"),
    ],
)
def test_quirks(agree_on, text):
    assert agree_on(SPEC, [text]) == 0


def test_code_points(agree_on_code_points):
    assert agree_on_code_points(SPEC) == 30 + 15


def test_telling_texts(agree_on_telling_texts):
    assert agree_on_telling_texts(SPEC, 500) == 0
