"""What cannot be bisected; what can is in `test_versions`."""

import pytest

from tokparity.harness.commands.bisect import alike, told
from tokparity.reference_impl.contract import Encoding, Refusal


def test_what_is_no_finding(tokparity):
    asked = ("--library", "tokenizers", "--from", "0.20.3", "--to", "0.23.3")
    code, _, err = tokparity("bisect", "nothing", *asked)
    assert (code, err.count("\n")) == (2, 1)
    assert "is not RUN:FINDING" in err


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (Refusal("error", "line 3"), Refusal("error", "line 7"), True),
        (Refusal("error", "x"), Refusal("crash", "x"), False),
        (Refusal("error", "x"), Encoding((1,)), False),
        (Encoding((1,)), Encoding((1,)), True),
        (Encoding((1,), ((0, 1),)), Encoding((1,), ((0, 2),)), False),
    ],
)
def test_releases_answer_alike_whatever_their_refusals_say(one, other, same):
    assert alike(one, other) is same
    if not same:
        assert told(one) != told(other)


def test_a_long_answer_is_cut_off():
    shown = told(Encoding(tuple(range(1000))))
    assert len(shown) < 200
    assert shown.startswith("0 1 2 3")
    assert shown.endswith("…")
