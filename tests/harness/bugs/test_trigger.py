"""What is masked in a text, and where two answers part."""

import pytest

from tokparity.harness.bugs.remainder import bare
from tokparity.harness.bugs.trigger import of_chars, of_tokens, window
from tokparity.reference_impl.contract import DecodeCase


def test_a_character_is_masked_in_several_ways_but_not_within_an_added_token():
    trigger = of_chars("x", "x".__eq__, ["<x>"])
    assert [case.text for case in trigger.masks(bare("axb<x>"))] == [
        "aab<x>", "a b<x>", "ab<x>", "a.b<x>", "b<x>", "a",
    ]  # fmt: skip
    assert not trigger.occurs(bare("<x>"))
    assert trigger.masks(bare("<x>")) == [bare("<x>")]
    assert trigger.masks(DecodeCase((1,))) == [DecodeCase((1,))]


def test_added_tokens_are_masked_as_wholes():
    trigger = of_tokens("added", ["<x>"])
    assert trigger.occurs(bare("a<x>b"))
    assert bare("aab") in trigger.masks(bare("a<x>b"))
    assert all("<x>" not in case.text for case in trigger.masks(bare("a<x>b")))


@pytest.mark.parametrize(("right", "wrong", "place"), [
    pytest.param((1, 2, 3), (9, 2, 3), "start", id="start"),
    pytest.param((1, 2, 3), (1, 2, 9), "end", id="end"),
    pytest.param((1, 2, 3), (1, 9, 3), "middle", id="middle"),
    pytest.param("abc", "abcd", "end", id="text"),
])  # fmt: skip
def test_where_answers_part(right, wrong, place):
    assert window(right, wrong)[0] == place
