import json
import os

import pytest
from tokenizers import Tokenizer, models

from tokparity.reference_impl.chat.errors import NoTemplate
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats.gguf.file import STRING, Value
from tokparity.reference_impl.formats.gguf.keys import Keys
from tokparity.reference_impl.formats.gguf.vocabulary import GgufVocabulary
from tokparity.reference_impl.formats.template_sources import folder_files, of_files, of_gguf

NAMED = [{"name": "default", "template": "d"}, {"name": "tool_use", "template": "t"}]
TOKEN = {"__type": "AddedToken", "content": "<s>", "lstrip": False, "rstrip": False}
TOKEN |= {"normalized": False, "single_word": False}


@pytest.fixture
def model(tmp_path):
    """Writes files, a tokenizer among them, to a folder; returns the folder."""
    vocab = {"a": 0, "<s>": 1, "</s>": 2, "<x>": 3}
    Tokenizer(models.WordLevel(vocab, "a")).save(str(tmp_path / "tokenizer.json"))

    def write(files):
        config = {"tokenizer_class": "PreTrainedTokenizerFast"}
        for name, content in ({"tokenizer_config.json": {}} | files).items():
            if name == "tokenizer_config.json":
                content = config | content
            path = tmp_path / name
            path.parent.mkdir(exist_ok=True)
            text = content if isinstance(content, str) else json.dumps(content)
            path.write_bytes(text.encode())
        return tmp_path

    return write


FOLDERS = [
    pytest.param({}, {}, id="none"),
    pytest.param({"tokenizer_config.json": {"chat_template": "c"}}, {"default": "c"}, id="config"),
    pytest.param(
        {"tokenizer_config.json": {"chat_template": NAMED}},
        {"default": "d", "tool_use": "t"},
        id="a-list",
    ),
    pytest.param(
        {"tokenizer_config.json": {"chat_template": {"default": "d", "x": "y"}}},
        {"default": "d", "x": "y"},
        id="an-object",
    ),
    pytest.param(
        {"tokenizer_config.json": {"chat_template": "c"}, "chat_template.jinja": "f"},
        {"default": "f"},
        id="the-file-wins",
    ),
    pytest.param(
        {
            "tokenizer_config.json": {"chat_template": NAMED},
            "additional_chat_templates/rag.jinja": "r",
        },
        {"rag": "r"},
        id="one-file-hides-them-all",
    ),
    pytest.param(
        {"chat_template.jinja": "f", "additional_chat_templates/rag.jinja": "r"},
        {"default": "f", "rag": "r"},
        id="files",
    ),
    pytest.param(
        {"chat_template.jinja": "f", "additional_chat_templates/file.jinja": "r"},
        {"default": "r"},
        id="one-called-file",
    ),
    pytest.param({"chat_template.jinja": "a\r\nb\rc"}, {"default": "a\nb\nc"}, id="line-ends"),
    pytest.param(
        {"tokenizer_config.json": {"chat_template": "a\r\nb"}},
        {"default": "a\r\nb"},
        id="line-ends-of-json",
    ),
]
TOKENS = [
    pytest.param({}, {}, id="none"),
    pytest.param(
        {"tokenizer_config.json": {"bos_token": "<s>", "eos_token": None, "x_token": "<x>"}},
        {"bos_token": "<s>", "x_token": "<x>"},
        id="config",
    ),
    pytest.param(
        {"tokenizer_config.json": {"bos_token": TOKEN}}, {"bos_token": "<s>"}, id="added-token"
    ),
    pytest.param(
        {"tokenizer_config.json": {"extra_special_tokens": {"image_token": "<x>"}}},
        {"image_token": "<x>"},
        id="extra",
    ),
    pytest.param(
        {
            "tokenizer_config.json": {"bos_token": "<s>", "eos_token": "<s>"},
            "special_tokens_map.json": {"eos_token": "</s>"},
        },
        {"bos_token": "<s>", "eos_token": "</s>"},
        id="the-map-wins",
    ),
    pytest.param(
        {
            "tokenizer_config.json": {"eos_token": "<s>", "added_tokens_decoder": {}},
            "special_tokens_map.json": {"eos_token": "</s>"},
        },
        {"eos_token": "<s>"},
        id="the-map-is-old",
    ),
    pytest.param(
        {"special_tokens_map.json": {"bos_token": {"content": "<s>", "lstrip": False}}},
        {"bos_token": "<s>"},
        id="a-map-of-objects",
    ),
]


