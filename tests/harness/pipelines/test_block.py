"""One generated tokenizer in a slot: its cases, what is kept of it, and what it leaves behind."""

import pytest

from tokparity.corpora.generators.pipelines.pipeline import pipeline
from tokparity.harness.pipelines.block import (
    NotLoaded,
    cases_of,
    runner_of,
    try_block,
    try_pipeline,
)
from tokparity.reference_impl.contract import DecodeCase, FullCase, StageCase, StreamCase
from tokparity.reports.records.engine import REFERENCE


@pytest.fixture(scope="module")
def made():
    return pipeline(11, 6, 6)


def test_every_text_is_asked_in_full_staged_and_decoded(slot, made, tmp_path):
    with runner_of(slot, made.document, tmp_path, REFERENCE) as runner:
        cases = list(cases_of(made, runner.left.tokenizer))
    full = [one for one in cases if isinstance(one, FullCase)]
    assert [(one.text, one.pair) for one in full] == list(made.texts)
    assert len({one.options for one in full}) == 4
    split = {one.given for one in cases if isinstance(one, StageCase)}
    assert {text for text, _ in made.texts} <= split
    decoded = [one for one in cases if isinstance(one, DecodeCase)]
    assert set(made.ids) <= {one.ids for one in decoded}
    assert len({one.options for one in decoded}) == 2
    assert len(decoded) > 2 * len(set(made.ids))
    streamed = [one for one in cases if isinstance(one, StreamCase)]
    assert {one.ids for one in decoded} == {one.prompt_ids + one.ids for one in streamed}
    assert {len(one.prompt_ids) for one in streamed} == {0, 1, 2}
    assert len({one.options for one in streamed}) == 2


def test_a_pipeline_leaves_nothing_loaded_and_no_file(slot, made, tmp_path):
    before = set(slot.tokenizers), set(slot.handles)
    (tried,) = try_block(slot, 11, [6], 6, tmp_path, REFERENCE)
    assert tried.sha256 == made.sha256
    assert tried.unloaded == ()
    assert tried.result.counts["encode_full"].compared == 6
    assert tried.result.counts["stage"].compared > 6
    assert tried.result.counts["decode"].compared > 6
    assert tried.result.counts["stream"].compared > 3
    assert (set(slot.tokenizers), set(slot.handles)) == before
    assert list(tmp_path.iterdir()) == []


def broken(made, **changes):
    document = made.document | changes
    return type(made)(made.number, document, made.texts, made.ids)


def test_a_document_that_neither_side_loads(slot, made, tmp_path):
    with (
        pytest.raises(NotLoaded) as error,
        runner_of(slot, broken(made, model={"type": "BPE"}).document, tmp_path, REFERENCE),
    ):
        pass
    assert [engine for engine, _ in error.value.sides] == ["reference", "huggingface_tokenizers"]


def test_a_document_that_one_side_alone_loads(slot, made, tmp_path):
    """Dropout makes encoding random: the library loads it, the reference has no answer to it."""
    model = {"type": "BPE", "dropout": 0.5, "vocab": {"a": 0}, "merges": []}
    tried = try_pipeline(slot, broken(made, model=model), tmp_path, REFERENCE)
    ((engine, reason),) = tried.unloaded
    assert engine == "reference"
    assert "model.dropout" in reason
