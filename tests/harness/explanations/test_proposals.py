"""What an entry may be made of: a change that accounts for every case, or the cases themselves."""

import pytest
from small_artefacts import PADDED, bpe, encode, token

from tokparity.harness.compare.cells import parity_cell
from tokparity.harness.explanations.binding import content_name
from tokparity.harness.explanations.proposals import answers_of, propose, these_cases
from tokparity.reports.records.finding import Signature

LETTERS = ("?", "a", "b", "ab", "e", "\u0301", "é")
MODEL = bpe(LETTERS, ["a b"], unk_token="?")


@pytest.fixture
def proposal(maker, copy, slot):
    def of(left, right, cases, stage="normalizer"):
        files = {True: copy(maker.json(**left), "left.json"), False: maker.json(**right)}
        cell = parity_cell(files[True], files[False], "m")
        signature = Signature("parity", "encode", cell.left.name, cell.right.name, stage, "x")
        answers = answers_of(slot.sides(cell), cases)
        found = propose(cell, signature, answers, lambda at_left: slot.tokenizer(files[at_left]))
        return found, cell, these_cases(cell, signature, answers)

    return of


def test_a_stage_that_one_side_lacks(proposal):
    nfc = {"model": MODEL, "normalizer": {"type": "NFC"}}
    for left, right, at in ((nfc, {"model": MODEL}, 0), ({"model": MODEL}, nfc, 1)):
        found, cell, _ = proposal(left, right, [encode("e\u0301"), encode("ae\u0301")])
        assert (found.change, found.was, found.stage) == ("without-normalizer", "NFC", "normalizer")
        assert found.on == content_name(cell.sides[at].artefact)
        assert found.beside == content_name(cell.sides[1 - at].artefact)


def test_rows_are_pinned_as_they_are(proposal):
    left = {"model": MODEL, "added_tokens": [token(7, "<new>", special=True)]}
    right = {"model": MODEL, "added_tokens": [token(7, "<old>")]}
    found, *_ = proposal(left, right, [encode("<new>"), encode("<old>")], "added_tokens")
    assert found.change == "added-rows"
    assert [row.content for row in (*found.rows.minus, *found.rows.plus)] == ["<new>", "<old>"]


def test_a_fault_model_of_the_stage(proposal):
    left = {"model": {**bpe(LETTERS, unk_token="?"), "ignore_merges": True}}
    found, *_ = proposal(left, {"model": bpe(LETTERS, unk_token="?")}, [encode("ab")], "model")
    assert (found.change, found.by) == ("fault-model", "ignore-merges-ignored")


def test_what_no_single_change_accounts_for(proposal):
    left = {"model": MODEL, "normalizer": {"type": "NFC"}, "padding": PADDED}
    cases = [encode("e\u0301")]
    found, _, alone = proposal(left, {"model": MODEL}, cases)
    assert found is None
    assert [answer.case for answer in alone.answers] == cases
    assert alone.answers[0].left != alone.answers[0].right
    assert alone.change == "these-cases"
