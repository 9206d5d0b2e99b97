"""Where both sides refuse a case, they refuse it for the same reason."""

import re

import pytest

from tokparity.corpora.generators.pipelines.pipeline import pipeline
from tokparity.harness.compare.sides import observe
from tokparity.harness.pipelines.block import cases_of, runner_of
from tokparity.reference_impl.contract import Refusal
from tokparity.reports.records.engine import REFERENCE

SAME = {
    "no token '.*' in this vocabulary": "Missing .UNK. token|Unk token `.*` not found",
    "is no piece, and this Unigram has no unk_id": "unknown token but `unk_id` is missing",
    "the stride .* leaves nothing": "`stride` must be strictly less than",
    "tokens are too few to take": "Sequence to truncate too short",
    "the second text is to be truncated, but there is none": "Second sequence not provided",
    "begins with characters that came from nothing": "PanicException: index out of bounds",
    "the Strip decoder runs out": "PanicException: (slice index starts|index out of bounds)",
    "there is no template for .* parts": "PanicException: not yet implemented",
    "lies inside the white space": "AddedVocabulary bad split",
}
"""Ours: theirs, of which an answer to another question would be neither."""


def refusals(slot, folder, numbers, texts):
    """(ours, theirs) of each case of these pipelines that a side refuses."""
    for number in numbers:
        made = pipeline(2, number, texts)
        with runner_of(slot, made.document, folder, REFERENCE) as runner:
            cases = list(cases_of(made, runner.left.tokenizer))
            answers = (observe(side, cases) for side in (runner.left, runner.right))
            for mine, theirs in zip(*answers, strict=True):
                if isinstance(mine, Refusal) or isinstance(theirs, Refusal):
                    yield mine, theirs


def same_reason(mine, theirs):
    return any(
        re.search(one, mine.detail) and re.search(other, theirs.detail)
        for one, other in SAME.items()
    )


def test_both_sides_refuse_for_the_same_reason(slot, tmp_path):
    met = list(refusals(slot, tmp_path, range(120), 6))
    assert len(met) > 100
    assert [pair for pair in met if not same_reason(*pair)] == []
    seen = {one for one in SAME for mine, _ in met if re.search(one, mine.detail)}
    assert len(seen) >= 7


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("the stride 5 leaves nothing of 3 tokens", "Exception: Second sequence not provided"),
        ("no token '<absent>' in this vocabulary", "PanicException: not yet implemented"),
        ("anything else", "Exception: WordLevel error: Missing [UNK] token from the vocabulary"),
    ],
)
def test_other_pairs_are_none(mine, theirs):
    assert not same_reason(Refusal("error", mine), Refusal("error", theirs))
