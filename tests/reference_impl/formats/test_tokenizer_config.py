import json

import pytest

from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.formats.tokenizer_config import CONFIG, identity


@pytest.fixture
def directory(tmp_path, byte_level):
    (tmp_path / "tokenizer.json").write_text(json.dumps(byte_level))
    (tmp_path / CONFIG).write_text('{"tokenizer_class": "LlamaTokenizer"}')
    return tmp_path


def test_the_reference_reads_the_tokenizer_json_beside_it(directory, reference, byte_level):
    held = load(Artefact("model", "tokenizer_config.json", directory / CONFIG, ""))
    assert held.encode("hello world") == reference(byte_level).encode("hello world")


def test_without_one_it_is_not_read(directory):
    (directory / "tokenizer.json").unlink()
    with pytest.raises(BadArtefact, match=r"tokenizer\.json"):
        load(Artefact("model", "tokenizer_config.json", directory / CONFIG, ""))


@pytest.mark.parametrize(
    "name", ["tokenizer.json", CONFIG, "special_tokens_map.json", "spiece.model", "vocab.txt"]
)
def test_every_file_it_may_be_made_of_counts(directory, name):
    before = identity(directory)
    assert identity(directory) == before
    path = directory / name
    path.write_text(path.read_text() + " " if path.exists() else "{}")
    assert identity(directory) != before


def test_further_chat_templates_count(directory):
    (directory / "additional_chat_templates").mkdir()
    before = identity(directory)
    (directory / "additional_chat_templates" / "tool_use.jinja").write_text("{{ messages }}")
    assert identity(directory) != before


def test_weights_and_folders_do_not_count(directory):
    before = identity(directory)
    (directory / "model.safetensors").write_bytes(b"weights")
    (directory / "folder.json").mkdir()
    assert identity(directory) == before


def test_a_name_counts(directory):
    (directory / "a.txt").write_text("x")
    before = identity(directory)
    (directory / "a.txt").rename(directory / "b.txt")
    assert identity(directory) != before
