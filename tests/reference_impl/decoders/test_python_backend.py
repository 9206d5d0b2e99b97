import pytest

from tokparity.reference_impl.contract import DecodeOptions, Text
from tokparity.reference_impl.decoders.python_backend import PythonDetokenizer
from tokparity.reference_impl.errors import InvalidTokenId, NotUnicode

PIECES = {1: "a", 2: " .", 3: "\ud800"}


def detokenizer(cleans=False):
    return PythonDetokenizer(
        {0: "<s>", 2: "<x>"} if not cleans else {}, frozenset({0}), 3, PIECES.get, "".join, cleans
    )


def test_an_added_token_hides_the_piece_and_special_ones_can_be_left_out():
    assert detokenizer().decode([0, 1, 2], DecodeOptions()) == Text("<s>a<x>")
    assert detokenizer().decode([0, 1, 2], DecodeOptions(skip_special=True)) == Text("a<x>")


def test_what_is_asked_for_is_cleaned():
    assert detokenizer(cleans=True).decode([1, 2], DecodeOptions()) == Text("a.")


def test_what_has_no_text():
    with pytest.raises(InvalidTokenId):
        detokenizer().decode([4], DecodeOptions())
    with pytest.raises(NotUnicode):
        detokenizer().decode([3], DecodeOptions())
