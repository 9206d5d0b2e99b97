"""Cases beside a smallest one: in other company, and none of what is too long or empty."""

import pytest

from tokparity.harness.bugs.beside import LONGEST, cases_beside
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, EncodeOptions

BARE = EncodeOptions(add_special=False)


def test_a_text_between_letters_under_its_own_options():
    beside = list(cases_beside(EncodeCase("\0", BARE), (7,)))
    assert beside == [EncodeCase(text, BARE) for text in ("a\0", "\0a", "a\0a", "a", "aa")]


def test_ids_between_those_of_a_letter():
    beside = list(cases_beside(DecodeCase((1, 2)), (7,)))
    assert [case.ids for case in beside] == [(7, 1, 2), (1, 2, 7), (7, 1, 2, 7), (7,), (7, 7)]


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
