import pytest

from tokparity.reference_impl.text.byte_text import from_bytes
from tokparity.reference_impl.text.code_units import (
    NoCodePoint,
    character,
    character_of_unit,
    character_starts,
    code_points,
    is_whole,
    units,
)


@pytest.mark.parametrize(
    ("data", "points"),
    [
        ("aé漢🙂".encode(), [0x61, 0xE9, 0x6F22, 0x1F642]),
        (b"\xc1\x81\xe0\x80\x80", [0x41, 0]),
        (b"\xed\xa0\x80", [0xD800]),
        (b"\xf4\x90\x80\x80\xf7\xbf\xbf\xbf", [0x110000, 0x1FFFFF]),
        (b"\xe6\xbca\x80", [0xFFFD, 0xFFFD, 0x61, 0xFFFD]),
        (b"\xf8\xff", [0xFFFD, 0xFFFD]),
        (b"\xc3", [0xFFFD]),
    ],
)
def test_code_points(data, points):
    assert [point for point, _ in code_points(from_bytes(data))] == points


def test_a_character_begins_where_the_one_before_ends_by_its_first_byte():
    text = from_bytes(b"\xe6a\xc3")
    assert not is_whole(text)
    assert character_starts(units(text)) == [0, 3]
    assert character_of_unit("é\udcff") == [0, 0, 1]


def test_no_character_behind_the_last():
    assert character(0x10FFFF) == "\U0010ffff"
    with pytest.raises(NoCodePoint, match="0x110000"):
        character(0x110000)
