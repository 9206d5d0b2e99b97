import pytest

SPEC = {"type": "Whitespace"}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("it's 1½!?", id="half-is-no-word"),
        pytest.param("a_b\u200dc", id="joiners-and-low-lines-are-words"),
        pytest.param("a\x85b\x1cc", id="next-line-is-space"),
        pytest.param("e\u0301\u20dd", id="marks-are-words"),
        pytest.param(" \u3000", id="nothing-but-spaces"),
    ],
)
def test_quirks(agree_on, text):
    agree_on(SPEC, [text])


def test_code_points(agree_on_code_points):
    agree_on_code_points(SPEC)


def test_telling_texts(agree_on_telling_texts):
    agree_on_telling_texts(SPEC, 500)
