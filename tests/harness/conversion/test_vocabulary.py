from dataclasses import replace

import pytest

from tokparity.harness.conversion.vocabulary import (
    ConvertedVocabulary,
    NoGguf,
    TokenType,
    by_id,
    missing_bytes,
    with_byte_pieces,
)


def test_a_gap_is_an_unused_token():
    tokens, types = by_id("m", [(0, "a"), (3, "b")])
    assert tokens == ["a", "[PAD1]", "[PAD2]", "b"]
    assert types == [TokenType.NORMAL, TokenType.UNUSED, TokenType.UNUSED, TokenType.NORMAL]


@pytest.mark.parametrize(
    ("pieces", "told"),
    [
        ([(0, "")], "token 0: is empty"),
        ([(0, "a"), (1, "a")], r"token 1: is 'a' like token 0"),
        ([(0, "a"), (2_000_000, "b")], "ids: go up to 2000000 with only 2 tokens"),
        ([(0, "a"), (2, "[PAD1]")], "is '\\[PAD1\\]' like token 1"),
    ],
)
def test_what_llama_cpp_would_not_load_is_refused_here(pieces, told):
    with pytest.raises(NoGguf, match=told):
        by_id("m", pieces)


def test_types_are_those_of_the_format():
    import gguf

    assert {one.name: int(one) for one in TokenType} == {
        one.name: int(one) for one in gguf.TokenType
    }


def test_model_llama_needs_a_piece_for_each_byte():
    lacking = ConvertedVocabulary("llama", ("a", "<0x00>"), (TokenType.NORMAL, TokenType.BYTE),
                                  scores=(0.0, 0.0))  # fmt: skip
    assert missing_bytes(lacking)[0] == "<0x01>"
    whole = with_byte_pieces(lacking)
    assert missing_bytes(whole) == []
    assert (len(whole.tokens), len(whole.types), len(whole.scores or ())) == (257, 257, 257)
    assert whole.lost == ("255 byte pieces that the source lacks, from 2",)
    assert with_byte_pieces(whole) is whole
    assert missing_bytes(replace(lacking, model="t5")) == []
