"""Batches encoded by their words are those encoded text by text: on files, and on pipelines."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from tests.shared.batch_texts import ODD, drawn_texts, quick_encodings
from tests.shared.vocabularies import vocabulary
from tokparity.corpora.generators.pipelines.pipeline import pipeline
from tokparity.corpora.vocabs import catalogue
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.batch import token_store
from tokparity.reference_impl.batch.byte_words import byte_words
from tokparity.reference_impl.batch.word_places import SHAPES
from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.formats.tokenizer_json.reader import read_tokenizer
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.merging import pair_key
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.post_processors.bert import BertProcessing
from tokparity.reference_impl.post_processors.byte_level import ByteLevelPostProcessor
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizerSequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.regexes.search import Regex
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR
from tokparity.reference_impl.tokenizer import fast_encoding as module
from tokparity.reference_impl.tokenizer import word_encoding
from tokparity.reference_impl.tokenizer.fast import fast
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.tokenizer.word_encoding import LONGEST, ByWords

NAMES = [m.name for m in catalogue.find("*") if m.default and m.format != "chat_template"]
ODDER = [
    *ODD,
    "\u1100\u1161\u11a8",
    "\u0915\u094d\u0937",
    "=" * 70,
    "a\u0323\u0301",
    "'LL",
    "\r\n \n",
    "ſ",
]
ALL = [EncodeOptions(add, parse) for add in (False, True) for parse in (False, True)]


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(module, "_WORTH_WORDS", 0)
    monkeypatch.setattr(module, "_WORTH_NUMBERS", 1)
    # The definition takes a twentieth of a second for a text past the real bound, 16 times each.
    monkeypatch.setattr(word_encoding, "LONGEST", 600)


def texts_for(tokenizer, generator, count):
    texts = drawn_texts(tokenizer, generator, count, ODDER)
    return [*texts, "", "a" * 300, "".join(ODDER), "\ud800", "x" * (word_encoding.LONGEST + 1)]


def assert_same(tokenizer, texts):
    """Whether texts are encoded by their words at all."""
    return isinstance(quick_encodings(tokenizer, texts, ALL).words, ByWords)


@pytest.mark.vocabulary
@pytest.mark.parametrize("name", NAMES)
def test_on_every_vocabulary(name):
    tokenizer = vocabulary(name)
    by_words = assert_same(tokenizer, texts_for(tokenizer, random.Random(name), 300))
    assert by_words or not isinstance(ByWords.of(tokenizer), ByWords)


PATTERNS = [*SHAPES, r"\s+|\w+|[^\s\w]+", r"[ab]+", r"\p{N}{1,3}| ?\p{L}+|\s*"]


def test_on_generated_pipelines():
    """Their models, added tokens and post-processors, behind each pattern."""
    learned = 0
    for number in range(400):
        made = pipeline(seed=0, number=number, count=4)
        tokenizer = read_tokenizer(Node(Path("drawn"), "", made.document))
        if byte_words(tokenizer.model) is None:
            continue
        rng = random.Random(number)
        cuts = Split(Regex(rng.choice(PATTERNS)), "Isolated", invert=False)
        spells = ByteLevelPreTokenizer(add_prefix_space=False, use_regex=False)
        tokenizer = replace(
            tokenizer,
            pre_tokenizer=PreTokenizerSequence((cuts, spells)),
            normalizer=rng.choice((None, NFC())),
        )
        texts = texts_for(tokenizer, rng, 30)
        texts += [text for pair in made.texts for text in pair if text is not None]
        learned += assert_same(tokenizer, texts)
    assert learned > 10


BYTES = {char: at for at, char in enumerate(BYTE_TO_CHAR.values())}
MERGES = [("a", "b"), ("Ġ", "a"), ("Ã", "©"), ("Ġa", "b"), ("Ġ", "Ġ")]
VOCAB = BYTES | {left + right: 256 + rank for rank, (left, right) in enumerate(MERGES)}
PAIRS = {pair_key(VOCAB[left], VOCAB[right]): rank for rank, (left, right) in enumerate(MERGES)}
MODEL = BPE(VOCAB, PAIRS, [VOCAB[left + right] for left, right in MERGES])
TEXTS = ["ab ab", "e\u0301 ab", "<s> ab<s>", " é", "  ab", "", "ab\ud800", "12 it's", "\u212b"]


def tokenizer_of(**changes):
    parts = {"pre_tokenizer": ByteLevelPreTokenizer(add_prefix_space=False), "model": MODEL}
    return Tokenizer(**parts | {"added_tokens": (AddedToken(999, "<s>", special=True),)} | changes)


@pytest.mark.parametrize("trims", [None, (False, True), (True, True), (True, False)])
@pytest.mark.parametrize("normalizer", [None, NFC()])
def test_each_way_to_trim_and_to_normalize(trims, normalizer):
    processor = None if trims is None else ByteLevelPostProcessor(*trims)
    assert assert_same(tokenizer_of(post_processor=processor, normalizer=normalizer), TEXTS * 3)


def test_texts_of_the_real_bound_and_past_it(monkeypatch):
    monkeypatch.setattr(word_encoding, "LONGEST", LONGEST)
    assert assert_same(tokenizer_of(), ["a" * LONGEST, "ab " * LONGEST, "é" * (LONGEST + 1)])


def test_an_added_token_that_the_normalizer_makes():
    """U+212A is K in normal form: the token is nowhere in the text as it is given."""
    token = AddedToken(998, "K<", normalized=True)
    tokenizer = tokenizer_of(added_tokens=(token,), normalizer=NFC())
    assert assert_same(tokenizer, ["\u212a<a", "K<a", "ab"] * 4)
    found = fast(tokenizer).encode_batch(["\u212a<a"])
    assert found.ids.tolist() == [998, VOCAB["a"]]


def test_an_added_token_that_is_looked_for_in_its_normal_form():
    token = AddedToken(998, "e\u0301", normalized=True)
    tokenizer = tokenizer_of(added_tokens=(token,), normalizer=NFC())
    assert assert_same(tokenizer, ["aéa", "ae\u0301a", "ab"] * 4)
    assert fast(tokenizer).encode_batch(["é"]).ids.tolist() == [998]


def test_a_full_memory_starts_afresh(monkeypatch):
    monkeypatch.setattr(token_store, "TOKENS", 8)
    rng = random.Random(0)
    texts = ["".join(rng.choices("ab é", k=12)) for _ in range(60)]
    assert assert_same(tokenizer_of(), texts)


def test_a_word_that_the_model_has_no_tokens_for_leaves_its_batch_to_the_definition():
    lacking = BPE({"a": 0, "Ġ": 1, "[UNK]": 2}, {}, [], unk_token="[UNK]")
    assert assert_same(tokenizer_of(model=lacking), ["a a", "b", "a b a", "ab"] * 2)
    assert assert_same(tokenizer_of(model=replace(lacking, unk_token="no")), ["a a", "b", "ab"] * 2)


def test_words_that_do_not_cover_a_text():
    cuts = Split(Regex("[ab]+"), "Isolated", invert=False)
    spells = ByteLevelPreTokenizer(add_prefix_space=False, use_regex=False)
    tokenizer = tokenizer_of(pre_tokenizer=PreTokenizerSequence((cuts, spells)))
    assert assert_same(tokenizer, TEXTS * 2)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"pre_tokenizer": None}, "it does not cut by one pattern and then spell bytes"),
        (
            {"pre_tokenizer": ByteLevelPreTokenizer(add_prefix_space=True)},
            "it does not cut by one pattern and then spell bytes",
        ),
        ({"normalizer": Lowercase()}, "what its normalizer makes of a text is not looked up"),
        (
            {"post_processor": BertProcessing(("x", 1), ("y", 2))},
            "its tokens are cut off, padded, or get other ranges",
        ),
        (
            {"added_tokens": tuple(AddedToken(999 + at, chr(97 + at)) for at in range(65))},
            "its added tokens begin in too many ways",
        ),
        ({"model": WordLevel({"?": 0}, "?")}, "new words are not merged at once"),
        (
            {
                "pre_tokenizer": PreTokenizerSequence(
                    (
                        Split(Regex(r"\Ga|b*"), "Isolated", invert=False),
                        ByteLevelPreTokenizer(add_prefix_space=False, use_regex=False),
                    )
                )
            },
            "its pattern is searched step by step",
        ),
    ],
)
def test_why_words_are_not_looked_up(changes, reason):
    tokenizer = tokenizer_of(**changes)
    assert ByWords.of(tokenizer) == reason
    assert not assert_same(tokenizer, TEXTS)
