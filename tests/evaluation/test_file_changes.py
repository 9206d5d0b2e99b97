"""Every change leaves a file that its library reads, and that says something else."""

import json

import pytest
from sentencepiece import SentencePieceProcessor
from small_artefacts import Maker
from tokenizers import Tokenizer

from evaluation.file_changes import changes_of
from tokparity.corpora.generators.pipelines.charsmap import charsmap


def test_changes_of_a_tokenizer_json(save, every_stage):
    artefact = save(every_stage)
    changes = list(changes_of(artefact, 0))
    names = [change.name for change in changes]
    for part in ("merge ", "merges ", "ids of ", "special of ", "no normalizer", "ignore_merges"):
        assert any(name.startswith(part) for name in names), part
    assert len(set(names)) > 20
    for change in changes:
        Tokenizer.from_str(change.content.decode())
        assert json.loads(change.content) != every_stage
    assert [change.content for change in changes_of(artefact, 0)] == [
        change.content for change in changes
    ]
    other = [change.content for change in changes_of(artefact, 1)]
    assert other != [change.content for change in changes]


def test_changes_of_ranks(ranks):
    artefact = ranks()
    changes = list(changes_of(artefact, 0))
    assert {change.name.split()[0] for change in changes} >= {"ranks", "rank"}
    for change in changes:
        rows = change.content.splitlines()
        assert len(rows) == len(artefact.path.read_bytes().splitlines())


@pytest.mark.parametrize("kind", ["unigram", "bpe"])
def test_changes_of_a_model(kind, tmp_path):
    pieces = [(letter, -float(at)) for at, letter in enumerate("abcdefgh")]
    artefact = Maker(tmp_path, {}, None).sentencepiece(kind, pieces)
    changes = list(changes_of(artefact, 0))
    assert sum(change.name.endswith("by one ulp") for change in changes) == 2
    for change in changes:
        SentencePieceProcessor(model_proto=change.content)


def test_a_rule_of_a_charsmap_is_changed(save, every_stage):
    normalizer = {"type": "Precompiled", "precompiled_charsmap": charsmap({"x": "y", "q": "b"})}
    artefact = save(every_stage | {"normalizer": normalizer})
    (change,) = [c for c in changes_of(artefact, 0) if c.name == "a rule of the charsmap"]
    library = Tokenizer.from_str(change.content.decode())
    assert library.normalizer.normalize_str("xq") == "yz"
