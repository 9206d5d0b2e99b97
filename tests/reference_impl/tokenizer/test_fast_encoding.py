"""Batches encoded by chunks are those encoded text by text: on vocabularies, and on pipelines."""

import random
from dataclasses import replace

import pytest

from tests.shared.batch_texts import drawn_pipeline, drawn_texts, quick_encodings
from tests.shared.vocabularies import vocabulary
from tokparity.corpora.vocabs import catalogue
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.batch import token_store
from tokparity.reference_impl.batch.chunks import Chunks
from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.pre_tokenizers.metaspace import MetaspacePreTokenizer
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.pre_tokenizers.whitespace_split import WhitespaceSplit
from tokparity.reference_impl.regexes.search import Regex
from tokparity.reference_impl.tokenizer import chunk_making
from tokparity.reference_impl.tokenizer import fast_encoding as module
from tokparity.reference_impl.tokenizer.fast import fast
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

NAMES = [m.name for m in catalogue.find("*") if m.default and m.format != "chat_template"]
ALL = [EncodeOptions(*each) for each in ((False, True), (True, False), (True, True))]


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(module, "_WORTH", 1)
    monkeypatch.setattr(module, "_WORTH_WORDS", 1 << 30)
    monkeypatch.setattr(module, "_RARE", 1.0)
    monkeypatch.setattr(chunk_making, "_WORTH_TABLES", 0)


def assert_same(tokenizer, texts):
    """How many chunks are known then, that no text is encoded whole for."""
    memories = quick_encodings(tokenizer, texts, ALL).chunks._memories.values()
    return sum(len(memory.known) for memory in memories)


@pytest.mark.vocabulary
@pytest.mark.parametrize("name", NAMES)
def test_on_every_vocabulary(name):
    tokenizer = vocabulary(name)
    assert_same(tokenizer, drawn_texts(tokenizer, random.Random(name), 300))


def test_on_generated_pipelines():
    learned = 0
    for number in range(150):
        tokenizer, own = drawn_pipeline(number)
        if tokenizer.pieces():
            texts = [*drawn_texts(tokenizer, random.Random(number), 30), *own]
            learned += assert_same(tokenizer, texts) > 0
    assert learned > 5


def words(*added, pre_tokenizer=None):
    model = WordLevel({"?": 0, "a": 1, "b": 2, "▁a": 3, "▁b": 4}, "?")
    return Tokenizer(model, added, pre_tokenizer=pre_tokenizer or WhitespaceSplit())


def test_what_stands_behind_an_added_token_begins_a_stretch():
    token = AddedToken(9, "<s>", special=True)
    tokenizer = words(token, pre_tokenizer=MetaspacePreTokenizer(prepend_scheme="always"))
    assert assert_same(tokenizer, ["a<s> b a", "a <s>b a", "b a b", "<s> a b"] * 3)


def test_a_full_cache_starts_afresh(monkeypatch):
    monkeypatch.setattr(token_store, "TOKENS", 6)
    monkeypatch.setattr(module, "_SEEN", 1)
    texts = [" ".join(random.Random(at).choices("ab?cdefg", k=6)) for at in range(40)]
    tokenizer = fast(words())
    expected = words().encode_batch(texts)
    for _ in range(2):
        assert tokenizer.encode_batch(texts) == expected
    assert assert_same(words(), texts) <= 12


def test_a_text_of_new_chunks_goes_whole_until_they_come_again(monkeypatch):
    monkeypatch.setattr(module, "_RARE", 0.5)
    monkeypatch.setattr(chunk_making, "_WORTH_TABLES", 1 << 30)
    tokenizer = fast(words())
    texts = ["a b c d"] * 3 + ["one two three"]
    for known in ({" a", "b", "c", "d"}, {" a", "b", "c", "d", " one", "two", "three"}):
        tokenizer.encode_batch(texts)
        assert set(tokenizer._encodings.chunks._memories[True].known) == known


def test_a_tokenizer_made_of_another_has_chunks_of_its_own():
    tokenizer = fast(words())
    tokenizer.encode_batch(["a b a"] * 3)
    assert tokenizer._encodings.chunks._maker.chunks == Chunks()
    other = replace(tokenizer, pre_tokenizer=None)
    other.encode_batch(["a b a"] * 3)
    assert other._encodings.chunks._maker == "no pre-tokenizer cuts at spaces"


def test_where_ranges_are_counted_in_the_bytes_of_one_word_no_text_is_taken_apart():
    spelled = {f"<0x{byte:02X}>": byte for byte in range(256)}
    for affix in ({"continuing_subword_prefix": "##"}, {"end_of_word_suffix": "</w>"}):
        model = BPE(spelled | {"a": 256}, {}, (), byte_fallback=True, **affix)
        keeps = Split(Regex(r"\s+"), "Removed", invert=True)
        tokenizer = Tokenizer(model, pre_tokenizer=keeps)
        assert assert_same(tokenizer, ["##f\u03c6 \u03c6  ", "a a  b", "b \u3000\n a"]) == 0


def test_a_text_that_ends_with_white_space(reference, byte_level):
    """Chunks that are learned together stand behind each other: none may end so."""
    texts = ["one two\u3000", "three four\n", "five six", "one two\u3000", "seven\u3000 eight 9"]
    assert_same(reference(byte_level), texts * 2)


def test_what_is_composed_is_composed_in_a_batch(reference):
    """BPE of whole texts whose spaces are marks, behind a normal form."""
    pieces = [
        "<unk>",
        *(f"<0x{byte:02X}>" for byte in range(256)),
        "\u2581",
        "e",
        "\u00e9",
        "\u0301",
    ]
    marks = {"type": "Replace", "pattern": {"String": " "}, "content": "\u2581"}
    tokenizer = reference(
        {
            "version": "1.0",
            "normalizer": {"type": "Sequence", "normalizers": [{"type": "NFC"}, marks]},
            "model": {
                "type": "BPE",
                "unk_token": "<unk>",
                "byte_fallback": True,
                "vocab": {piece: at for at, piece in enumerate(pieces)},
                "merges": [],
            },
        }
    )
    texts = [f"e\u0301 e{at % 5}" for at in range(40)]
    for _ in range(2):
        batch = list(tokenizer.encode_batch(texts).observations())
        assert batch == [tokenizer.encode(text) for text in texts]
