"""A third engine beside two: who is odd, in each case and in each finding."""

import copy
import hashlib
import json
from dataclasses import replace

import pytest

from tokparity.harness.compare.cells import SideSpec, parity_cell
from tokparity.harness.compare.sides import batch_of
from tokparity.harness.shards.runner import case_runner
from tokparity.harness.shards.third_engine import ThirdEngine
from tokparity.reference_impl.contract import EncodeCase, EncodeOptions, Refusal
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


@pytest.mark.parametrize(
    ("text", "odd"),
    [
        pytest.param("the he", "left", id="no special token in it"),
        pytest.param("the he<s>", "silent", id="it hangs on the option"),
    ],
)
def test_what_a_third_cannot_express_it_is_asked_otherwise(
    slot, document, save, tmp_path, text, odd
):
    """sentencepiece never looks for special tokens: where neither side found one, it may vote."""
    lacking = copy.deepcopy(document)
    lacking["model"]["merges"].remove(["h", "e"])
    files = [save(lacking, "lacking"), save(document, "whole")]
    special = {"id": 0, "content": "<s>", "special": True, "single_word": False,
               "lstrip": False, "rstrip": False, "normalized": False}  # fmt: skip
    for path in (file.path for file in files):
        data = json.loads(path.read_text())
        special["id"] = max(data["model"]["vocab"].values()) + 1
        path.write_text(json.dumps({**data, "added_tokens": [*data["added_tokens"], special]}))
    left, right = (
        replace(file, sha256=hashlib.sha256(file.path.read_bytes()).hexdigest()) for file in files
    )
    cell = parity_cell(left, right, "m")
    third = Expressive(slot.side(SideSpec(TOKENIZERS, right)))
    runner = case_runner(slot, cell)
    runner.third = ThirdEngine(SideSpec(TOKENIZERS, right), third)
    case = EncodeCase(text, EncodeOptions(add_special=False, parse_special=True))
    assert runner.run_cases(0, [batch_of([case])]).votes == VoteCounts(**{odd: 1})


class Expressive:
    """A side that cannot express parse_special, as sentencepiece."""

    def __init__(self, inner):
        self.inner = inner

    def submit(self, batch):
        if batch.options.parse_special:
            refused = [Refusal("unsupported", "cannot express parse_special")] * len(batch)
            return Answered(refused)
        return self.inner.submit(batch)


class Answered:
    def __init__(self, answers):
        self.answers = answers

    def result(self):
        return self

    def observations(self):
        return self.answers

    def __iter__(self):
        return iter(self.answers)

    def __len__(self):
        return len(self.answers)

    def __getitem__(self, at):
        return self.answers[at]
