"""The words of a vocabulary's own pre-tokenizer, in characters of the text."""

import subprocess
import sys

import pytest

from tokparity.oracles.adapters.ggml_llama_cpp import ALONE, LONGEST, GgmlLlamaCpp
from tokparity.oracles.probes.llama_cpp_words import word_rows
from tokparity.oracles.probes.probe import NotLocated, byte_probe, word_probe
from tokparity.reference_impl.errors import RegexLimit
from tokparity.reference_impl.formats.gguf.pre import PRE_NAMES
from tokparity.reference_impl.text.byte_text import from_bytes


def shown(pre, text, model="gpt2"):
    adapter = GgmlLlamaCpp.of_content(word_probe(pre, ["x"], model=model).file)
    (rows,) = adapter.probe("pre_tokenizer", [text])
    return rows


def test_ranges_are_in_characters():
    assert shown("qwen2", "é 12") == [("Ã©", 0, 1), ("Ġ", 1, 2), ("1", 2, 3), ("2", 3, 4)]


def test_a_file_without_a_name():
    assert [word for word, _, _ in shown(None, "ab?12")] == ["ab", "?", "12"]


def test_a_mark_put_in_front_has_no_character():
    rows = shown("mmbert", "a\u2581b\n\nc")
    assert rows == [("\u2581a", 0, 1), ("\u2581b", 1, 3), ("\n\n", 3, 5), ("\u2581c", 5, 6)]


def test_the_model_gemma4_has_its_own():
    assert shown(None, "a\u2581b\nc", "gemma4") == [("a\u2581b", 0, 3), ("\n", 3, 4), ("c", 4, 5)]


def test_a_nul_is_shown_where_words_are_spelled_as_bytes():
    assert [word for word, _, _ in shown("gpt-2", "a\0")] == ["a", "Ā"]
    for nul in ("\0", from_bytes(b"\xc0\x80")):  # llama.cpp reads the second as the first
        with pytest.raises(NotImplementedError, match="NUL"):
            shown(None, f"a{nul}", "gemma4")


def test_a_token_that_llama_cpp_knows_by_its_name_hides_words():
    for name in ("<|channel|>", "<|message|>"):
        with pytest.raises(NotImplementedError, match=r"'<\|.*by its name"):
            shown("mpt", f"a{name}")
    assert [word for word, _, _ in shown("mpt", "a<|x|>")] == ["a", "<|", "x", "|>"]


def test_a_space_never_comes_where_spaces_are_escaped():
    with pytest.raises(NotImplementedError, match="escaped before"):
        shown(None, "a b", "gemma4")


def test_a_long_text_is_not_shown():
    assert [word for word, _, _ in shown("gpt-2", "a" * LONGEST)] == ["a" * LONGEST]
    with pytest.raises(NotImplementedError, match="at most 128"):
        shown("gpt-2", "a" * (LONGEST + 1))


def test_a_byte_that_is_no_text():
    text = "a" + from_bytes(b"\xff")
    assert shown("gpt-2", text) == [("a", 0, 1), ("ï¿½", 1, 2)]


def test_bytes_of_a_surrogate_stay():
    text = from_bytes(b"\xed\xa0\x80") + "b"
    assert shown("gpt-2", text) == [("íłĢ", 0, 1), ("b", 3, 4)]


def test_a_model_without_pre_tokenizer():
    probe = byte_probe({}, "llama", None, {}, spelled=False)
    adapter = GgmlLlamaCpp.of_content(probe.file)
    with pytest.raises(NotImplementedError, match="llama"):
        adapter.probe("pre_tokenizer", ["a"])


def test_a_stage_that_is_not_shown():
    adapter = GgmlLlamaCpp.of_content(word_probe("gpt-2", ["x"]).file)
    with pytest.raises(NotImplementedError, match="model"):
        adapter.probe("model", ["a"])


@pytest.mark.parametrize("words", [["b"], ["a"], ["ab", "c"], ["", "ab"]])
def test_words_that_are_not_the_text(words):
    with pytest.raises(NotLocated):
        word_rows(PRE_NAMES["gpt-2"], "ab", words)


ALONE_IN_A_PROCESS = """
import sys
from tokparity.oracles.adapters.ggml_llama_cpp import ALONE, GgmlLlamaCpp
from tokparity.oracles.probes.probe import word_probe
adapter = GgmlLlamaCpp.of_content(word_probe(sys.argv[1], ["x"]).file)
adapter.encode(eval(sys.argv[2]), ALONE)
"""


@pytest.mark.parametrize(
    ("pre", "text", "ends"),
    [
        pytest.param("deepseek-llm", "'a' * 15_000", 0, id="wregex-in-its-stack"),
        pytest.param("qwen2", "'a' * 200_000", 0, id="hand-written-has-no-such-limit"),
        pytest.param("gpt-2", "'\\udcf4\\udc90\\udc80\\udc80'", -6, id="beyond-unicode"),
    ],
)
def test_what_ends_the_process(pre, text, ends):
    command = [sys.executable, "-c", ALONE_IN_A_PROCESS, pre, text]
    assert subprocess.run(command, capture_output=True, check=False).returncode == ends


@pytest.mark.parametrize("pre", ["deepseek-llm", "tekken"], ids=["wregex", "regex"])
def test_what_overflows_a_usual_stack_is_refused(pre):
    adapter = GgmlLlamaCpp.of_content(word_probe(pre, ["x"]).file)
    with pytest.raises(RegexLimit, match="8 MiB"):
        adapter.encode("a" * 200_000, ALONE)
