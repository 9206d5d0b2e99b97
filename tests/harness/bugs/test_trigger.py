"""What is masked in a text, and where two answers part."""

from types import SimpleNamespace

import pytest

from tokparity.harness.bugs.remainder import bare
from tokparity.harness.bugs.trigger import (
    beside_others,
    in_brackets,
    of_chars,
    of_tokens,
    of_window,
    window,
)
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


def test_what_stands_in_brackets_is_masked_but_for_added_tokens():
    trigger = in_brackets("<", ">", ["<x>"])
    assert [case.text for case in trigger.masks(bare("a<b><x>"))] == [
        "aa<x>", "a <x>", "a<x>", "a.<x>", "<x>", "a",
    ]  # fmt: skip
    assert not trigger.occurs(bare("<x>"))
    assert trigger.masks(bare("<x>")) == [bare("<x>")]


@pytest.mark.parametrize(
    ("ids", "is_alike"),
    [((1, 69, 7), True), ((1, 68, 7), False), ((1, 69, 5), False), ((1, 69), False)],
)
def test_answers_that_are_numbered_otherwise_are_one(ids, is_alike):
    """The smallest case parts at its only token, the other in its middle."""
    small, other = bare("a"), bare("xay")
    model = {small: (70,), other: (1, 70, 7)}
    box = {small: (69,), other: ids}
    work = SimpleNamespace(
        model=model.get, box=box.get, fails=lambda it: model[it] != box[it], effect=lambda _: ""
    )
    assert of_window("any text", work, small).occurs(other) is is_alike


@pytest.mark.parametrize(("right", "wrong", "place"), [
    pytest.param((1, 2, 3), (9, 2, 3), "start", id="start"),
    pytest.param((1, 2, 3), (1, 2, 9), "end", id="end"),
    pytest.param((1, 2, 3), (1, 9, 3), "middle", id="middle"),
    pytest.param("abc", "abcd", "end", id="text"),
])  # fmt: skip
def test_where_answers_part(right, wrong, place):
    assert window(right, wrong)[0] == place
