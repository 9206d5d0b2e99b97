from array import array

import pytest

from tokparity.harness.compare.sides import CaseBatch, EncodeBatch
from tokparity.harness.guidance.features import Features, Reached, bits, form, rule
from tokparity.reference_impl.batches import Answers, Encodings
from tokparity.reference_impl.contract import (
    EncodeOptions,
    Encoding,
    Refusal,
    StageCase,
    StageOutput,
)

PLAIN = EncodeOptions(False, False)


def test_only_what_is_new_counts():
    reached = Reached()
    assert reached.add(Features(0b11, array("I", [5]))) == 3
    assert reached.add(Features(0b110, array("I", [5, 6]))) == 2
    assert len(reached) == 5
    assert reached.compact() == Features(0b111, array("I", [5, 6]))


def test_pieces_of_encodings_are_noted():
    found = Encodings()
    found.add(Encoding((3, 300, 3), ((0, 1),) * 3))
    found.refuse(Refusal("error", "no"))
    reached = Reached()
    reached.note(EncodeBatch(("a", "b"), PLAIN), found)
    assert reached.pieces == 1 << 3 | 1 << 300
    assert bits([-1]) == bits([2_000_000_000]) == 0


def test_rules_of_stages_are_noted_and_refusals_are_not():
    cases = tuple(StageCase("normalizer", text, PLAIN) for text in ("ab", "cd", "e1", "x"))
    rows = [StageOutput(((char, 0, 1),)) for char in "ac1"]
    reached = Reached()
    reached.note(CaseBatch(cases, PLAIN), Answers([*rows, Refusal("error", "no")]))
    assert len(reached.rules) == 2, "ab and cd have one form, e1 another"


@pytest.mark.parametrize(
    ("case", "output"),
    [
        pytest.param(StageCase("normalizer", "A", PLAIN), (("a", 0, 1),), id="given"),
        pytest.param(StageCase("normalizer", "a", PLAIN), (("A", 0, 1),), id="made"),
        pytest.param(StageCase("pre_tokenizer", "a", PLAIN), (("a", 0, 1),), id="stage"),
        pytest.param(StageCase("normalizer", "a", PLAIN), (), id="rows"),
    ],
)
def test_what_tells_rules_apart(case, output):
    plain = rule(StageCase("normalizer", "a", PLAIN), StageOutput((("a", 0, 1),)))
    assert rule(case, StageOutput(output)) != plain


def test_the_form_of_a_text_is_short():
    assert form("") == ()
    assert form("ab 12 !") == ("Ll", "Zs", "Nd", "Zs")
