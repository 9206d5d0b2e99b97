"""A tokenizer_config.json that stands alone."""

import json

import pytest

from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.formats.chat_template import templates, to_json


def artefact(tmp_path, content):
    path = tmp_path / "config.json"
    path.write_bytes(content)
    return Artefact("x", "chat_template", path, "0" * 64)


@pytest.mark.parametrize(
    "held",
    [
        Templates({"default": "é {{ bos_token }}"}, {"bos_token": "<s>", "image_token": "<i>"}),
        Templates({"default": "a", "tool_use": "b", "rag": "c"}, {}),
    ],
)
def test_what_is_written_is_read(held, tmp_path):
    written = artefact(tmp_path, to_json(held))
    assert templates(written) == held
    assert to_json(held).isascii()


def test_it_has_no_vocabulary(tmp_path):
    with pytest.raises(BadArtefact, match="vocabulary: is not here"):
        load(artefact(tmp_path, b'{"chat_template": "x"}'))


def test_what_is_no_template_is_told_with_its_place(tmp_path):
    with pytest.raises(BadArtefact, match="chat_template"):
        templates(artefact(tmp_path, json.dumps({"chat_template": 5}).encode()))
