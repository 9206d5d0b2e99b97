"""Chunks made together are those made alone; what cannot be told apart is made alone."""

import random

import pytest

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.merging import pair_key
from tokparity.reference_impl.normalizers.prepend import Prepend
from tokparity.reference_impl.normalizers.replace import ReplaceNormalizer
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.pre_tokenizers.metaspace import MetaspacePreTokenizer
from tokparity.reference_impl.pre_tokenizers.whitespace_split import WhitespaceSplit
from tokparity.reference_impl.regexes.search import Literal
from tokparity.reference_impl.tokenizer import chunk_making as module
from tokparity.reference_impl.tokenizer.chunk_making import (
    ChunkMaker,
    _made_alone,
    _made_together,
)
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

WORDS = ["b", "cd", "\u00e9", "\u00ad", "x\ny", "zz", "\u3000q"]
MARKS = ReplaceNormalizer(Literal(" "), "\u2581")


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(module, "_WORTH_TABLES", 0)


def words(pre_tokenizer, *added):
    return Tokenizer(WordLevel({"?": 0, "a": 1, "b": 2}, "?"), added, pre_tokenizer=pre_tokenizer)


def merged(normalizer, *added):
    """A BPE that sees whole texts."""
    vocab = {f"<0x{byte:02X}>": byte for byte in range(256)}
    vocab |= {piece: at for at, piece in enumerate(["\u2581", "a", "b", "ab", "\u2581a"], 256)}
    pairs = (("a", "b"), ("\u2581", "a"))
    merges = {pair_key(vocab[a], vocab[b]): rank for rank, (a, b) in enumerate(pairs)}
    products = [vocab[a + b] for a, b in pairs]
    model = BPE(vocab, merges, products, byte_fallback=True)
    return Tokenizer(model, added, normalizer=normalizer)


@pytest.mark.parametrize("pre_tokenizer", [WhitespaceSplit(), MetaspacePreTokenizer()])
def test_together_as_alone(pre_tokenizer):
    tokenizer = words(pre_tokenizer)
    chunks = random.Random(0).choices(WORDS, k=40)
    made = _made_together(tokenizer, chunks, True)
    assert made == list(_made_alone(tokenizer, chunks, True))
    assert not any(chunk.whole for chunk in made)


@pytest.mark.parametrize(
    "normalizer", [NormalizerSequence((Prepend("\u2581"), MARKS)), MARKS], ids=["mark", "bare"]
)
def test_chunks_of_marks_as_alone(normalizer):
    tokenizer = merged(normalizer, AddedToken(300, "<s>"), AddedToken(301, "q", normalized=False))
    maker = ChunkMaker.of(tokenizer)
    assert not maker.is_cheap
    maker.look_at(tokenizer, 1)
    assert maker.is_cheap
    rng = random.Random(1)
    chunks = {"".join(rng.choices("ab\u00e9\u65e5", k=rng.randint(1, 9))) for _ in range(60)}
    chunks |= {f" {chunk}" for chunk in chunks} | {"a  b", "a b", " a b ", "x<s>y", " <s>", "aqb"}
    made = maker.make(tokenizer, sorted(chunks), True)
    alone = dict(zip(sorted(chunks), _made_alone(tokenizer, sorted(chunks), True), strict=True))
    assert made == alone
    assert sorted(chunk for chunk in chunks if made[chunk].whole) == [" <s>", "aqb", "x<s>y"]


def test_an_added_token_is_looked_at_alone():
    tokenizer = words(WhitespaceSplit(), AddedToken(9, "cd"))
    assert _made_together(tokenizer, WORDS, True) is None
    made = ChunkMaker.of(tokenizer).make(tokenizer, WORDS, True)
    assert [word for word in WORDS if made[word].whole] == ["cd"]


@pytest.mark.parametrize("tokenizer", [words(WhitespaceSplit()), merged(MARKS)])
def test_what_is_no_text_is_whole(tokenizer):
    made = ChunkMaker.of(tokenizer).make(tokenizer, ["b", "\ud800"], True)
    assert [made[chunk].whole for chunk in ("b", "\ud800")] == [False, True]


def test_the_first_chunk_stands_behind_nothing():
    tokenizer = words(MetaspacePreTokenizer(prepend_scheme="first"))
    made = ChunkMaker.of(tokenizer).make(tokenizer, [" b", "b"], True)
    assert (made[" b"].texts, made[" b"].size) == (("?",), 2)
    assert made["b"].size == 2


def test_a_tokenizer_whose_texts_are_no_chunks():
    assert ChunkMaker.of(words(None)) == "no pre-tokenizer cuts at spaces"
