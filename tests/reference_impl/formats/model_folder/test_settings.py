"""What the two configs and the two maps of tokens say, against the library."""

import pytest

from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats.model_folder.settings import Settings, Token, read_settings
from tokparity.reference_impl.serde_json.node import Node

GPT2 = {"tokenizer_class": "GPT2Tokenizer"}
FLAGS = {"lstrip": False, "rstrip": True, "single_word": False, "normalized": True}


def said(**flags):
    return {"__type": "AddedToken", "content": "<x>", **FLAGS, **flags}


@pytest.mark.parametrize(
    ("config", "beside"),
    [
        pytest.param({"bos_token": said(), "cls_token": "<x>"}, {}, id="one content, two flags"),
        pytest.param({"bos_token": said(), "cls_token": said()}, {}, id="one token twice"),
        pytest.param({"mask_token": None, "pad_token": None}, {}, id="null"),
        pytest.param({"extra_special_tokens": ["<x>", said(content="<y>")]}, {}, id="list"),
        pytest.param({"extra_special_tokens": {"boi_token": "<x>"}}, {}, id="named extras"),
        pytest.param({"boi_token": "<x>", "eoi_token": said()}, {}, id="own names"),
        pytest.param({"additional_special_tokens": []}, {}, id="empty"),
        pytest.param(
            {"additional_special_tokens": ["<x>"], "extra_special_tokens": ["<y>"]}, {}, id="both"
        ),
        pytest.param(
            {"added_tokens_decoder": {"300": {"content": "<x>", **FLAGS}}},
            {"special_tokens_map__json": {"bos_token": "<y>"}},
            id="a list of ids hides the map",
        ),
        pytest.param(
            {},
            {"special_tokens_map__json": {"bos_token": {"content": "<x>", **FLAGS}}},
            id="map",
        ),
        pytest.param(
            {},
            {"special_tokens_map__json": {"additional_special_tokens": ["<x>", "<y>"]}},
            id="map of more",
        ),
        pytest.param(
            {"extra_special_tokens": ["<x>"]},
            {"special_tokens_map__json": {"extra_special_tokens": ["<x>", {"content": "<z>"}]}},
            id="map of extras",
        ),
        pytest.param(
            {"bos_token": "<x>"},
            {"added_tokens__json": {"<x>": 301, "Hey": 300, "ab": 302}},
            id="added tokens",
        ),
        pytest.param({"split_special_tokens": True, "model_max_length": 3}, {}, id="lengths"),
        pytest.param({"truncation_side": "left", "padding_side": "left"}, {}, id="sides"),
    ],
)
def test_tokens_of_the_configs(folder, files_of, config, beside):
    made = folder({**GPT2, **config}, **files_of("vocab.json", "BPE"), **beside)
    assert not made.library_refuses()
    texts = ["a<x> b <y>Hey<z> ab", "Hey hey", "  <x>  <y>  "]
    assert made.differences(texts) == []


@pytest.mark.parametrize(
    ("config", "reason"),
    [
        pytest.param({"bos_token": 3}, "bos_token: must be a token", id="number"),
        pytest.param({"bos_token": {"content": "x"}}, "bos_token: must be a token", id="untyped"),
        pytest.param({"bos_token": said(lstrip=1)}, "lstrip: must be true or false", id="flag"),
        pytest.param({"extra_special_tokens": 3}, "must be a list", id="no list"),
        pytest.param({"additional_special_tokens": [{}]}, "must hold tokens", id="no token"),
        pytest.param({"added_tokens_decoder": {"x": {}}}, "is no id", id="no id"),
        pytest.param({"add_bos_token": True, "bos_token": "a b"}, "is none", id="spaced bos"),
        pytest.param({"add_bos_token": True, "bos_token": "a:b"}, "no piece", id="colon in bos"),
        pytest.param({"add_prefix_space": None}, "must be true or false", id="null flag"),
    ],
)
def test_what_both_refuse(folder, files_of, config, reason):
    made = folder({**GPT2, **config}, **files_of("vocab.json", "BPE"))
    assert made.library_refuses()
    assert reason in made.reason()


def test_an_error_names_file_and_field(tmp_path):
    config = Node(tmp_path / "tokenizer_config.json", "", {"bos_token": said(content=3)})
    with pytest.raises(BadArtefact, match=r"config.json: bos_token.content: must be a st"):
        read_settings(tmp_path, config)


def test_flags_that_are_not_said_follow_special():
    assert Token("x").flags()[4:] == (True, False)
    assert Token("x", special=True).flags()[4:] == (False, True)


def test_counts_are_whole_numbers(tmp_path):
    settings = Settings(tmp_path, {"extra_ids": True}, {})
    assert settings.count("offset", 3) == 3
    with pytest.raises(BadArtefact, match="extra_ids: must be a whole number"):
        settings.count("extra_ids", 3)
