from dataclasses import replace

import pytest

from tokparity.harness.artefacts.names import resolve
from tokparity.harness.conversion.upstream.pre_name import PreOfHash, known_names, pre_of_hash
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.tokenizer.padding import Padding

PUBLISHED = {"qwen3": "qwen2", "llama3-merges": "llama-bpe", "gpt-neox-20b": "olmo"}
"""Of hashes that llama.cpp has from Qwen1.5, Llama 3 and OLMo, whose vocabularies these are."""


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_name_that_llama_cpp_has_for_a_published_vocabulary(name):
    found = pre_of_hash(load(resolve(name)))
    assert found.name == PUBLISHED[name]
    assert found.model is not None
    assert f"would write {found.name!r}, by the hash of {found.model}" in found.line()
    assert found.name in known_names()


def test_a_vocabulary_that_nobody_published_has_no_name(save, document):
    found = pre_of_hash(load(save(document)))
    assert (found.name, found.model) == (None, None)
    assert "gives up" in found.line()


def test_padding_is_no_part_of_the_hash(save, document):
    tokenizer = load(save(document))
    padding = Padding(
        length=4000, direction="Right", multiple_of=0, pad_id=0, pad_type_id=0, pad_token="!"
    )
    assert pre_of_hash(replace(tokenizer, padding=padding)) == pre_of_hash(tokenizer)


def test_lines_to_paste_are_python(save, document):
    lines = PreOfHash("ab" * 32, None).lines_to_add("a/b", "gpt-2")
    code = [line for line in lines if line.startswith(" ")]
    row = eval(code[0].strip().rstrip(","), {"TOKENIZER_TYPE": type("T", (), {"BPE": 1})})
    assert row == {"name": "gpt-2", "tokt": 1, "repo": "a/b"}
    scope = {"chkhsh": "ab" * 32, "res": None}
    exec("\n".join(line[8:] for line in code[1:]), scope)
    assert scope["res"] == "gpt-2"
