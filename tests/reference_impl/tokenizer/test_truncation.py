import pytest

from tokparity.reference_impl.post_processors.tokens import Columns, Tokens
from tokparity.reference_impl.tokenizer.truncation import Truncation, TruncationError

BERT = {"type": "BertProcessing", "sep": ["[SEP]", 102], "cls": ["[CLS]", 101]}
LIMIT = {"direction": "Right", "max_length": 3, "strategy": "LongestFirst", "stride": 0}


def tokens(count):
    columns = Columns([0] * count, list(range(count)), [0] * count, [1] * count)
    return Tokens(list(range(count)), [0] * (2 * count), ["a"] * count, columns)


def windows(truncation, count, added=0):
    (first,) = truncation.truncate([tokens(count)], added)
    return [first.ids, *(window.ids for window in first.columns.overflowing)]


def test_windows_overlap_by_the_stride_and_end_at_the_end():
    assert windows(Truncation(3, stride=1), 5) == [[0, 1, 2], [2, 3, 4]]
    assert windows(Truncation(3, stride=1, direction="Left"), 6) == [[3, 4, 5], [1, 2, 3], [0, 1]]
    assert windows(Truncation(3), 3) == [[0, 1, 2]]


def test_nothing_left_overflows_as_one_window_of_any_length():
    assert windows(Truncation(0), 5) == [[], [0, 1, 2, 3, 4]]


@pytest.mark.parametrize("max_length", [0, 1, 2])
def test_less_room_than_special_tokens_need_wraps_around(agree_fully, byte_level, max_length):
    """tokenizers 0.23 tokenizer/mod.rs `post_process` subtracts unsigned numbers unchecked."""
    limit = LIMIT | {"max_length": max_length}
    document = byte_level | {"truncation": limit, "post_processor": BERT}
    assert agree_fully(document, [("hello world", None), ("hello", "world")]) == 0
    assert windows(Truncation(1), 5, added=2) == [[0, 1, 2, 3, 4]]
    assert windows(Truncation(2), 5, added=2) == [[], [0, 1, 2, 3, 4]]


@pytest.mark.parametrize(
    ("lengths", "room", "kept"),
    [((5, 2), 6, (4, 2)), ((2, 5), 6, (2, 4)), ((5, 5), 5, (2, 3)), ((6, 5), 5, (3, 2)),
     ((9, 1), 1, (1, 0)), ((1, 9), 1, (0, 1))],
)  # fmt: skip
def test_of_a_pair_the_longer_text_gives_first(lengths, room, kept):
    parts = Truncation(room).truncate([tokens(lengths[0]), tokens(lengths[1])], 0)
    assert tuple(len(part.ids) for part in parts) == kept


@pytest.mark.parametrize(
    ("truncation", "lengths", "message"),
    [
        (Truncation(2, "OnlySecond"), (3,), "there is none"),
        (Truncation(2, "OnlyFirst"), (3, 3), "too few to take 4 off"),
        (Truncation(3, stride=3), (4,), "the stride 3 leaves nothing of 3"),
    ],
)
def test_what_cannot_be_cut_is_an_error(truncation, lengths, message):
    with pytest.raises(TruncationError, match=message):
        truncation.truncate([tokens(length) for length in lengths], 0)
    truncation.truncate([tokens(1)], 0)  # nothing to cut: no error


def test_a_hundred_thousand_tokens_take_no_quadratic_time():
    assert len(windows(Truncation(4, stride=3), 100_000)) == 99_997
