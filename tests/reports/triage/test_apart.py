"""What each side keeps apart, by what becomes of the parts of a text alone."""

from types import SimpleNamespace

import pytest

from tokparity.reference_impl.contract import EncodeCase, EncodeOptions, Encoding, Refusal
from tokparity.reports.records.finding import Beside
from tokparity.reports.triage.apart import (
    apart_sentence,
    cut_sentence,
    kept_apart,
    unjoined_sentence,
)


def beside(**answers):
    """Texts alone, of which both sides make these ids."""
    bare = EncodeOptions(add_special=False)
    return tuple(
        Beside(EncodeCase(text, bare), Encoding(ids), Encoding(ids))
        for text, ids in answers.items()
    )


def sighting(text, got, due, alone, *, at_left=False):
    """Of a text whose parts alone, and their ids, are `alone`."""
    sides = (Encoding(got), Encoding(due)) if at_left else (Encoding(due), Encoding(got))
    bare = EncodeOptions(add_special=False)
    return SimpleNamespace(
        case=EncodeCase(text, bare), left=sides[0], right=sides[1], beside=beside(**alone)
    )


ALONE = {"a": (1,), "b": (2,), "\u0660": ()}


@pytest.mark.parametrize("at_left", [False, True])
@pytest.mark.parametrize(
    ("got", "alone", "is_so"),
    [
        ((1, 2), ALONE, True),
        ((3,), ALONE, False),  # joined
        ((1, 9, 2), ALONE, False),  # it makes a token there
        ((1, 2), ALONE | {"\u0660": (0,)}, False),  # it is told a token
        ((1, 2), {"a": (1,), "b": (2,)}, False),  # what becomes of it alone is not known
    ],
)
def test_what_is_kept_apart_around_a_character_without_a_token(got, alone, is_so, at_left):
    seen = sighting("a\u0660b", got, (), alone, at_left=at_left)
    assert kept_apart(seen, at_left=at_left) == (("a", "\u0660", "b") if is_so else None)
    said = apart_sentence(seen, at_left=at_left)
    assert said.startswith("It keeps a and b apart, around \u0660 of which") is is_so
    assert bool(said) is is_so
    said = apart_sentence(seen, at_left=not at_left)
    assert said.startswith("It joins a and b, around \u0660 of which") is is_so


def test_what_has_a_token_between_joins_nothing():
    seen = sighting("a\u0660b", (1, 9, 2), (1, 2), ALONE)
    assert kept_apart(seen, at_left=True) == ("a", "\u0660", "b")
    assert apart_sentence(seen, at_left=False) == ""


MARKED = {"!": (0,), "a": (1,)}


@pytest.mark.parametrize("at_left", [False, True])
@pytest.mark.parametrize(
    ("got", "due", "alone", "said"),
    [
        pytest.param((0, 1), (0,), MARKED, "It cuts ! and a apart: ", id="cut"),
        pytest.param((0,), (0, 1), MARKED, "It does not cut ! and a apart: ", id="not-cut"),
        pytest.param((2,), (0,), MARKED, "", id="neither"),
        pytest.param((0, 1), (0,), {"!": (0,)}, "", id="a-part-is-not-known"),
        pytest.param((0, 1), (0,), MARKED | {"a": ()}, "", id="a-part-makes-nothing"),
    ],
)
def test_where_one_side_cuts_a_text(got, due, alone, said, at_left):
    assert (
        cut_sentence(sighting("!a", got, due, alone, at_left=at_left), at_left=at_left)[
            : len(said) or None
        ]
        == said
    )


def test_what_no_answer_is_cut_is_not_told():
    seen = sighting("!a", (0, 1), (0,), MARKED)
    seen.left = Refusal("error", "x")
    assert cut_sentence(seen, at_left=False) == ""


CARRIAGES = {1: "a", 2: "\r", 3: "▁\r", 4: "\r\r", 5: "▁"}


@pytest.mark.parametrize("at_left", [False, True])
@pytest.mark.parametrize(
    ("last", "is_so"),
    [
        pytest.param(((1, 2), (1, 2)), True, id="alone-in-both"),
        pytest.param(((1, 4), (1, 2, 2)), False, id="joined-here"),
        pytest.param(((1, 2), (1, 5, 2)), False, id="another-difference"),
        pytest.param(((1, 2), (1, 3)), True, id="one-more"),
    ],
)
def test_a_character_that_is_a_token_of_its_own_wherever_it_stands(last, is_so, at_left):
    rows = {"\r": ((5, 2), (3,)), "\r\r": ((5, 2, 2), (5, 4)), "a\r\r": ((1, 2, 2), (1, 4))}
    rows |= {"a\ra\r": last, "a": ((1,), (5, 1))}
    told = [
        Beside(EncodeCase(text), *map(Encoding, ids if at_left else ids[::-1]))
        for text, ids in rows.items()
    ]
    seen = SimpleNamespace(
        case=told[0].case,
        left=told[0].left,
        right=told[0].right,
        beside=tuple(told[1:]),
        names=(CARRIAGES, CARRIAGES),
        settings=[("model", "BPE")],
    )
    said = unjoined_sentence(seen, at_left=at_left)
    assert (
        said.startswith("It has \\r as a token of its own wherever it stands: the other") is is_so
    )
    assert unjoined_sentence(seen, at_left=not at_left) == ""
