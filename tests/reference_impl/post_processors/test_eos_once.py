import pytest

from tokparity.reference_impl.post_processors.eos_once import EosOnce
from tokparity.reference_impl.post_processors.tokens import Tokens


def tokens(*ids):
    return Tokens(list(ids), [0, 1] * len(ids), ["x"] * len(ids))


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ([[5, 6]], [[5, 6, 1]]),
        ([[5, 1]], [[5, 1]]),
        ([[]], [[1]]),
        ([[5, 1], [6]], [[5, 1], [6, 1]]),
    ],
)
def test_an_end_is_added_where_there_is_none(parts, expected):
    made = EosOnce(1, "</s>").process([tokens(*part) for part in parts], True)
    assert [part.ids for part in made] == expected


def test_without_special_tokens_nothing_is_added():
    part = tokens(5)
    assert EosOnce(1, "</s>").process([part], False) == [part]
    assert [EosOnce(1, "</s>").added(pair) for pair in (False, True)] == [1, 2]
