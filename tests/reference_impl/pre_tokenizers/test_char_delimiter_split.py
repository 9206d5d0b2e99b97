import pytest


@pytest.mark.parametrize("delimiter", ["-", "▁", " ", "\n", "é", "\u0301", "."], ids=ascii)
def test_telling_texts(agree_on, agree_on_telling_texts, delimiter):
    spec = {"type": "CharDelimiterSplit", "delimiter": delimiter}
    texts = [
        "",
        delimiter,
        f"a{delimiter}b",
        f"{delimiter}{delimiter}a",
        f"a{delimiter}",
        "e\u0301",
    ]
    agree_on(spec, texts)
    agree_on_telling_texts(spec, 150)
