"""Cases of a pair that part are found by asking both libraries, and explained by the ledger."""

import pytest

from evaluation.tables import explanation_cost
from tokparity.harness.compare.cells import parity_cell
from tokparity.reference_impl.contract import DecodeCase, EncodeCase


@pytest.fixture
def cell(document, save):
    """Of two files, of which the second has not the first merge."""
    merges = document["model"]["merges"]
    less = {**document, "model": {**document["model"], "merges": merges[1:]}}
    return parity_cell(save(document), save(less, "less"), "m")


def test_texts_and_ids_that_part(slot, cell):
    cases = explanation_cost.cases_of(slot, cell, 400)
    texts = [case for case in cases if isinstance(case, EncodeCase)]
    assert {case.options.add_special for case in texts} == {True, False}
    assert len(texts) == 400
    assert all(isinstance(case, DecodeCase) for case in cases[400:])
    parted = explanation_cost.parted(slot, cell, cases)
    assert parted
    assert all(left != right for _, (left, right) in parted)
    same = parity_cell(cell.left.artefact, cell.left.artefact, "m")
    assert explanation_cost.parted(slot, same, cases) == []


@pytest.mark.vocabulary
def test_a_pair_of_the_ledger_is_explained(capsys):
    assert explanation_cost.main(["qwen3~qwen3-ranks", "--cases", "200"]) == 0
    row, total = capsys.readouterr().out.splitlines()
    parts, explained = int(row.split()[3]), int(row.split()[5])
    assert parts == explained > 0
    assert total.startswith(f"{parts} part, ")


def test_nothing_that_parts_is_no_figure(capsys):
    assert explanation_cost.main(["no-such-name~nor-this", "--cases", "1"]) == 2
