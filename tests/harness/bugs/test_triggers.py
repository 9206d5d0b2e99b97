"""What makes a text fail, and the text without it."""

import pytest

from tokparity.harness.bugs.blame import Blame
from tokparity.harness.bugs.remainder import bare
from tokparity.harness.bugs.triggers import Alphabet, TextTriggers, of_chars, of_tokens, window
from tokparity.reference_impl.contract import DecodeCase


@pytest.fixture
def words(remainder, hypotheses, cases):
    """The words of all triggers of a smallest text of a box."""

    def of(name, text):
        work = remainder(name)
        characters = sorted({c for case in cases if case.op == "encode" for c in case.text})
        triggers = TextTriggers(work, Alphabet(work, characters), Blame(work, hypotheses, []))
        return [trigger.words for trigger in triggers.of(bare(text), work.fails)]

    return of


def test_triggers_of_smallest_texts(words):
    assert words("digits-joined", "12")[0] == "U+0032"
    assert words("no-nfc", "e\u0301")[0] == "U+0301"
    assert words("special-never-parsed", "<s>")[0].startswith("added token")


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
