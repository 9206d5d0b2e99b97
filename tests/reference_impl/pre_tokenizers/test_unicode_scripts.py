import pytest

SPEC = {"type": "UnicodeScripts"}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("  Hi", id="leading-spaces-are-lost"),
        pytest.param("  ", id="nothing-but-spaces"),
        pytest.param("a я", id="space-goes-with-what-is-before"),
        pytest.param("a b", id="compared-across-a-space"),
        pytest.param("漢かカー", id="kana-are-han"),
        pytest.param("a.b", id="common-is-a-script"),
        pytest.param("e\u0301e", id="inherited-is-a-script"),
        pytest.param("\u0378a\u0378я", id="unassigned"),
        pytest.param("a\ta", id="tab-is-no-space"),
    ],
)
def test_quirks(agree_on, text):
    agree_on(SPEC, [text])


def test_code_points(agree_on_code_points):
    agree_on_code_points(SPEC)


def test_telling_texts(agree_on_telling_texts):
    agree_on_telling_texts(SPEC, 500)
