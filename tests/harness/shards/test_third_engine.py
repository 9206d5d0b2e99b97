"""A third engine beside two: who is odd, in each case and in each finding."""

import copy
from dataclasses import replace

import pytest

from tokparity.harness.compare.cells import SideSpec, parity_cell
from tokparity.harness.compare.sides import batch_of
from tokparity.harness.shards.runner import case_runner
from tokparity.reference_impl.contract import EncodeCase, EncodeOptions
from tokparity.reports.records.engine import Library
from tokparity.reports.records.vote import VoteCounts

TOKENIZERS = Library("huggingface_tokenizers")
CASES = [EncodeCase(text, EncodeOptions(add_special=False)) for text in ("he", "the he", "12")]


@pytest.fixture
def files(document, save):
    """Two alike, and one without a merge that the cases need."""
    lacking = copy.deepcopy(document)
    lacking["model"]["merges"].remove(["h", "e"])
    return save(document, "one"), save(lacking, "lacking"), save(document, "two")


@pytest.mark.parametrize(
    ("left", "right", "third", "odd"), [(1, 0, 2, "left"), (0, 1, 2, "right"), (0, 1, 1, "left")]
)
def test_it_names_the_side_that_is_alone(slot, files, left, right, third, odd):
    cell = parity_cell(files[left], files[right], "m")
    cell = replace(cell, third=SideSpec(TOKENIZERS, files[third]))
    result = case_runner(slot, cell).run_cases(0, [batch_of(CASES)])
    diverged = result.counts["encode"].diverged
    assert diverged >= 1
    assert result.votes == VoteCounts(**{odd: diverged})
    assert [found.sighting.vote.odd for found in result.found] == [odd] * len(result.found)
    assert result.found[0].sighting.vote.artefact == files[third].name


def test_without_a_third_nobody_votes(slot, files):
    result = case_runner(slot, parity_cell(files[0], files[1], "m")).run_cases(0, [batch_of(CASES)])
    assert result.votes == VoteCounts()
    assert result.found[0].sighting.vote is None
