import pytest

SPEC = {"type": "Prepend", "prepend": "▁x"}
STRIP = {"type": "Strip", "strip_left": True, "strip_right": True}


def test_an_empty_text_stays_empty(agree_on):
    assert agree_on(SPEC, [""]) == 0


def test_a_second_one_is_put_before_a_first(agree_on):
    assert agree_on(SPEC | {"prepend": "▁"}, ["▁a"]) == 0


@pytest.mark.parametrize("text", ["ab", "  ab"])
def test_an_empty_string_takes_the_range_of_the_first_character_away(agree_on, text):
    nothing = SPEC | {"prepend": ""}
    assert agree_on(nothing, [text]) == 0
    assert agree_on({"type": "Sequence", "normalizers": [STRIP, nothing]}, [text]) == 0


def test_telling_texts(agree_on_telling_texts):
    assert agree_on_telling_texts(SPEC, 500) == 0
