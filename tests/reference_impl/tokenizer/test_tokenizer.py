import json
import random
from dataclasses import replace

import pytest
from tokenizers import Tokenizer as LibraryTokenizer

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.contract import (
    Bytes,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    Refusal,
    Text,
)
from tokparity.reference_impl.errors import InvalidTokenId, NotUnicode, RegexLimit, UnknownToken
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

TOKENS = [
    {"id": 400, "content": "<|s|>", "special": True},
    {"id": 401, "content": "<b>", "special": False},
    {"id": 403, "content": "Ġ", "special": True},
    {"id": 402, "content": "｜é", "special": False},
]


@pytest.fixture
def document(byte_level):
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    byte_level["added_tokens"] = [flags | token for token in TOKENS]
    return byte_level


@pytest.fixture
def tokenizer(reference, document):
    return reference(document)


TEXTS = ["", "hello world", "the<|s|>é", "<b> 12 <b>", "｜é｜é", "日本 🇫🇷", "\r\n\t x", "Ġ Ġ"]


def test_texts_encode_and_decode_as_in_the_library(agree, document):
    assert agree(document, TEXTS) == 0


def test_a_batch_is_its_texts_one_by_one(tokenizer):
    one_by_one = [tokenizer.encode(text) for text in TEXTS]
    assert list(tokenizer.encode_batch(TEXTS).observations()) == one_by_one


def test_what_was_encoded_before_changes_nothing(tokenizer):
    fresh = [replace(tokenizer).encode(text) for text in TEXTS]
    for _ in range(2):
        assert [tokenizer.encode(text) for text in TEXTS] == fresh


@pytest.mark.parametrize("decoder", [True, False], ids=["byte-level", "no-decoder"])
def test_any_ids_decode_as_in_the_library(reference, document, decoder):
    if not decoder:
        document["decoder"] = None
    ours, theirs = reference(document), LibraryTokenizer.from_str(json.dumps(document))
    generator = random.Random(1)
    for _ in range(500):
        ids = [generator.randrange(450) for _ in range(generator.randrange(9))]
        for skip in (True, False):
            expected = theirs.decode(ids, skip_special_tokens=skip)
            assert ours.decode(ids, DecodeOptions(skip)) == Text(expected)


def test_a_batch_of_ids_is_its_sequences_one_by_one(tokenizer):
    sequences = [[0, 1, 2], [], [400, 64], [10_000, 70]]
    expected = [tokenizer.decode(ids) for ids in sequences]
    assert list(tokenizer.decode_batch(sequences).observations()) == expected


def test_an_id_outside_is_skipped_like_the_library_does_unless_strict(tokenizer, document):
    theirs = LibraryTokenizer.from_str(json.dumps(document))
    ids = [64, 99_999, 2**32 - 1, 65]
    assert tokenizer.decode(ids) == Text(theirs.decode(ids))
    with pytest.raises(InvalidTokenId, match="no token has id 99999: ids go from 0 to 402"):
        tokenizer.decode(ids, strict=True)


@pytest.mark.parametrize("token_id", [-1, 2**32])
def test_what_is_no_32_bit_number_is_refused_as_the_library_refuses_it(
    tokenizer, document, token_id
):
    theirs = LibraryTokenizer.from_str(json.dumps(document))
    with pytest.raises(OverflowError):
        theirs.decode([token_id])
    with pytest.raises(InvalidTokenId):
        tokenizer.decode([token_id])
    (refused,) = tokenizer.decode_batch([[token_id]]).observations()
    assert isinstance(refused, Refusal)
    assert refused.kind == "error"


def test_a_lone_surrogate_is_refused(tokenizer):
    with pytest.raises(NotUnicode) as caught:
        tokenizer.encode("ab\ud800c")
    assert caught.value.position == 2
    first, second, third = tokenizer.encode_batch(["a", "\udfff", "a"]).observations()
    assert isinstance(second, Refusal)
    assert second.kind == "error"
    assert first == third == tokenizer.encode("a")


class Endless:
    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        raise RegexLimit


def test_a_pattern_without_end_is_a_refusal_of_its_case(tokenizer):
    endless = replace(tokenizer, pre_tokenizer=Endless())
    refused, empty = endless.encode_batch(["a", ""]).observations()
    assert isinstance(refused, Refusal)
    assert refused.kind == "regex-limit"
    assert empty == Encoding((), ())


def test_pieces_ids_and_surfaces(tokenizer, document):
    theirs = LibraryTokenizer.from_str(json.dumps(document))
    assert tokenizer.pieces() == {i: theirs.id_to_token(i) for i in theirs.get_vocab().values()}
    for piece, token_id in theirs.get_vocab().items():
        assert tokenizer.id_of(piece) == token_id
        assert tokenizer.piece_of(token_id) == piece
    assert tokenizer.surface(tokenizer.id_of("Ġhello")) == b" hello"
    assert tokenizer.surface(tokenizer.id_of("Ã")) == b"\xc3"
    assert tokenizer.surface(402) == "｜é".encode()
    with pytest.raises(UnknownToken):
        tokenizer.id_of("no such piece")
    for lookup in (tokenizer.piece_of, tokenizer.surface):
        with pytest.raises(InvalidTokenId):
            lookup(403)


def test_a_piece_of_a_tokenizer_without_bytes_is_its_own_text(reference, trained):
    tokenizer = reference(trained)
    assert tokenizer.surface(tokenizer.id_of("Ġhello")) == "Ġhello".encode()


def test_one_that_decodes_to_bytes_refuses_an_id_outside():
    tokenizer = Tokenizer(BPE({"a": 0}, {}, []), (AddedToken(1, "é"),), decodes="bytes")
    assert tokenizer.decode([0, 1]) == Bytes("aé".encode())
    good, bad = tokenizer.decode_batch([[1], [2]]).observations()
    assert good == Bytes("é".encode())
    assert isinstance(bad, Refusal)


def test_special_tokens_are_text_when_they_are_not_parsed(tokenizer):
    assert 400 in tokenizer.encode("<|s|>").ids
    assert 400 not in tokenizer.encode("<|s|>", EncodeOptions(parse_special=False)).ids
    assert 401 in tokenizer.encode("<b>", EncodeOptions(parse_special=False)).ids


@pytest.mark.parametrize(
    ("error", "detail"),
    [
        (MemoryError(), "the reference has not the memory for it"),
        (RecursionError(), "the reference would go too deep for it"),
    ],
)
@pytest.mark.parametrize("stage", ["cutting", "merging"])
def test_what_this_process_cannot_do_is_a_refusal_of_its_case(
    tokenizer, error, detail, stage, monkeypatch
):
    def cut(self, text, parse_special):
        if text == "b":
            raise error
        return stretches(self, text, parse_special)

    def merge(self, word):
        if word == "b":
            raise error
        return tokenize(self, word)

    stretches, tokenize = Tokenizer.stretches, BPE.tokenize
    if stage == "cutting":
        monkeypatch.setattr(Tokenizer, "stretches", cut)
    else:
        monkeypatch.setattr(BPE, "tokenize", merge)
    before, refused, behind = tokenizer.encode_batch(["a", "b", "a"]).observations()
    assert refused == Refusal("unsupported", detail)
    assert before == behind
    assert before.ids


def test_where_words_cannot_be_merged_together_they_are_merged_one_by_one(tokenizer, monkeypatch):
    def learn(self, words):
        raise MemoryError

    expected = [tokenizer.encode(text) for text in TEXTS]
    monkeypatch.setattr(type(tokenizer._words), "learn", learn)
    assert list(tokenizer.encode_batch(TEXTS).observations()) == expected
