"""Where gguf 0.19 and the converter of llama.cpp b11549 part, by what the latter's source says."""

import json

import pytest

from tokparity.harness.conversion.upstream.specials import named_specials, specials_of

FIRST = {"SpecialToken": {"id": "<s>", "type_id": 0}}
A = {"Sequence": {"id": "A", "type_id": 0}}
TEMPLATE = {"type": "TemplateProcessing", "single": [FIRST, A], "pair": [], "special_tokens": {}}
BYTES = {"type": "ByteLevel"}
ADDED = [{"id": 7, "content": "<s>"}, {"id": 8, "content": "</s>"}]


@pytest.fixture
def asked(tmp_path):
    def ask(processor, config, model=None):
        path = tmp_path / "tokenizer.json"
        path.write_text(json.dumps({"post_processor": processor, "added_tokens": ADDED}))
        return specials_of(path, config, model or {}, 9)

    return ask


def test_byte_level_adds_nothing(asked):
    assert asked(BYTES, {})[1] == {"add_bos_token": False, "add_eos_token": False}


def test_a_template_goes_before_the_configuration(asked):
    both = {"type": "Sequence", "processors": [BYTES, TEMPLATE]}
    config = {"add_bos_token": False, "bos_token": "<s>"}
    assert asked(both, config) == (
        {"bos_token_id": 7},
        {"add_bos_token": True, "add_eos_token": False},
    )


def test_a_template_names_what_the_configuration_does_not(asked):
    found = asked(TEMPLATE, {"eos_token": {"content": "</s>"}, "add_eos_token": True})
    assert found == (
        {"bos_token_id": 7, "cls_token_id": 7, "eos_token_id": 8},
        {"add_bos_token": True, "add_eos_token": True},
    )


def test_ids_of_the_model_count_last(asked):
    ids, _ = asked(None, {"bos_token": "<s>"}, {"bos_token_id": 3, "eos_token_id": 4})
    assert ids == {"bos_token_id": 7, "eos_token_id": 4}


def test_no_document(tmp_path):
    assert specials_of(None, {"add_bos_token": True}, {}, 9) == ({}, {"add_bos_token": True})


def test_names():
    config = {"bos_token": "<s>", "additional_special_tokens": ["x", {"content": "y"}, 3]}
    assert named_specials(config | {"extra_special_tokens": {"image": "z"}}) == {
        *("<s>", "x", "y", "z")
    }
