import json

import pytest

from tokparity.harness.conversion.special_ids import (
    added_around,
    chat_template,
    named_specials,
    read_config,
    specials_of,
    usual_ids,
)
from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats import load

OTHER = {"name": "x", "template": "n"}


def test_what_is_added_around_a_text(save, every_stage, document):
    tokenizer = load(save(every_stage))
    assert added_around(tokenizer) == ((tokenizer.id_of("<s>"),), ())
    assert added_around(load(save(document))) == ((), ())


def test_padding_is_not_added_around_a_text(save, every_stage):
    pad = {"strategy": {"Fixed": 9}, "direction": "Left", "pad_to_multiple_of": None}
    pad |= {"pad_id": 3, "pad_type_id": 0, "pad_token": "x"}
    cut = {"max_length": 1, "strategy": "LongestFirst", "direction": "Right", "stride": 0}
    tokenizer = load(save(every_stage | {"padding": pad, "truncation": cut}))
    assert added_around(tokenizer) == ((tokenizer.id_of("<s>"),), ())


def test_a_configuration_names_tokens_as_text_or_as_objects(save, every_stage):
    tokenizer = load(save(every_stage))
    config = {"eos_token": "<|end|>", "pad_token": {"content": "<a>"}, "unk_token": "gone"}
    assert named_specials(tokenizer, config | {"bos_token": None}) == {
        "eos_token_id": tokenizer.id_of("<|end|>"),
        "padding_token_id": tokenizer.id_of("<a>"),
    }


def test_what_is_added_wins_over_what_is_named(save, every_stage):
    tokenizer = load(save(every_stage))
    found = specials_of(tokenizer, {"bos_token": "<a>", "eos_token": "<|end|>"})
    assert found.ids["bos_token_id"] == tokenizer.id_of("<s>")
    assert found.flags == {"add_bos_token": True, "add_eos_token": False}
    assert found.lost == ["bos_token_id: the configuration's '<a>' is not what is added"]


def test_two_tokens_before_a_text_are_one_too_many(save, every_stage):
    single = every_stage["post_processor"]["single"]
    post = every_stage["post_processor"] | {"single": [single[0], *single]}
    found = specials_of(load(save(every_stage | {"post_processor": post})), {})
    assert found.flags["add_bos_token"] is False
    assert any(line.startswith("['<s>', '<s>'] before a text") for line in found.lost)


def test_usual_names_fill_in_and_what_is_missing_is_told():
    ids, lost = {"bos_token_id": 7}, []
    usual_ids({"<s>": 1, "</s>": 2}, ids, lost)
    assert (ids, lost) == ({"bos_token_id": 7, "eos_token_id": 2}, [])
    ids = {}
    usual_ids({"a": 1}, ids, lost)
    assert ids == {}
    assert [line.split(":")[0] for line in lost] == ["bos_token_id", "eos_token_id"]


def test_the_configuration_of_a_folder(tmp_path):
    assert read_config(tmp_path) == {}
    (tmp_path / "tokenizer_config.json").write_text(json.dumps({"a": 1}))
    assert read_config(tmp_path) == {"a": 1}


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff", b"[" * 100_000])
def test_a_configuration_is_a_json_object(tmp_path, content):
    (tmp_path / "tokenizer_config.json").write_bytes(content)
    with pytest.raises(BadArtefact, match=r"tokenizer_config\.json: JSON: "):
        read_config(tmp_path)


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ({}, None),
        ({"chat_template": "t"}, "t"),
        ({"chat_template": 3}, None),
        (
            {
                "chat_template": [
                    {"name": "x", "template": "n"},
                    {"name": "default", "template": "d"},
                ]
            },
            "d",
        ),
        ({"chat_template": [{"name": "x", "template": "n"}, "junk"]}, None),
    ],
)
def test_the_chat_template_of_a_configuration(tmp_path, config, expected):
    assert chat_template(tmp_path, config) == expected


def test_a_template_in_a_file_of_its_own_comes_first(tmp_path):
    (tmp_path / "chat_template.jinja").write_text("own")
    assert chat_template(tmp_path, {"chat_template": "t"}) == "own"
    (tmp_path / "chat_template.jinja").write_bytes(b"\xff")
    with pytest.raises(BadArtefact, match=r"chat_template\.jinja: file"):
        chat_template(tmp_path, {})
