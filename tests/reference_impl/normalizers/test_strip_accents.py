import pytest

SPEC = {"type": "StripAccents"}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("e\u0301\u0301x", id="removed-between"),
        pytest.param("\u0301e", id="removed-at-the-start"),
        pytest.param("e\u0301", id="removed-at-the-end"),
        pytest.param("\u0301\u0323", id="only-removed"),
        pytest.param("é", id="composed-stays"),
        pytest.param("क\u0903a\u20dd", id="spacing-and-enclosing-go"),
    ],
)
def test_quirks(agree_on, text):
    assert agree_on(SPEC, [text]) == 0


def test_code_points(agree_on_code_points):
    assert agree_on_code_points(SPEC) > 2000


def test_telling_texts(agree_on_telling_texts):
    assert agree_on_telling_texts(SPEC, 500) == 0
