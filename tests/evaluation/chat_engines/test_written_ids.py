"""Held to the native libraries: transformers for a .model, mistral-common for tekken.json."""

import json
import shutil
from importlib import import_module
from importlib.resources import files
from pathlib import Path

import pytest

from evaluation.chat_engines.engines.served_model import BOS, EOS, write_served_model
from evaluation.chat_engines.sides import written
from evaluation.chat_engines.written_ids import written_ids
from tokparity.reference_impl.chat.template import ChatTemplate
from tokparity.reference_impl.contract import Artefact

DATA = Path(str(files("mistral_common"))) / "data"
CONFIG = {
    "tokenizer_class": "LlamaTokenizer",
    "legacy": False,
    "bos_token": "<s>",
    "eos_token": "</s>",
    "unk_token": "<unk>",
}
TEXTS = (
    "<s>[INST] a [/INST] b</s>",
    "<s>[INST]a\n[/INST]b</s>[INST] \u00e9[/INST]",
    "<s> [AVAILABLE_TOOLS] [][/AVAILABLE_TOOLS]",
    "<s>a</s></s> <unk> x",
)


def in_wheel(name, format):
    return Artefact(name, format, DATA / name, "")


@pytest.mark.parametrize(
    "name", ["tokenizer.model.v1", "mistral_instruct_tokenizer_240323.model.v3"]
)
def test_control_pieces_are_found_and_no_space_is_put_between(name, tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    shutil.copy(DATA / name, tmp_path / "tokenizer.model")
    (tmp_path / "tokenizer_config.json").write_text(json.dumps(CONFIG))
    (tmp_path / "config.json").write_text('{"model_type": "mistral"}')
    transformers = import_module("transformers")
    native = transformers.AutoTokenizer.from_pretrained(tmp_path, local_files_only=True)
    ours = written_ids(in_wheel(name, "sentencepiece"))
    for text in TEXTS:
        assert list(ours(text)) == native.encode(text, add_special_tokens=False)
    assert not ours.adds_bos


def test_special_tokens_of_tekken_are_found():
    name = "tekken_240718.json"
    tekken = import_module("mistral_common.tokens.tokenizers.tekken")
    native = tekken.Tekkenizer.from_file(DATA / name)
    parts = ["<s>", "[INST]", " a\u00e9", "[/INST]", "</s>"]
    ids = [
        [native.get_special_token(part)] if part[0] in "<[" else native.encode(part, False, False)
        for part in parts
    ]
    ours = written_ids(in_wheel(name, "tekken.json"))
    assert ours("".join(parts)) == tuple(one for each in ids for one in each)


@pytest.mark.parametrize("adds_bos", [True, False])
def test_a_gguf_is_asked_whether_it_puts_a_bos_before(tmp_path, adds_bos):
    path = tmp_path / "m.gguf"
    write_served_model(path, "x", {"bos_token": "<s>", "eos_token": "</s>"}, adds_bos)
    ours = written_ids(Artefact("m", "gguf", path, ""))
    assert ours.adds_bos == adds_bos
    found = ours("<s>a</s>")
    assert (found[0], found[-1]) == (BOS, EOS)


def test_a_template_has_no_vocabulary(tmp_path):
    assert written_ids(written(tmp_path / "t.json", "t", ChatTemplate("x"))) is None
