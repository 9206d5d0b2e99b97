"""Which part of a difference is another finding's, in words."""

from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from tokparity.reference_impl.contract import Bytes, EncodeCase, Encoding, Refusal, Text
from tokparity.reports.records.finding import Beside, ShownToo
from tokparity.reports.triage.shown_too import shown_too_sentence, without_others

NAMES = {1: "\u2581a", 2: "b", 3: "a"}
DUE, GOT, OF_OTHERS = Encoding((1, 2), None), Encoding((3,), None), Encoding((3, 2), None)


@dataclass
class Seen:
    left: object = DUE
    right: object = GOT
    shown_too: ShownToo | None = None
    beside: tuple[Beside, ...] = ()
    settings: tuple[tuple[str, str], ...] = (("decoder", "Metaspace"),)
    names: tuple[dict[int, str], dict[int, str]] = (NAMES, NAMES)


@pytest.mark.parametrize(
    ("deeds", "answer", "said"),
    [
        pytest.param(
            ("puts no space before a text",),
            OF_OTHERS,
            "In this case it also answers as a tokenizer that puts no space before a text, which "
            "is another finding: with that alone it would give a b.",
            id="one",
        ),
        pytest.param(
            ("without NFC", "drops U+FEFF"),
            Text("a b"),
            "In this case it also answers as a tokenizer that drops U+FEFF and as if the file had "
            "no NFC, which are other findings: with those alone it would give a\u00b7b.",
            id="two",
        ),
        pytest.param(
            ("without NFC",),
            Bytes(b""),
            "In this case it also answers as if the file had no NFC, which is another finding: "
            "with that alone it would give an empty text.",
            id="nothing-left",
        ),
    ],
)
def test_it_is_said_what_other_findings_do(deeds, answer, said):
    assert shown_too_sentence(Seen(shown_too=ShownToo(deeds, answer))) == said


def test_what_is_wrong_with_any_text_is_shown_by_one():
    others = ShownToo(any_text=(EncodeCase("ab"), OF_OTHERS, DUE))
    assert shown_too_sentence(Seen(shown_too=others)) == (
        "Any text shows another finding too: of ab it makes a b, where \u2581a b is due."
    )
    assert without_others(Seen(shown_too=others), at_left=False).left == DUE


def test_where_no_other_finding_shows_nothing_is_said():
    assert shown_too_sentence(Seen()) == ""


def test_where_more_is_wrong_is_said():
    rows = (Beside(EncodeCase("b"), DUE, GOT), Beside(EncodeCase("cb"), DUE, GOT, shows_more=True))
    assert shown_too_sentence(Seen(beside=rows)) == (
        "In other company it does more than this, as of cb."
    )


def test_many_tokens_are_told_in_part():
    many = ShownToo(("x",), Encoding((2,) * 9, None))
    assert shown_too_sentence(Seen(shown_too=many)).endswith("it would give b b b b b b b b ….")


@pytest.mark.parametrize("at_left", [False, True])
def test_what_others_make_of_a_case_stands_for_what_is_due(at_left):
    sides = {"left": GOT, "right": DUE} if at_left else {"left": DUE, "right": GOT}
    mine = Beside(EncodeCase("b"), **sides)
    theirs = Beside(EncodeCase("c"), **sides, is_of_others=True)
    seen = Seen(**sides, shown_too=ShownToo(("x",), OF_OTHERS), beside=(mine, theirs))
    less = without_others(seen, at_left=at_left)
    assert (less.left, less.right) == ((GOT, OF_OTHERS) if at_left else (OF_OTHERS, GOT))
    assert less.beside[0] == mine
    assert less.beside[1].left == less.beside[1].right == GOT


def test_a_sighting_without_others_is_as_it_was():
    seen = SimpleNamespace(
        left=DUE,
        right=Refusal("error"),
        shown_too=None,
        beside=(Beside(EncodeCase("b"), GOT, GOT),),
    )
    assert without_others(seen, at_left=False) is seen
