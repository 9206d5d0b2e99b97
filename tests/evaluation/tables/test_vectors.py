"""What of the vectors of a model shows a fault, and what does not."""

from dataclasses import replace

import pytest

from evaluation.tables.vectors import Held, Row, _print_faults, caught, in_cases, in_vectors
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.vectors.export import exported, plain_cell
from tokparity.harness.vectors.vector import NO_RULE
from tokparity.reference_impl.contract import EncodeCase, Encoding


@pytest.fixture
def model(slot, artefact):
    _, vectors = exported(slot, artefact, 40, 0)
    refused = EncodeCase("\ud800x", vectors[0].case.options)
    tokenizer = slot.tokenizer(plain_cell(artefact).left.artefact)
    return Held(artefact, tokenizer, vectors, [*(one.case for one in vectors), refused])


def test_the_right_tokenizer_shows_nothing(model):
    assert (in_vectors(model.tokenizer, model), in_cases(model.tokenizer, model)) == (0, 0)


def test_a_fault_is_shown_by_both_and_one_that_is_excused_by_none(model):
    name = next(row.fault for row in caught([model]) if row.vectors)
    faulty = FAULT_MODELS[name].apply(model.tokenizer)
    assert in_vectors(faulty, model) == in_cases(faulty, model) > 0
    noted = [replace(one, notes=(NO_RULE,)) for one in model.vectors]
    assert in_vectors(faulty, replace(model, vectors=noted)) == 0
    wrong = replace(model.vectors[0], answer=Encoding((1, 2, 3)), notes=())
    assert in_vectors(model.tokenizer, replace(model, vectors=[wrong])) == 1


@pytest.mark.parametrize(
    ("vectors", "code"), [([1, 2, 3, 4, 0], 0), ([1, 0, 0], 1), ([], 2), ([None], 2)]
)
def test_too_few_are_a_failure(vectors, code, capsys):
    assert _print_faults([Row(f"fault {at}", shown, 1) for at, shown in enumerate(vectors)]) == code
    assert "caught" in capsys.readouterr().out
