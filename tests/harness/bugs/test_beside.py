"""Cases beside a smallest one: in other company, and none of what is too long or empty."""

from dataclasses import replace

import pytest

from tokparity.harness.bugs.beside import LONG, LONGEST, MOST_OF_CAUSE, cases_beside, cases_of_cause
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, EncodeOptions

BARE = EncodeOptions(add_special=False)


def test_a_text_between_letters_under_its_own_options():
    beside = list(cases_beside(EncodeCase("\0", BARE), (7,)))
    assert beside == [
        EncodeCase(text, BARE) for text in ("a\0", "\0a", "a\0a", "a", "aa", "\0\0", "\0 \0")
    ]


def test_ids_between_those_of_a_letter():
    beside = list(cases_beside(DecodeCase((1, 1)), (7,)))
    assert [case.ids for case in beside] == [
        (7, 1, 1),
        (1, 1, 7),
        (7, 1, 1, 7),
        (7,),
        (7, 7),
        (1, 1, 1, 1),
    ]


def test_beside_ids_what_decoders_are_told_apart_by():
    beside = [*cases_beside(DecodeCase((1,)), (7,), (), ((7, 8), (), (1,), (7, 8), (9,)))]
    assert [case.ids for case in beside[5:]] == [(1, 1), (7, 8), (9,)]
    assert len([*cases_beside(EncodeCase("1"), (7,), (), ((7, 8),))]) == 7, "a text has no ids"


@pytest.mark.parametrize(
    ("case", "parts"),
    [
        pytest.param(
            DecodeCase((1, 2, 1)),
            [(1,), (2,), (1, *(7,) * LONG), (1, 2, 1, 1, 2, 1)],
            id="ids",
        ),
        pytest.param(DecodeCase((1, 2, 3, 4, 5)), [], id="too-many"),
        pytest.param(EncodeCase("1.", BARE), ["1", ".", "1.1.", "1. 1."], id="characters"),
        pytest.param(
            EncodeCase("<a>", BARE),
            ["<", "a", ">", "<a", "a>", "<b>", "<a><a>", "<a> <a>"],
            id="pairs",
        ),
        pytest.param(EncodeCase("a <s>  a", BARE), ["a", "<s>"], id="words"),
        pytest.param(EncodeCase("hello", BARE), [], id="one-word"),
    ],
)
def test_its_few_parts_are_asked_alone(case, parts):
    beside = list(cases_beside(case, (7,)))[5:]
    assert [getattr(each, "text", getattr(each, "ids", None)) for each in beside] == parts
    assert all(
        each == replace(case, **{_field(case): part})
        for each, part in zip(beside, parts, strict=True)
    )


def _field(case):
    return "text" if isinstance(case, EncodeCase) else "ids"


def test_of_no_text_a_letter():
    assert list(cases_beside(EncodeCase("", BARE), (7,))) == [EncodeCase("a", BARE)]


@pytest.mark.parametrize(
    ("case", "letter"),
    [
        (EncodeCase("x" * (LONGEST + 1)), (7,)),
        (DecodeCase(()), (7,)),
        (DecodeCase((1,)), ()),
    ],
)
def test_of_these_there_are_none(case, letter):
    assert not list(cases_beside(case, letter))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        pytest.param("j[CLS]", ["j", "[CLS]", "j [CLS]"], id="beside-one"),
        pytest.param("[CLS]", [], id="alone"),
        pytest.param("a[CLS]b[SEP]c", ["a [CLS] b [SEP] c"], id="too-many-to-be-alone"),
        pytest.param("plain", [], id="none"),
    ],
)
def test_a_text_has_parts_around_its_added_tokens(text, parts):
    beside = cases_beside(EncodeCase(text, BARE), (7,), ["[CLS]", "[SEP]", ""])
    assert [each.text for each in list(beside)[5:]] == parts


@pytest.mark.parametrize(
    ("cause", "case", "asked"),
    [
        ("U+017F; U+302B; U+FFFFFF", EncodeCase("\u017f", BARE), [EncodeCase("\u302b", BARE)]),
        ("id 7; ids: word; id 9", DecodeCase((7,)), [DecodeCase((9,))]),
        ("words like 'a'", EncodeCase("a", BARE), []),
        ("id 7", EncodeCase("a", BARE), []),
    ],
)
def test_what_a_cause_names_is_asked_alone(cause, case, asked):
    assert list(cases_of_cause(cause, case)) == asked


def test_of_what_a_cause_names_the_first_few():
    cause = "; ".join(f"U+{code:04X}" for code in range(0x100, 0x120))
    assert len(list(cases_of_cause(cause, EncodeCase("a")))) == MOST_OF_CAUSE
