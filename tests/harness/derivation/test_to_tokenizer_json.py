"""A tokenizer.json of what llama.cpp reads, as tokenizers reads it."""

import json

import pytest

from tokparity.harness.derivation import to_tokenizer_json
from tokparity.harness.derivation.underivable import Underivable
from tokparity.reference_impl.formats import load

GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


def test_patterns_merges_and_what_is_added_around_a_text(save, every_stage, made_of, says, slot):
    stages = json.loads(json.dumps(every_stage))
    stages["pre_tokenizer"]["pretokenizers"][0]["pattern"] = {"Regex": GPT2}
    stages["model"]["ignore_merges"] = False
    stages["normalizer"] = None
    gguf = made_of(save(stages), "gguf")
    document = json.loads(made_of(gguf, "tokenizer.json").path.read_bytes())
    splits = document["pre_tokenizer"]["pretokenizers"]
    assert [part["type"] for part in splits][-2:] == ["Split", "ByteLevel"]
    template = document["post_processor"]
    assert template["single"][0] == {"SpecialToken": {"id": "<s>", "type_id": 0}}
    assert template["special_tokens"]["<s>"]["ids"] == [load(gguf).id_of("<s>")]
    assert document["model"]["merges"] == stages["model"]["merges"]
    assert says(made_of(gguf, "tokenizer.json")) == says(gguf)


def test_what_has_no_merges(train, made_of):
    gguf = made_of(train("bpe"), "gguf")
    with pytest.raises(Underivable, match="no BPE with merges"):
        to_tokenizer_json.of_gguf("m", load(gguf))
