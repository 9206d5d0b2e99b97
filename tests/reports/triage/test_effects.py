"""What one side does to a decoded text, in words."""

from types import SimpleNamespace

import pytest

from tokparity.reference_impl.contract import Bytes, DecodeCase, EncodeCase, Encoding, Refusal, Text
from tokparity.reports.triage.effects import LONGEST, effect_sentence


@pytest.mark.parametrize(
    ("got", "expected", "said"),
    [
        pytest.param("[PAD] ", "[PAD]", "It puts · behind [PAD].", id="more"),
        pytest.param(" a", "a", "It puts · at the beginning.", id="more-at-the-beginning"),
        pytest.param("ab", "a b", "It leaves out · behind a.", id="less"),
        pytest.param("", "a", "It leaves out a.", id="nothing-left"),
        pytest.param("a\ufffdb", "a\u00e9b", "It gives � in the place of é behind a.", id="other"),
        pytest.param("x" * 20 + "y", "x" * 20, f"It puts y behind …{'x' * 12}.", id="a-long-text"),
        pytest.param("aab", "ab", "It puts a behind a.", id="one-of-several"),
        pytest.param("a" * (LONGEST + 1), "", "", id="a-long-stretch"),
        pytest.param("a", "a", "", id="alike"),
        pytest.param("a\u202e", "a", "It puts \\u202e behind a.", id="hostile"),
    ],
)
@pytest.mark.parametrize("at_left", [False, True])
def test_the_stretch_in_which_two_texts_part(got, expected, said, at_left):
    left, right = (got, expected) if at_left else (expected, got)
    sighting = SimpleNamespace(
        case=DecodeCase((1,)), left=Text(left), right=Bytes(right.encode("utf-8"))
    )
    assert effect_sentence(sighting, at_left=at_left) == said


@pytest.mark.parametrize(
    ("case", "right"),
    [
        pytest.param(EncodeCase("a"), Encoding((1,)), id="ids"),
        pytest.param(DecodeCase((1,)), Refusal("error", "x"), id="a-refusal"),
    ],
)
def test_of_no_two_texts_there_is_none(case, right):
    sighting = SimpleNamespace(case=case, left=Text("a"), right=right)
    assert effect_sentence(sighting, at_left=False) == ""
