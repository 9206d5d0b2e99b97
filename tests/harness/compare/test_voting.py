import pytest

from tokparity.harness.compare.voting import odd_one
from tokparity.reference_impl.contract import Bytes, Encoding, Refusal, Text

A, B, C = Encoding((1,)), Encoding((2,)), Encoding((3,))


@pytest.mark.parametrize(
    ("third", "odd"),
    [
        (A, "right"),
        (B, "left"),
        (C, "all"),
        (Refusal("error", "no"), "silent"),
        (Refusal("unsupported", "no"), "silent"),
        (Refusal("crash", "no"), "silent"),
        (Refusal("timeout", "no"), "silent"),
    ],
)
def test_the_odd_one_out(third, odd):
    assert odd_one(A, B, third) == odd


def test_where_the_two_part_the_third_may_go_with_one_of_them():
    left, right = Encoding((4, 1, 7)), Encoding((4, 2, 7))
    assert odd_one(left, right, Encoding((4, 1, 8))) == "right"
    assert odd_one(left, right, Encoding((4, 2))) == "left"
    assert odd_one(left, right, Encoding((5, 1, 7))) == "all"
    assert odd_one(Text("a b c"), Text("ab c"), Text("a bc")) == "right"
    assert odd_one(Text("a"), Text("ab"), Text("abc")) == "left"


def test_what_the_two_differ_in_must_be_said():
    """Ranges alone: a library that reports none agrees with both."""
    left, right = Encoding((1,), ((0, 1),)), Encoding((1,), ((0, 2),))
    assert odd_one(left, right, A) == "silent"
    assert odd_one(Text("a"), Text("b"), Bytes(b"b")) == "left"
