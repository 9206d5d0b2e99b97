import pytest

SPEC = {"type": "WhitespaceSplit"}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a\u3000b!", id="ideographic-space"),
        pytest.param("a\x1cb\x85c", id="file-separator-is-no-space"),
        pytest.param("a\u200bb\ufeff", id="zero-width-is-no-space"),
        pytest.param(" ", id="nothing-but-spaces"),
    ],
)
def test_quirks(agree_on, text):
    agree_on(SPEC, [text])


def test_code_points(agree_on_code_points):
    agree_on_code_points(SPEC)


def test_telling_texts(agree_on_telling_texts):
    agree_on_telling_texts(SPEC, 500)
