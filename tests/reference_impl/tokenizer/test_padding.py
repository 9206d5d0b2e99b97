import pytest

from tokparity.reference_impl.post_processors.tokens import Columns, Tokens
from tokparity.reference_impl.tokenizer.padding import Padding


def tokens(count):
    return Tokens([1] * count, [0, 1] * count, ["a"] * count)


@pytest.mark.parametrize(
    ("padding", "count", "length"),
    [
        (Padding(), 3, 3),
        (Padding(multiple_of=4), 3, 4),
        (Padding(multiple_of=4), 4, 4),
        (Padding(length=5), 3, 5),
        (Padding(length=5, multiple_of=4), 3, 8),
        (Padding(length=5), 9, 9),
        (Padding(length=5, multiple_of=4), 9, 9),
        (Padding(multiple_of=4), 0, 0),
    ],
)
def test_how_long_it_becomes(padding, count, length):
    assert len(padding.pad(tokens(count)).ids) == length


def test_what_is_added_is_special_and_not_attended_to():
    given = tokens(1)
    given.columns = Columns([0], [0], [0], [1], [tokens(1)])
    given.columns.overflowing[0].columns = Columns([0], [0], [0], [1])
    padded = Padding(3, "Left", pad_id=9, pad_type_id=7, pad_token="P").pad(given)
    assert (padded.ids, padded.texts) == ([9, 9, 1], ["P", "P", "a"])
    assert padded.offsets == [0, 0, 0, 0, 0, 1]
    columns = padded.columns
    assert (columns.type_ids, columns.words) == ([7, 7, 0], [None, None, 0])
    assert (columns.special, columns.attention) == ([1, 1, 0], [0, 0, 1])
    assert columns.overflowing[0].ids == [9, 9, 1]


def test_a_file_pads_each_text_by_itself(agree_fully, byte_level, reference):
    byte_level["padding"] = {
        "strategy": {"Fixed": 4},
        "direction": "Right",
        "pad_to_multiple_of": None,
        "pad_id": 7,
        "pad_type_id": 1,
        "pad_token": "#",
    }
    assert agree_fully(byte_level, [("", None), ("a", None), ("hello world hello", "a")]) == 0
    batch = reference(byte_level).encode_batch(["", "a"])
    assert list(batch.counts) == [4, 4]
