"""A subject reads files by their usual names, without limits where it is to have none."""

import json
from dataclasses import replace

import pytest

from tokparity.oracles.subjects.handover import NAMES, Handover
from tokparity.reference_impl.contract import Artefact, Settings


@pytest.fixture
def handover():
    made = Handover()
    yield made
    made.close()


def artefact_at(path, kind="tokenizer.json", content=b"{}"):
    path.write_bytes(content)
    return Artefact("a", kind, path, "0" * 64)


@pytest.mark.parametrize("kind", NAMES)
def test_a_file_of_the_cache_gets_its_usual_name(handover, tmp_path, kind):
    artefact = artefact_at(tmp_path / "ab12", kind, b"content")
    given = handover.path(artefact, {})
    assert given.name == NAMES[kind]
    assert given.read_bytes() == b"content"


def test_what_is_beside_a_model_lies_beside_it(handover, tmp_path):
    config = tmp_path / "cd34"
    config.write_text("config")
    beside = {"tokenizer_config.json": config, "additional_chat_templates/tool.jinja": config}
    given = handover.path(artefact_at(tmp_path / "ab12"), beside)
    for name in beside:
        assert given.parent.joinpath(name).read_text() == "config"


def test_two_models_of_one_file_have_each_what_is_beside_it(handover, tmp_path):
    artefact = artefact_at(tmp_path / "ab12")
    for number in range(2):
        config = tmp_path / f"config {number}"
        config.write_text(str(number))
        given = handover.path(artefact, {"tokenizer_config.json": config})
        assert given.with_name("tokenizer_config.json").read_text() == str(number)


def test_a_file_with_its_name_is_given_where_it_lies(handover, tmp_path):
    artefact = artefact_at(tmp_path / "tokenizer.json")
    assert handover.path(artefact, {}) == artefact.path


def test_limits_are_left_out_of_a_copy(handover, tmp_path):
    content = {"truncation": {"max_length": 3}, "padding": {"length": 9}, "model": {"type": "BPE"}}
    artefact = artefact_at(tmp_path / "tokenizer.json", content=json.dumps(content).encode())
    given = handover.path(replace(artefact, settings=Settings(limits=False)), {})
    assert json.loads(given.read_text()) == {**content, "truncation": None, "padding": None}
    assert json.loads(artefact.path.read_text()) == content


def test_nothing_is_left_behind(tmp_path):
    handover = Handover()
    given = handover.path(artefact_at(tmp_path / "ab12"), {})
    handover.close()
    assert not given.parent.exists()
