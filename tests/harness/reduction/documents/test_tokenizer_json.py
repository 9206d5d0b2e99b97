import copy
import json

import pytest

from tokparity.corpora.generators.pipelines.charsmap import charsmap
from tokparity.harness.reduction.documents.document import NotWritable, numbered, read_document
from tokparity.harness.reduction.documents.tokenizer_json import TokenizerJson
from tokparity.reference_impl.errors import BadArtefact

NONE = dict.fromkeys(
    ("truncation", "padding", "normalizer", "pre_tokenizer", "post_processor", "decoder")
)


@pytest.fixture
def document_of(save):
    def make(model, **stages):
        return read_document(save({"version": "1.0", "added_tokens": [], **NONE, **stages,
                                   "model": model}))  # fmt: skip

    return make


@pytest.fixture
def content():
    """The JSON of a document's file."""
    return lambda document: json.loads(document.write(numbered([document])).content)


BPE = {
    "type": "BPE",
    "continuing_subword_prefix": "##",
    "vocab": {"a": 0, "##b": 3, "ab": 5, "##c": 7, "abc": 9},
    "merges": ["a ##b", ["ab", "##c"]],
}
UNIGRAM = {"type": "Unigram", "unk_id": 1, "vocab": [["a", -1.5], ["<unk>", 0.0], ["b", -2.5]]}


def test_a_piece_goes_with_the_merges_that_name_it(document_of, content):
    document = document_of(BPE)
    assert content(document)["model"]["vocab"] == {"a": 0, "##b": 1, "ab": 2, "##c": 3, "abc": 4}
    model = content(document.keep({0, 3, 5, 7}))["model"]
    assert model["vocab"] == {"a": 0, "##b": 1, "ab": 2, "##c": 3}
    assert model["merges"] == [["a", "##b"]]
    assert content(document.keep({5, 7, 9}))["model"]["merges"] == [["ab", "##c"]]


def test_the_unknown_token_of_a_unigram_is_renumbered_or_gone(document_of, content):
    document = document_of(UNIGRAM)
    model = content(document.keep({1, 2}))["model"]
    assert (model["vocab"], model["unk_id"]) == ([["<unk>", 0.0], ["b", -2.5]], 0)
    assert content(document.keep({0, 2}))["model"]["unk_id"] is None


@pytest.mark.parametrize("decoder", [{"prefix": "##", "cleanup": True}, {"type": []}, [], "x"])
def test_a_component_without_a_type_is_no_document(document_of, decoder):
    with pytest.raises(BadArtefact, match="type: is not told of every component"):
        document_of(BPE, decoder=decoder)


def test_a_unigram_with_a_gap_is_none(document_of):
    with pytest.raises(NotWritable):
        document_of(UNIGRAM).write({0: 0, 1: 2, 2: 3})


def test_ids_of_templates_and_padding_go_along(save, every_stage, content):
    data = copy.deepcopy(every_stage)
    first = len(data["model"]["vocab"])
    data["padding"] = {"strategy": "BatchLongest", "pad_id": first + 5, "pad_token": "<s>"}
    roberta = {"type": "RobertaProcessing", "sep": ["z", first + 1], "cls": ["<s>", first + 5]}
    inner = [roberta, data["post_processor"]]
    data["post_processor"] = {"type": "Sequence", "processors": inner}
    made = content(read_document(save(data)).keep({3, first + 5}))
    roberta, template = made["post_processor"]["processors"]
    assert template["special_tokens"]["<s>"]["ids"] == [1]
    assert roberta["cls"] == ["<s>", 1]
    assert roberta["sep"][1] > 1, "gone: no entry's id"
    assert made["padding"]["pad_id"] == 1
    assert [token["id"] for token in made["added_tokens"]] == [1]


def test_what_is_plainer(document_of):
    pattern = {"Regex": r"a|b|\p{L}"}
    split = {"type": "Split", "pattern": pattern, "behavior": "Isolated", "invert": False}
    small = {"type": "Precompiled", "precompiled_charsmap": charsmap({"é": "e", "①": "1"})}
    document = document_of(UNIGRAM, pre_tokenizer=split, normalizer=small)
    steps = list(document.plainer({"é"}))
    assert any(one.data["pre_tokenizer"] is None for one in steps)
    patterns = [
        step.data["pre_tokenizer"]["pattern"] for step in steps if step.data["pre_tokenizer"]
    ]
    assert {"Regex": r"b|\p{L}"} in patterns
    assert {"Regex": "a"} in patterns
    maps = [step.data["normalizer"] for step in steps]
    assert {**small, "precompiled_charsmap": charsmap({"é": "e"})} in maps
    scores = [[score for one in step.entries.values() for _, score in one] for step in steps]
    assert [-1.0, -1.0, -1.0] in scores
    assert [-2.0, -1.0, -3.0] in scores


def test_merges_and_added_tokens_are_parts(save, every_stage):
    document = read_document(save(every_stage))
    parts = {part.name: part for part in document.parts()}
    assert len(parts["added tokens"].items) == 6
    few = parts["merges"].rebuilt(parts["merges"].items[:2])
    assert isinstance(few, TokenizerJson)
    assert len(few.merges) == 2
    assert parts["added tokens"].rebuilt([]).ids == frozenset(
        every_stage["model"]["vocab"].values()
    )


def test_a_file_of_old_has_no_type(save, content):
    model = {"vocab": {"a": 0}, "unk_token": "a"}
    artefact = save({"version": "1.0", "model": model})
    assert content(read_document(artefact))["model"]["type"] == "WordLevel"
    model = {"vocab": {"a": 0}, "unk_token": "a", "max_input_chars_per_word": 3}
    assert content(read_document(save({"model": model})))["model"]["type"] == "WordPiece"
