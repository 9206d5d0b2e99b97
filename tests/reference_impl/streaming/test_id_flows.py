"""Ids one by one are ids at once: of sentencepiece itself, or of a decoder proved against it."""

import random

import pytest
import sentencepiece
from hypothesis import given
from hypothesis import strategies as st
from small_artefacts import Maker

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.contract import DecodeOptions
from tokparity.reference_impl.decoders.llama_detokenizer import LlamaDetokenizer
from tokparity.reference_impl.decoders.tekken import Tekken
from tokparity.reference_impl.errors import InvalidTokenId
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.streaming.id_flows import (
    ByteIds,
    LlamaIds,
    PieceIds,
    SentencepieceIds,
    TekkenIds,
    WholeIds,
)
from tokparity.reference_impl.streaming.incremental import text_of
from tokparity.reference_impl.tokenizer.tokenizer import DECODE, Tokenizer

HIDDEN = DecodeOptions(skip_special=True)
SPECIAL = (AddedToken(2, "<s>", special=True),)


def test_without_a_decoder_there_is_a_space_between_two_pieces(streamed):
    tokenizer = Tokenizer(WordLevel({"a": 0, "b": 1}, "a"), SPECIAL)
    assert streamed(PieceIds(tokenizer, DECODE), [0, 2, 1]) == ["a", " <s>", " b", ""]
    assert streamed(PieceIds(tokenizer, HIDDEN), [2, 0, 2, 1]) == ["", "a", "", " b", ""]
    assert streamed(PieceIds(tokenizer, DECODE), [0, 77, 1]) == ["a", "", " b", ""]


def test_a_special_token_that_is_left_out_parts_no_bytes(streamed):
    model = TiktokenBPE({"Ã": 0, "©": 1})
    tokenizer = Tokenizer(
        model, SPECIAL, pre_tokenizer=ByteLevelPreTokenizer(False), decodes="bytes"
    )
    assert streamed(ByteIds(tokenizer, HIDDEN), [0, 2, 1]) == ["", "", "é", ""]
    assert streamed(ByteIds(tokenizer, DECODE), [0, 2, 1]) == ["", "\ufffd<s>", "\ufffd", ""]


@pytest.mark.parametrize("prefix", [False, True])
@pytest.mark.parametrize("extra", [False, True])
def test_what_the_library_decodes(streamed, tmp_path, prefix, extra):
    rows = [("▁", -1.0), ("▁a", -2.0), ("b", -2.5), ("▁▁c", -3.0)]
    artefact = Maker(tmp_path, {}, None).sentencepiece(
        "unigram", rows, True, add_dummy_prefix=prefix, remove_extra_whitespaces=extra
    )
    native = sentencepiece.SentencePieceProcessor(model_file=str(artefact.path))
    decoder = load(artefact).detokenizer
    rng = random.Random(0)
    first = 3 + len(rows)
    bytes_of = ["é".encode(), "🫨".encode(), b"\xff", b"\xe2\x82", b"a"]
    for _ in range(400):
        ids = []
        for _ in range(rng.randrange(8)):
            if rng.random() < 0.5:
                ids.append(rng.randrange(first))
            else:
                ids += [first + byte for byte in rng.choice(bytes_of)]
        assert "".join(streamed(SentencepieceIds(decoder), ids)) == native.decode(ids), ids
    outside = streamed(SentencepieceIds(decoder), [0, first + 256])
    assert isinstance(outside, InvalidTokenId)


PARTS = (
    b" ",
    b"'",
    b"s",
    b"r",
    b"e",
    b"a",
    b".",
    b"!",
    b"\xc3",
    b"\xa9",
    b" '",
    b"'re",
    b"\0",
    b"",
)


@given(
    st.lists(st.sampled_from(range(len(PARTS))), max_size=12),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
def test_cleaning_part_by_part_is_cleaning_the_whole(streamed, ids, prefix, clean, skip):
    whole = LlamaDetokenizer(PARTS, frozenset([4, 6]), add_space_prefix=prefix, clean_spaces=clean)
    options = DecodeOptions(skip_special=skip)
    found = streamed(LlamaIds(whole, options), ids)
    assert "".join(found) == text_of(whole.decode(ids, options))


def test_a_space_waits_only_where_spaces_are_cleaned(streamed):
    ids = [5, 0, 5, 0, 6]
    plain = LlamaDetokenizer(PARTS, frozenset())
    assert streamed(LlamaIds(plain, DECODE), ids) == ["a", " ", "a", " ", ".", ""]
    cleaning = LlamaDetokenizer(PARTS, frozenset(), clean_spaces=True)
    assert streamed(LlamaIds(cleaning, DECODE), ids) == ["a", "", " a", "", ".", ""]


def test_an_id_outside_of_llama_cpp(streamed):
    plain = LlamaDetokenizer(PARTS, frozenset())
    assert isinstance(streamed(LlamaIds(plain, DECODE), [len(PARTS)]), InvalidTokenId)


TEKKEN = Tekken(("<s>",), {1: b"a", 2: b"\xc3", 3: b"\xa9"})


def test_a_special_token_ends_a_character(streamed):
    assert streamed(TekkenIds(TEKKEN, DECODE), [2, 3, 2]) == ["", "é", "", "\ufffd"]
    assert streamed(TekkenIds(TEKKEN, DECODE), [2, 0, 1]) == ["", "\ufffd<s>", "a", ""]
    hidden = DecodeOptions(skip_special=True)
    assert streamed(TekkenIds(TEKKEN, hidden), [2, 0, 3]) == ["", "\ufffd", "\ufffd", ""]


def test_an_id_outside_of_tekken(streamed):
    assert isinstance(streamed(TekkenIds(TEKKEN, DECODE), [1, 9]), InvalidTokenId)


def test_nothing_comes_before_the_end(streamed):
    detokenizer = LlamaDetokenizer((b"a", b"</s>"), frozenset([1]), eos=1)
    made = WholeIds(detokenizer, DecodeOptions(remove_special=True))
    assert streamed(made, [0, 1]) == ["", "", "a"]
