"""An end of a text that is missing wherever two answers part."""

from types import SimpleNamespace

import pytest

from tokparity.reference_impl.contract import DecodeCase, EncodeCase, Encoding, Text
from tokparity.reports.records.finding import Beside
from tokparity.reports.triage.lost_ends import lost_end_sentence

NAMES = ({1: "\u2581", 2: "a", 3: "b", 4: "\u2581a", 5: "\u2581b", 6: "\u00c3\u00a9"},) * 2


def seen(*rows):
    """A sighting with these rows, of which the first is its case."""
    first, *rest = rows
    return SimpleNamespace(
        case=first.case, left=first.left, right=first.right, beside=tuple(rest), names=NAMES
    )


@pytest.mark.parametrize(
    ("wrong", "is_told"),
    [
        pytest.param([("<s>", "s>"), (".", ""), ("_a", "a")], True, id="of-each"),
        pytest.param([("<s>", "s>"), (".", ""), ("_a", "_a")], False, id="of-two"),
        pytest.param([("<s>", "s>"), (".", ""), ("_a", "b")], False, id="one-otherwise"),
        pytest.param([("<s>", "s>"), ("<", ""), ("<a", "a")], False, id="of-one-character"),
    ],
)
@pytest.mark.parametrize("at_left", [False, True])
def test_the_first_character_of_what_is_decoded(wrong, is_told, at_left):
    pairs = [(got, due) if at_left else (due, got) for due, got in wrong]
    rows = [
        Beside(DecodeCase((at,)), Text(left), Text(right)) for at, (left, right) in enumerate(pairs)
    ]
    sighting = seen(*rows, Beside(DecodeCase((9,)), Text("a"), Text("a")))
    said = lost_end_sentence(sighting, at_left=at_left)
    assert said == is_told * "It leaves out the first character of the text, whatever that is."


@pytest.mark.parametrize(
    ("wrong", "is_told"),
    [
        pytest.param([((4,), (1,)), ((5,), (1,)), ((2, 6), (2,))], True, id="of-each"),
        pytest.param([((4,), (1,)), ((5,), (1,)), ((2, 6), (6,))], False, id="the-first-of-one"),
        pytest.param([((4,), (1,)), ((2, 4), (2, 1)), ((1, 2), (1,))], False, id="one-character"),
        pytest.param([((4,), (1,)), ((5,), (1,)), ((), (2,))], False, id="more-of-nothing"),
    ],
)
@pytest.mark.parametrize("at_left", [False, True])
def test_the_last_character_of_what_is_encoded(wrong, is_told, at_left):
    rows = []
    for at, (due, got) in enumerate(wrong):
        pair = (Encoding(got), Encoding(due)) if at_left else (Encoding(due), Encoding(got))
        rows.append(Beside(EncodeCase("x" * at), *pair))
    said = lost_end_sentence(seen(*rows), at_left=at_left)
    assert said == is_told * "It leaves out the last character."
    right = Beside(EncodeCase("a"), Encoding((2,)), Encoding((2,)))
    said = lost_end_sentence(seen(*rows, right), at_left=at_left)
    assert ("but not of each text" in said) is is_told
