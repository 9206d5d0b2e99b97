import itertools

import pytest


@pytest.mark.parametrize(
    ("left", "right"), list(itertools.product([True, False], repeat=2)), ids=str
)
def test_telling_texts(agree_on, agree_on_telling_texts, left, right):
    spec = {"type": "Strip", "strip_left": left, "strip_right": right}
    assert agree_on_telling_texts(spec, 300) == 0
    spaces = ["", "a", " ", "\u3000", "\x85", "\x1c", "\ufeff"]
    texts = ["".join(parts) for parts in itertools.product(spaces, repeat=3)]
    assert agree_on(spec, texts) == 0


@pytest.mark.parametrize("text", ["  é  ", "  ééé  ", "é ", "ab\u3000\u3000", "  "])
def test_spaces_at_the_end_are_counted_in_ascii_texts_alone(agree_on, text):
    """Not to be seen, as nothing follows, but behind characters that came from nothing."""
    start = {"type": "Replace", "pattern": {"Regex": "^"}, "content": "▁"}
    strip = {"type": "Strip", "strip_left": False, "strip_right": True}
    agree_on(strip, [text])
    agree_on({"type": "Sequence", "normalizers": [start, strip]}, [text])
    agree_on({"type": "Sequence", "normalizers": [start | {"content": "x"}, strip]}, [text])
