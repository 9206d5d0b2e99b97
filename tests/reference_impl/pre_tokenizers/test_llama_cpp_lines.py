"""The words of "mmbert", which only llama.cpp's answers say."""

import pytest

from tokparity.oracles.adapters.ggml_llama_cpp import ALONE, GgmlLlamaCpp
from tokparity.oracles.probes.llama_cpp_words import probe_of
from tokparity.reference_impl.formats.gguf.pre import PRE_NAMES
from tokparity.reference_impl.text.aligned import Aligned


@pytest.mark.parametrize(
    "text", ["a", " a", "  a b", "a\n\nb c\n", "\n", " \n \n", "a\u2581b", "a\u3000b\tc", "é\ré"]
)
def test_words_are_llama_cpp_s(text):
    pre = PRE_NAMES["mmbert"]
    probe = probe_of(pre, [text], "gpt2")
    ids = GgmlLlamaCpp.of_content(probe.file).encode(text, ALONE).ids
    escaped = Aligned.of(text.replace(" ", "\u2581"))
    ours = [word.text for word in pre.pre_tokenizer().pre_tokenize([escaped])]
    assert ours == [probe.tokens[token_id] for token_id in ids]
