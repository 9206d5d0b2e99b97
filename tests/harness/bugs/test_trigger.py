"""What is masked in a text, and where two answers part."""

import pytest

from tokparity.harness.bugs.remainder import bare
from tokparity.harness.bugs.trigger import beside_others, of_chars, of_tokens, window
from tokparity.reference_impl.contract import DecodeCase


def test_a_character_is_masked_in_several_ways_but_not_within_an_added_token():
    trigger = of_chars("x", "x".__eq__, ["<x>"])
    assert [case.text for case in trigger.masks(bare("axb<x>"))] == [
        "aab<x>", "a b<x>", "ab<x>", "a.b<x>", "b<x>", "a",
    ]  # fmt: skip
    assert not trigger.occurs(bare("<x>"))
    assert trigger.masks(bare("<x>")) == [bare("<x>")]
    assert trigger.masks(DecodeCase((1,))) == [DecodeCase((1,))]


def test_a_trigger_with_all_else_that_it_needs_is_in_fewer_texts():
    tag = beside_others(of_chars("<", "<".__eq__, ["<s>"]), [">", "0123456789"], ["<s>"])
    assert tag.occurs(bare("<0>"))
    assert bare("a0>") in tag.masks(bare("<0>"))
    assert not tag.occurs(bare("<0<s>")), "the one that it has is a part of an added token"
    assert tag.masks(bare("<a>")) == [bare("<a>")]


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
