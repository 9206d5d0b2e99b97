"""Wrong answers are counted apart from those that a note excuses."""

from dataclasses import replace

import pytest

from tokparity.harness.bugs.ties import Ties
from tokparity.harness.shards.runner import case_runner
from tokparity.harness.vectors.export import NEW, exported, plain_cell
from tokparity.harness.vectors.vector import NO_RULE, TIE, Vector
from tokparity.harness.vectors.verify import is_excused, verified
from tokparity.reference_impl.contract import EncodeCase, EncodeOptions, Encoding, Refusal
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def test_what_is_answered_otherwise(slot, artefact):
    _, vectors = exported(slot, artefact, 40, 0)
    first, second, *others = vectors
    wrong = replace(first, answer=Encoding((1, 2, 3)))
    excused = replace(second, answer=Encoding((1, 2, 3)), notes=(NO_RULE,))
    cell = plain_cell(artefact)
    ties = Ties.of(slot.tokenizer(cell.left.artefact))
    found = verified(case_runner(slot, cell), [wrong, excused, *others], ties)
    assert [one for one, _ in found.wrong] == [wrong]
    assert [one for one, _ in found.excused] == [excused]
    assert found.asked == 40


PIECES = (("?", 0.0), ("a", -1.0), ("b", -1.0), ("aa", -2.0), ("ab", -2.0))
UNIGRAM = Tokenizer(Unigram(PIECES, unk_id=0))


@pytest.mark.parametrize(
    ("notes", "answer", "excused"),
    [
        ((TIE,), Encoding((3,)), True),
        ((TIE,), Encoding((4,)), False),
        ((TIE,), Refusal("error", "x"), False),
        ((NO_RULE,), Refusal("error", "x"), True),
        ((NO_RULE,), Refusal("crash", "x"), False),
        ((NEW,), Encoding((3,)), False),
        ((), Encoding((3,)), False),
    ],
)
def test_a_note_excuses_what_it_is_about_and_no_crash(notes, answer, excused):
    case = EncodeCase("aa", EncodeOptions(add_special=False, parse_special=True))
    vector = Vector(case, Encoding((1, 1)), "x", "1.1", notes)
    assert is_excused(vector, answer, Ties.of(UNIGRAM)) is excused
