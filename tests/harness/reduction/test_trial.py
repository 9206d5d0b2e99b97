"""A candidate is asked as in a run: the same signature, by pieces and not by ids."""

from unittest.mock import Mock

import pytest

from tokparity.harness.compare.cells import CellSpec, SideSpec
from tokparity.harness.naming.investigation import Investigator
from tokparity.harness.reduction.documents.document import read_document
from tokparity.harness.reduction.passes import restricted
from tokparity.harness.reduction.trial import Trial, with_numbers
from tokparity.harness.shrinking.sequence import CandidateBudget
from tokparity.reference_impl.contract import (
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    StreamCase,
)
from tokparity.reference_impl.errors import UnknownToken
from tokparity.reports.records.engine import FaultyReference, Library

BARE = EncodeOptions(add_special=False)
CASE = EncodeCase("a\u0301 hello", BARE)


@pytest.fixture
def trial(slot, save, every_stage, tmp_path):
    """A trial of a fault model on its case, and the documents."""

    def make(fault_model="no-nfc", case=CASE, **limits):
        artefact = save(every_stage)
        left, right = (
            SideSpec(FaultyReference(fault_model), artefact),
            Library("huggingface_tokenizers"),
        )
        cell = CellSpec("m", "fidelity", left, SideSpec(right, artefact))
        investigator = slot.investigator(cell)
        [raw] = investigator.diverging([case])
        signature = investigator.signature_of(raw)
        documents = (read_document(artefact),)
        budget, loads = (
            CandidateBudget(limits.get("candidates", 50)),
            CandidateBudget(limits.get("loads", 2)),
        )
        whole = limits.get("whole", 360)
        made = Trial(slot, cell, signature, tmp_path, budget, loads, whole, parts_in="ids")
        return made, documents

    return make


def test_what_still_shows_it_whatever_its_ids_are(trial, every_stage):
    made, documents = trial()
    vocab = every_stage["model"]["vocab"]
    assert made.holds(documents, CASE)
    small = restricted(documents, {vocab["Ã"], vocab["¡"]})
    assert made.holds(small, EncodeCase("a\u0301", BARE))
    assert not made.holds(restricted(documents, {vocab["z"]}), EncodeCase("a\u0301", BARE))
    assert not made.holds(documents, EncodeCase("hello", BARE))


def test_nothing_is_asked_twice_and_nothing_beyond_the_budget(trial):
    made, documents = trial(candidates=2)
    for _ in range(3):
        assert made.holds(documents, CASE)
    assert made.budget.spent == 1
    assert not made.holds(documents, EncodeCase("hello", BARE))
    assert not made.holds(documents, EncodeCase("a\u0301", BARE)), "nothing is left"
    assert made.budget.spent == 2


def test_nothing_is_written_once_the_budget_is_spent(trial, monkeypatch):
    made, documents = trial(candidates=0)
    monkeypatch.setattr(Trial, "written", lambda *_: pytest.fail("written"))
    assert not made.holds(documents, CASE)


def test_what_cannot_be_named_does_not_hold_and_a_bug_in_naming_is_told(trial, monkeypatch):
    made, documents = trial()
    monkeypatch.setattr(Investigator, "signature_of", Mock(side_effect=KeyError("a")))
    with pytest.raises(KeyError):
        made.holds(documents, CASE)
    monkeypatch.setattr(Investigator, "signature_of", Mock(side_effect=UnknownToken("a")))
    assert not made.holds(documents, CASE)


def test_files_of_full_size_are_counted_apart(trial, monkeypatch):
    monkeypatch.setattr("tokparity.harness.reduction.trial.NEVER_FULL", 100)
    made, documents = trial(loads=1)
    assert made.holds(documents, CASE)
    assert made.loads.spent == 1
    assert not made.holds(restricted(documents, range(200)), CASE), "a second one"
    assert made.holds(restricted(documents, range(80)), CASE)
    assert (made.loads.spent, made.budget.spent) == (1, 3), "a small one was asked"
    for _ in range(made.budget.left):
        assert not made.holds(restricted(documents, range(200)), CASE)
    assert made.spent(), "what is refused for its size counts, so that it comes to an end"


def test_other_signatures_are_kept(trial):
    made, documents = trial("merge-order-reversed", EncodeCase("helloworld", BARE))
    other, _ = trial()
    other.cell = made.cell
    assert not other.holds(documents, EncodeCase("helloworld", BARE))
    [(signature, met)] = other.others.items()
    assert signature.stage == "model"
    assert met.found.sighting.case == EncodeCase("helloworld", BARE)
    assert len(met.files) == 1


def test_what_it_loads_it_lets_go_and_leaves_no_file(trial, slot, tmp_path):
    made, documents = trial()
    before = set(slot.handles), set(slot.tokenizers), set(tmp_path.iterdir())
    made.holds(documents, CASE)
    assert (set(slot.handles), set(slot.tokenizers), set(tmp_path.iterdir())) == before


def test_no_library_is_asked_where_the_reference_knows(trial, monkeypatch):
    made, documents = trial()
    monkeypatch.setattr(
        "tokparity.harness.shards.slot.Slot.investigator", lambda *_: pytest.fail("asked")
    )
    assert not made.holds(documents, EncodeCase("hello", BARE))


def test_ids_of_a_decode_case_go_along():
    options = DecodeOptions(skip_special=True)
    case = DecodeCase((7, 3, 7, 900, 5), options)
    assert with_numbers(case, {3: 0, 7: 1}) == DecodeCase((1, 0, 1, 3, 2), options)
    assert with_numbers(CASE, {3: 0}) == CASE
    stream = StreamCase((7, 900), (3, 5), options)
    assert with_numbers(stream, {3: 0, 7: 1}) == StreamCase((1, 3), (0, 2), options)
