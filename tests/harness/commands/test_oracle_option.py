"""`--oracle`: what people call a library is its adapter."""

import pytest

from tokparity.harness.commands.oracle_option import oracles_called
from tokparity.oracles.protocol import ORACLES


@pytest.mark.parametrize("name", ORACLES)
def test_each_adapter_is_its_own_name(name):
    assert oracles_called(name) == [name]


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("hf", "huggingface_tokenizers"),
        ("tokenizers", "huggingface_tokenizers"),
        ("transformers", "huggingface_transformers"),
        ("sentencepiece", "google_sentencepiece"),
        ("llama.cpp", "ggml_llama_cpp"),
        ("tiktoken", "openai_tiktoken"),
        ("mistral-common", "mistral_common"),
    ],
)
def test_what_people_call_it(short, full):
    assert oracles_called(short) == [full]


def test_a_short_name_answers_as_the_full_one(tokparity, repository):
    full = tokparity("encode", "one", "a b", "--oracle", "huggingface_tokenizers")
    assert tokparity("encode", "one", "a b", "--oracle", "hf") == full
    assert full[0] == 0


def test_a_name_that_is_near_one(tokparity, repository):
    code, _, err = tokparity("encode", "one", "a", "--oracle", "tokeniser")
    assert code == 2
    assert "Did you mean 'tokenizers'?" in err


def test_a_name_of_several(monkeypatch, tokparity, repository):
    two = {"one_x": ORACLES["openai_tiktoken"], "two_x": ORACLES["openai_tiktoken"]}
    monkeypatch.setattr("tokparity.harness.commands.oracle_option.ORACLES", two)
    assert (
        "'x' may be one_x or two_x: say which" in tokparity("encode", "one", "a", "--oracle=x")[2]
    )
