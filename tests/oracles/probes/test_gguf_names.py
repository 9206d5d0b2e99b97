import gguf
import pytest

from tokparity.oracles.probes import gguf_names


def test_numbers_are_those_of_the_package():
    assert (gguf_names.MAGIC, gguf_names.VERSION) == (gguf.GGUF_MAGIC, gguf.GGUF_VERSION)
    for name in ("UINT32", "INT32", "BOOL", "STRING", "ARRAY"):
        assert getattr(gguf_names, name) == gguf.GGUFValueType[name]
    for name in ("NORMAL", "UNKNOWN", "CONTROL", "USER_DEFINED", "BYTE"):
        assert getattr(gguf_names, name) == gguf.TokenType[name]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (gguf_names.ARCHITECTURE, gguf.Keys.General.ARCHITECTURE),
        (gguf_names.NAME, gguf.Keys.General.NAME),
        (gguf_names.MODEL, gguf.Keys.Tokenizer.MODEL),
        (gguf_names.PRE, gguf.Keys.Tokenizer.PRE),
        (gguf_names.TOKENS, gguf.Keys.Tokenizer.LIST),
        (gguf_names.TOKEN_TYPES, gguf.Keys.Tokenizer.TOKEN_TYPE),
        (gguf_names.SCORES, gguf.Keys.Tokenizer.SCORES),
        (gguf_names.MERGES, gguf.Keys.Tokenizer.MERGES),
        (gguf_names.BOS_ID, gguf.Keys.Tokenizer.BOS_ID),
        (gguf_names.EOS_ID, gguf.Keys.Tokenizer.EOS_ID),
        (gguf_names.UNKNOWN_ID, gguf.Keys.Tokenizer.UNK_ID),
        (gguf_names.ADD_PREFIX, gguf.Keys.Tokenizer.ADD_PREFIX),
    ],
)
def test_keys_are_those_of_the_package(ours, theirs):
    assert ours == theirs
