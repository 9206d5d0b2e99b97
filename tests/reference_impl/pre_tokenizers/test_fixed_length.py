import pytest


@pytest.mark.parametrize("length", [None, 1, 2, 5, 7, 1000, (1 << 64) - 1])
def test_telling_texts(agree_on, agree_on_telling_texts, length):
    spec = {"type": "FixedLength"} | ({} if length is None else {"length": length})
    agree_on(spec, ["", "a", "abcde", "abcdef", "e\u0301" * 5, "👩\u200d👧x"])
    agree_on_telling_texts(spec, 150)
