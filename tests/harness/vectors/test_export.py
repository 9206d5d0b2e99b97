"""Vectors of small artefacts: right by their library, the same again, and marked where they are."""

import pytest
from small_artefacts import Maker

from tokparity.corpora.regression import regressions
from tokparity.harness.bugs.ties import Ties
from tokparity.harness.shards.runner import case_runner
from tokparity.harness.vectors.export import exported, plain_cell
from tokparity.harness.vectors.vector import NO_RULE, TIE
from tokparity.harness.vectors.verify import verified
from tokparity.reference_impl.contract import DecodeCase, EncodeCase


def test_as_many_as_wanted_right_and_the_same_again(slot, artefact):
    about, vectors = exported(slot, artefact, 120, 0)
    assert len(vectors) == 120
    assert sum(isinstance(one.case, DecodeCase) for one in vectors) == 30
    assert (about["sha256"], about["library"]) == (artefact.sha256, "huggingface_tokenizers")
    cell = plain_cell(artefact)
    ties = Ties.of(slot.tokenizer(cell.left.artefact))
    found = verified(case_runner(slot, cell), vectors, ties)
    assert (found.asked, found.wrong, found.unsupported) == (120, [], 0)
    assert exported(slot, artefact, 120, 0) == (about, vectors)
    assert exported(slot, artefact, 120, 1)[1] != vectors


def test_regression_cases_are_among_them(slot, artefact):
    _, vectors = exported(slot, artefact, 200, 0)
    known = {f"regression {case.name}": case.case for case in regressions()}
    taken = [one for one in vectors if one.source != "generated"]
    assert taken
    assert all(known[one.source].text == one.case.text for one in taken)


def test_every_option_is_asked(slot, artefact):
    _, vectors = exported(slot, artefact, 100, 0)
    assert len({one.case.options for one in vectors if isinstance(one.case, EncodeCase)}) == 4
    assert len({one.case.options for one in vectors if isinstance(one.case, DecodeCase)}) == 2


def test_ids_of_no_token_have_no_rule(slot, artefact):
    _, vectors = exported(slot, artefact, 200, 0)
    pieces = slot.tokenizer(artefact).pieces()
    for one in vectors:
        if isinstance(one.case, DecodeCase):
            assert (NO_RULE in one.notes) is any(at not in pieces for at in one.case.ids)


def test_two_ways_that_score_the_same_are_noted(slot, tmp_path, every_stage):
    maker = Maker(tmp_path, every_stage, None)
    pieces = [("a", -1.0), ("aa", -2.0), ("aaa", -3.0), ("▁", -1.0)]
    _, vectors = exported(slot, maker.sentencepiece("unigram", pieces), 100, 0)
    assert any(TIE in one.notes for one in vectors)


@pytest.mark.parametrize("count", [1, 3])
def test_a_few(slot, artefact, count):
    assert len(exported(slot, artefact, count, 0)[1]) == count
