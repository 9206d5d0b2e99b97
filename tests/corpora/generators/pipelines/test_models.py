"""Drawn models are valid, and no two of them the same."""

import json

import pytest

from tokparity.corpora.generators.pipelines.models import model, product
from tokparity.corpora.generators.pipelines.training import KINDS
from tokparity.corpora.generators.rng import Rng


@pytest.mark.parametrize("kind", KINDS)
def test_no_two_are_the_same(kind):
    rng = Rng("models", kind)
    made = [json.dumps(model(rng, 5, kind, "plain")) for _ in range(20)]
    assert len(set(made)) == len(made)


def test_merges_name_pieces_and_make_one():
    rng = Rng("merges")
    for _ in range(40):
        made = model(rng, 5, "BPE", "metaspace")
        prefix = made["continuing_subword_prefix"] or ""
        for left, right in made["merges"]:
            assert {left, right, product((left, right), prefix)} <= set(made["vocab"])


def test_byte_pieces_are_mostly_there_where_they_are_wanted():
    rng = Rng("bytes")
    made = [model(rng, 5, "Unigram", "plain") for _ in range(60)]
    with_bytes = [
        any(piece == "<0x0A>" for piece, _ in one["vocab"]) for one in made if one["byte_fallback"]
    ]
    assert 0.6 < sum(with_bytes) / len(with_bytes) <= 1
