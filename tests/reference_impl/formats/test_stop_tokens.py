import ctypes
import json

import pytest

from tokparity.corpora.generators.gguf_vocabularies.document import GgufDocument
from tokparity.corpora.generators.gguf_vocabularies.vocabulary import vocabulary
from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.oracles.adapters.ggml_llama_cpp import library
from tokparity.reference_impl.errors import BadArtefact, TokparityError
from tokparity.reference_impl.formats.gguf.reader import read
from tokparity.reference_impl.formats.stop_tokens import (
    ALL_OF_LLAMA_CPP,
    Declared,
    StopTokens,
    of_files,
    of_gguf,
)
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

VOCAB = {"a": 0, "<s>": 1, "</s>": 2, "<|im_end|>": 3}


@pytest.fixture
def said(tmp_path):
    """What is read of a model's files: name → JSON."""

    def said(**files):
        paths = {}
        for stem, content in files.items():
            path = paths[f"{stem}.json"] = tmp_path / f"{stem}.json"
            path.write_text(json.dumps(content))
        return of_files(paths, Tokenizer(model=WordLevel(VOCAB, "a")))

    return said


def test_places_that_agree(said):
    found = said(
        tokenizer_config={"eos_token": "</s>"},
        special_tokens_map={"eos_token": {"content": "</s>"}},
        config={"eos_token_id": 2},
        generation_config={"eos_token_id": [2]},
    )
    assert found.ids == {2}
    assert found.is_eos(2)
    assert not found.is_eos(3)
    assert found.disagreements() == ()
    assert len(found.declared) == 4


def test_places_that_disagree(said):
    found = said(
        tokenizer_config={"eos_token": "<|im_end|>"},
        config={"eos_token_id": 2},
        generation_config={"eos_token_id": [2, 3, 9]},
    )
    assert found.ids == {2, 3, 9}
    config, generation, tokenizer = (
        "config.json: eos_token_id",
        "generation_config.json: eos_token_id",
        "tokenizer_config.json: eos_token",
    )
    told = [(one.id, one.piece, one.named_by, one.not_by) for one in found.disagreements()]
    assert told == [
        (2, "</s>", (config, generation), (tokenizer,)),
        (3, "<|im_end|>", (tokenizer, generation), (config,)),
        (9, None, (generation,), (tokenizer, config)),
    ]


def test_nothing_is_said(said):
    assert said() == said(config={}, generation_config={"eos_token_id": None}) == StopTokens((), {})


def test_a_piece_that_no_token_is(said):
    found = said(tokenizer_config={"eos_token": "<end>"}, config={"eos_token_id": 2})
    assert found.unknown() == (Declared("tokenizer_config.json: eos_token", (), "<end>"),)
    assert found.ids == {2}


def test_a_model_of_several_parts(said):
    found = said(config={"text_config": {"eos_token_id": [1, 3]}})
    assert found.declared == (Declared("config.json: text_config.eos_token_id", (1, 3)),)


@pytest.mark.parametrize("wrong", ["2", 2.0, True, -1, [[2]]])
def test_what_is_no_id(said, wrong):
    with pytest.raises(BadArtefact, match="eos_token_id"):
        said(generation_config={"eos_token_id": wrong})


def gguf(path, tokens, **keys):
    document = GgufDocument()
    document.add("general.architecture", "str", b"llama")
    document.add("model", "str", b"llama")
    document.add("tokens", "str", [*(f"<0x{byte:02X}>".encode() for byte in range(256)), *tokens])
    for name, value in keys.items():
        document.add(name, "u32", value)
    path.write_bytes(document.to_bytes())
    return of_gguf(*read(path))


def test_the_keys_and_the_names_of_a_gguf(tmp_path):
    tokens = [b"</s>", b"<|im_end|>", b"<|eot_id|>", b"b"]
    found = gguf(tmp_path / "a.gguf", tokens, eos_token_id=257, eot_token_id=258)
    assert [(one.place, one.ids) for one in found.declared] == [
        ("tokenizer.ggml.eos_token_id, eot_token_id", (257, 258)),
        (ALL_OF_LLAMA_CPP, (256, 257, 258)),
    ]
    assert found.pieces == {256: "</s>", 257: "<|im_end|>", 258: "<|eot_id|>"}
    assert [one.id for one in found.disagreements()] == [256]


def test_a_key_that_is_not_there(tmp_path):
    found = gguf(tmp_path / "a.gguf", [b"b"])
    assert found.declared == (
        Declared("llama.cpp's own eos_token_id", (2,)),
        Declared(ALL_OF_LLAMA_CPP, (2,)),
    )
    assert found.disagreements() == ()


def llama_cpp(path):
    llama = library()
    llama.llama_vocab_is_eog.argtypes = (ctypes.c_void_p, ctypes.c_int32)
    llama.llama_vocab_is_eog.restype = ctypes.c_bool
    parameters = llama.llama_model_default_params()
    parameters.vocab_only = True
    model = llama.llama_model_load_from_file(str(path).encode(), parameters)
    if model is None:
        return None
    held = llama.llama_model_get_vocab(model)
    count = llama.llama_vocab_n_tokens(held)
    found = {one for one in range(count) if llama.llama_vocab_is_eog(held, one)}
    llama.llama_model_free(model)
    return found


def test_generated_files_end_where_llama_cpp_ends_them(tmp_path):
    path = tmp_path / "a.gguf"
    several = 0
    for number in range(64):
        path.write_bytes(vocabulary(7, number, 1).document.to_bytes())
        try:
            found = of_gguf(*read(path))
        except TokparityError:
            continue
        theirs = llama_cpp(path)
        if theirs is None:  # refused for what is no matter of stop tokens
            continue
        assert found.ids == theirs, number
        several += len(found.ids) > 1
    assert several > 30


@pytest.mark.vocabulary
@pytest.mark.parametrize("name", ["gemma4-gguf", "phi3-gguf", "refact-gguf", "qwen2-gguf"])
def test_real_files_end_where_llama_cpp_ends_them(name):
    (manifest,) = catalogue.find(name, catalogue.OWN)
    cache = Cache.default()
    if not catalogue.is_cached(manifest, cache):
        pytest.skip("not fetched")
    path = catalogue.artefact(manifest, cache).path
    assert of_gguf(*read(path)).ids == llama_cpp(path)