def library(folder):
    os.environ["HF_HUB_OFFLINE"] = "1"
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(str(folder), local_files_only=True)


@pytest.mark.parametrize(("files", "sources"), FOLDERS)
def test_a_folder_has_the_templates_that_the_library_finds(model, files, sources):
    folder = model(files)
    assert of_files(folder_files(folder)).sources == sources
    theirs = library(folder).chat_template
    if isinstance(theirs, str):
        theirs = {"default": theirs}
    assert (theirs or {}) == sources


@pytest.mark.parametrize(("files", "tokens"), TOKENS)
def test_a_folder_has_the_special_tokens_that_the_library_finds(model, files, tokens):
    folder = model(files)
    assert of_files(folder_files(folder)).special_tokens == tokens
    assert library(folder).special_tokens_map == tokens


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"tokenizer_config.json": {"chat_template": 3}}, "chat_template: must be a string"),
        ({"tokenizer_config.json": {"chat_template": [{"name": "a"}]}}, "[0].template: is missing"),
        ({"tokenizer_config.json": {"bos_token": {"text": "a"}}}, "bos_token.content: is missing"),
        ({"special_tokens_map.json": []}, "must be an object"),
    ],
)
def test_what_is_not_of_its_shape(model, files, said):
    with pytest.raises(BadArtefact) as caught:
        of_files(folder_files(model(files)))
    assert said in str(caught.value)


def test_a_file_that_is_no_utf8_or_too_long(tmp_path):
    path = tmp_path / "chat_template.jinja"
    path.write_bytes(b"a\xff")
    with pytest.raises(BadArtefact, match="no UTF-8 at byte 1"):
        of_files(folder_files(tmp_path))
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(BadArtefact, match="more than"):
        of_files(folder_files(tmp_path))


@pytest.mark.parametrize(
    ("sources", "name", "tools", "chosen"),
    [
        ({"default": "d", "tool_use": "t"}, None, False, "default"),
        ({"default": "d", "tool_use": "t"}, None, True, "tool_use"),
        ({"default": "d", "tool_use": "t"}, "default", True, "default"),
        ({"default": "d"}, None, True, "default"),
        ({"tool_use": "t"}, None, True, "tool_use"),
    ],
)
def test_which_of_several(sources, name, tools, chosen):
    assert Templates(sources).choose(name, tools)[0] == chosen


@pytest.mark.parametrize(
    ("sources", "name", "said"),
    [
        ({}, None, "no chat template: this file has none"),
        ({"rag": "r"}, None, "no chat template is the default; name one of 'rag'"),
        ({"default": "d", "rag": "r"}, "rga", "is called 'rga'; there are 'default', 'rag'"),
    ],
)
def test_none_to_take(sources, name, said):
    with pytest.raises(NoTemplate) as caught:
        Templates(sources).choose(name)
    assert said in str(caught.value)


def text_value(text):
    return Value(STRING, False, strings=(text,))


def test_a_gguf_has_them_in_its_keys(tmp_path):
    values = {
        b"tokenizer.chat_template": text_value(b"d\0e"),
        b"tokenizer.chat_template.rag": text_value(b"r"),
        b"tokenizer.chat_templates": Value(STRING, True, strings=(b"rag",)),
    }
    vocabulary = GgufVocabulary("llama", (b"<unk>", b"<s>"), (), (), {"bos": 1}, {})
    found = of_gguf(Keys(tmp_path, values), vocabulary)
    assert found.sources == {"default": "d", "rag": "r"}
    assert found.special_tokens == {"bos_token": "<s>", "eos_token": ""}
    values[b"tokenizer.chat_template"] = text_value(b"\xff")
    with pytest.raises(BadArtefact, match="no UTF-8"):
        of_gguf(Keys(tmp_path, values), vocabulary)
