"""Which class `AutoTokenizer` of the installed library takes, for every name and type of model."""

import json
import logging

import pytest
import transformers
from transformers.tokenization_utils_base import PreTrainedTokenizerBase
from transformers.tokenization_utils_tokenizers import TokenizersBackend

from tokparity.reference_impl.errors import BadArtefact, Unsupported
from tokparity.reference_impl.formats.model_folder.auto_class import BACKEND, class_of, is_python
from tokparity.reference_impl.serde_json.node import Node
from tools.record_auto_classes import PLACE, _own, asked

TABLE = json.loads(PLACE.read_text("ascii"))
NAMES = [*TABLE["names"], "LlamaTokenizerFast", "InternLM2Tokenizer", "T5TokenizerFast", None]
KINDS = [*TABLE["models"], None]


def test_the_table_is_the_installed_library_s():
    assert asked() == TABLE


@pytest.fixture
def chosen(tmp_path, monkeypatch):
    """The class that the library calls, without its loading anything."""
    logging.getLogger("transformers").setLevel(logging.CRITICAL)
    monkeypatch.setattr(transformers.PreTrainedConfig, "__repr__", object.__repr__)  # for its log
    take = classmethod(lambda cls, *_, **__: cls)
    monkeypatch.setattr(PreTrainedTokenizerBase, "from_pretrained", take)

    def choose(config, model_config):
        for name, content in (("tokenizer_config.json", config), ("config.json", model_config)):
            (tmp_path / name).write_text(json.dumps(content))
        monkeypatch.chdir(tmp_path)
        return transformers.AutoTokenizer.from_pretrained(".", local_files_only=True)

    return choose


def ours(config, model_config, tmp_path):
    nodes = [Node(tmp_path, "", content) for content in (config, model_config)]
    return class_of(*nodes)


@pytest.mark.parametrize("name", NAMES, ids=str)
def test_a_name_with_types_of_models(chosen, tmp_path, name):
    """Every twentieth type, and every type where no config names a class."""
    at = NAMES.index(name)
    config = {} if name is None else {"tokenizer_class": name}
    for kind in KINDS if name is None else [None, "bert", "mistral", *KINDS[at % 20 :: 20]]:
        model_config = {} if kind is None else {"model_type": kind}
        if kind == "nougat":  # its config is none without those of an encoder and a decoder
            continue
        try:
            theirs = chosen(config, model_config)
        except (ValueError, AttributeError, ImportError):
            continue
        if not isinstance(theirs, type) or theirs.__name__ == "MistralCommonBackend":
            continue
        expected = _own(theirs, TokenizersBackend).__name__
        expected = TABLE["names"].get(expected, expected)
        assert ours(config, model_config, tmp_path) == expected, (name, kind)


@pytest.mark.parametrize("kind", ["llama", "gpt2", "internlm2", "t5"])
def test_the_class_of_a_model_s_own_config(chosen, tmp_path, kind):
    model_config = {"model_type": kind, "tokenizer_class": "BertTokenizer"}
    theirs = chosen({}, model_config).__name__
    assert ours({}, model_config, tmp_path) == theirs


def test_code_of_a_folder_is_not_run(tmp_path):
    config = {"tokenizer_class": "Own", "auto_map": {"AutoTokenizer": ["own.Own", None]}}
    with pytest.raises(Unsupported, match="auto_map: names code"):
        ours(config, {}, tmp_path)


def test_no_class_at_all(tmp_path):
    assert ours({}, {"model_type": "nobody"}, tmp_path) == BACKEND


def test_a_class_that_the_library_lacks(tmp_path):
    with pytest.raises(BadArtefact, match="has no class OwnTokenizer"):
        ours({}, {"tokenizer_class": "OwnTokenizer"}, tmp_path)


def test_a_class_that_answers_in_python():
    assert is_python("ByT5Tokenizer")
    assert not is_python("T5Tokenizer")
