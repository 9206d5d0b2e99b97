"""Probe files: read back by the package's reader, and loaded by llama.cpp."""

import gguf
import pytest

from tokparity.oracles.adapters.ggml_llama_cpp import ALONE, GgmlLlamaCpp
from tokparity.oracles.probes.probe import BYTES, byte_probe, gguf_file, pair_probe, word_probe
from tokparity.reference_impl.text.byte_level import spell


def tokens_of(probe, text):
    adapter = GgmlLlamaCpp.of_content(probe.file)
    return [probe.tokens[token_id] for token_id in adapter.encode(text, ALONE).ids]


def test_the_file_is_what_the_package_reads(tmp_path):
    keys = {
        "general.architecture": "llama",
        "a.b": True,
        "a.n": 7,
        "a.list": ["é", "", "\0"],
        "a.ints": [1, -2],
    }
    path = tmp_path / "x.gguf"
    path.write_bytes(gguf_file(keys))
    fields = gguf.GGUFReader(path).fields
    assert {name: fields[name].contents() for name in keys} == keys


@pytest.mark.parametrize(
    "text", ["abab bab ababab", "aaaa aaa aa a", "éé\u3000é\U0001f600é", "1111111 '''s"]
)
def test_a_word_is_one_token(text):
    """Of a pattern that makes one word of everything, whatever repeats in it."""
    newlines = word_probe("sarvam-moe", [text.replace(" ", "\u2581"), "b"], spelled=False)
    assert tokens_of(newlines, text) == [text.replace(" ", "\u2581")]


def test_a_word_of_bytes_is_one_token():
    text = "éabéababéé"
    assert tokens_of(word_probe("gpt-2", [text, "ba"]), text) == [spell(text.encode())]


def test_known_boundaries():
    assert tokens_of(word_probe("gpt-2", ["a  b's 123"]), "a  b's 123") == [
        *("a", "Ġ", "Ġb", "'s", "Ġ123"),
    ]
    assert tokens_of(word_probe("llama-bpe", [" 12345"]), " 12345") == ["Ġ", "123", "45"]


def test_another_name_in_the_same_file():
    probe = word_probe("qwen2", ["12 34"])
    assert tokens_of(probe, "12 34") == ["1", "2", "Ġ", "3", "4"]
    assert tokens_of(probe.with_pre("qwen2", "gpt-2"), "12 34") == ["12", "Ġ34"]


def test_pairs_are_merged_where_there_is_no_boundary():
    probe = pair_probe("qwen2", ["ab", "a1"])
    assert tokens_of(probe, "ab a1") == ["ab", "Ġ", "a", "1"]


def test_bytes_and_special_tokens():
    special = {"<x>": 3, "<u>": 4}
    probe = byte_probe(special, "gpt2", "gpt-2", {}, spelled=True)
    assert probe.tokens[:256] == tuple(BYTES)
    assert tokens_of(probe, "é<u><x>") == ["Ã", "©", "<u>", "<", "x", ">"]
