"""The splitters that are not what their pattern says."""

import pytest

from tokparity.oracles.adapters.ggml_llama_cpp import ALONE, GgmlLlamaCpp
from tokparity.oracles.probes.llama_cpp_words import probe_of
from tokparity.reference_impl.formats.gguf.pre import PRE_NAMES
from tokparity.reference_impl.pre_tokenizers.llama_cpp_hand_written import digits_from_the_right
from tokparity.reference_impl.text.aligned import Aligned


@pytest.mark.parametrize("length", range(1, 8))
def test_digits_from_the_right(length):
    pieces = digits_from_the_right("9" * length)
    assert [len(piece) for piece in pieces if piece] == [length % 3] * (length % 3 > 0) + [3] * (
        length // 3
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("tiny_aya", "abc 1234567 x12"),
        ("afmoe", "abc 12345 123"),
        ("kimi-k2", "a\u4e00b \u4e00's it's \ufa6e!\ufa6e"),
        ("k2-horizon", "'\u017fx \u200ca\u200d 1234 'S"),
        ("laguna", "a\n\n b\r\n"),
    ],
)
def test_words_are_llama_cpp_s(name, text):
    pre = PRE_NAMES[name]
    probe = probe_of(pre, [text], "gpt2")
    ids = GgmlLlamaCpp.of_content(probe.file).encode(text, ALONE).ids
    ours = pre.pre_tokenizer().pre_tokenize([Aligned.of(text)])
    assert [word.text for word in ours] == [probe.tokens[token_id] for token_id in ids]
