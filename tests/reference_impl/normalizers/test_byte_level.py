SPEC = {"type": "ByteLevel"}


def test_code_points(agree_on_code_points):
    assert agree_on_code_points(SPEC) > 50_000


def test_telling_texts(agree_on_telling_texts):
    assert agree_on_telling_texts(SPEC, 500) == 0
