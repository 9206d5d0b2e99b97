SPEC = {"type": "ByteLevel"}


def test_every_code_point(agree_on_every_code_point):
    assert agree_on_every_code_point(SPEC) > 50_000


def test_telling_texts(agree_on_telling_texts):
    assert agree_on_telling_texts(SPEC, 500) == 0
