"""The fast tokenizer is the plain one, on every vocabulary and on generated pipelines."""

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.shared.vocabularies import vocabulary
from tokparity.corpora import strategies
from tokparity.corpora.generators.pipelines.strategy import pipelines
from tokparity.corpora.vocabs import catalogue
from tokparity.reference_impl.batches import Encodings
from tokparity.reference_impl.contract import EncodeOptions, Refusal
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats.tokenizer_json.reader import read_tokenizer
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.post_processors.tokens import Tokens
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer import fast as module
from tokparity.reference_impl.tokenizer.fast import FastWords, fast
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.tokenizer.words import PlainWords

NAMES = [m.name for m in catalogue.find("*") if m.default and m.format != "chat_template"]
ALONE = EncodeOptions(add_special=False, parse_special=False)
FEW = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def tokenized(tokenizer: Tokenizer, text: str, parse_special: bool) -> object:
    """Ids, ranges, texts and how many tokens each word has; of a refusal its class."""
    counts: list[int] = []
    try:
        return tokenizer.tokenize(text, parse_special, counts), counts
    except TokparityError as error:
        return type(error)


def assert_same(tokenizer: Tokenizer, texts: Sequence[str]) -> int:
    """Each text twice: the second time its words are in the cache. How many are answered."""
    plain, quick = replace(tokenizer, words=PlainWords), fast(tokenizer)
    answers = 0
    for text in texts:
        for parse_special in (True, False):
            expected = tokenized(plain, text, parse_special)
            answers += not isinstance(expected, type)
            for _ in range(2):
                assert tokenized(quick, text, parse_special) == expected, ascii(text)
    for parse_special in (True, False):
        options = EncodeOptions(parse_special=parse_special)
        expected_batch = list(plain.encode_batch(texts, options).observations())
        for some in (fast(tokenizer), quick):  # cold, and warm
            assert list(some.encode_batch(texts, options).observations()) == expected_batch
    return answers


@pytest.mark.vocabulary
@pytest.mark.parametrize("name", NAMES)
def test_on_every_vocabulary(name):
    tokenizer = vocabulary(name)
    generator = random.Random(name)
    some = generator.choices(list(tokenizer.pieces()), k=3000)
    parts = [tokenizer.surface(i).decode("utf-8", "replace") for i in some]
    parts += [" ", "\n", "é", "e\u0301", "\ufdfa", "日本"] * 40
    parts += [token.content for token in tokenizer.added_tokens][:20] * 5
    texts = ["".join(generator.choices(parts, k=generator.randrange(9))) for _ in range(400)]
    assert assert_same(tokenizer, texts) > 600


@pytest.mark.parametrize("prefix", [True, False], ids=["dummy-prefix", "no-prefix"])
def test_on_bytes_of_sentencepiece(sentencepiece_pair, prefix):
    """Of the bytes of a character all but the last have an empty range."""
    options = {"add_dummy_prefix": prefix}
    pair = sentencepiece_pair("unigram", ["a", "b"], {"byte_fallback": True}, options)
    pair.check("éa", "aé日b", "日")
    assert assert_same(pair.reference, ["éa", "aé日b", "日", "é" * 60]) == 8


@pytest.fixture(autouse=True)
def small_batches(monkeypatch):
    monkeypatch.setattr(module, "_WORTH_A_BATCH", 1)
    monkeypatch.setattr(module, "_WORTH_TABLES", 1)
    monkeypatch.setattr(module, "_TOGETHER", 1)


@FEW
@given(pipelines())
def test_on_generated_pipelines(made):
    texts = [text for pair in made.texts for text in pair if text is not None]
    assert_same(read_tokenizer(Node(Path("drawn"), "", made.document)), texts)


@FEW
@given(st.data())
def test_on_texts_of_their_own_material(data):
    made = data.draw(strategies.tokenizers())
    texts = [data.draw(strategies.material_texts(made.material)) for _ in range(3)]
    assert_same(made.tokenizer, texts)


def test_new_words_of_a_unigram_behind_spelled_bytes():
    pieces = ("<unk>", "Ġ", "a", "Ã©", "aÃ©")
    model = Unigram(tuple((piece, -1.0) for piece in pieces), unk_id=0)
    tokenizer = Tokenizer(model, pre_tokenizer=ByteLevelPreTokenizer(add_prefix_space=False))
    assert tokenizer.encode("aé").ids == (4,)
    assert assert_same(tokenizer, ["aé", "é a", "x"]) == 6


def test_a_full_cache_starts_afresh(reference, byte_level, monkeypatch):
    monkeypatch.setattr(module, "_CACHED_TOKENS", 12)
    texts = ["hello world", "日本 12", "hello", "é é é"]
    assert assert_same(reference(byte_level), texts * 2) == 16


def test_a_cache_is_bounded_by_the_tokens_of_its_words(reference, byte_level, monkeypatch):
    monkeypatch.setattr(module, "_CACHED_TOKENS", 100)
    tokenizer = reference(byte_level)
    words = FastWords(tokenizer.pre_tokenizer, tokenizer.model)
    most = 0
    for length in range(1, 40):
        words.word("q" * length)
        most = max(most, sum(len(word.ids) + 1 for word in words._cache.values()))
    assert 50 < most <= 100


def test_a_word_that_comes_again_is_not_given_to_the_model_again(reference, byte_level):
    class Counting:
        asked = 0

        def tokenize(self, word):
            self.asked += 1
            return honest.tokenize(word)

        def texts(self, word, tokens):
            return honest.texts(word, tokens)

    tokenizer, counting = reference(byte_level), Counting()
    honest = tokenizer.model
    words = FastWords(tokenizer.pre_tokenizer, counting)
    for _ in range(3):
        words.extend(Tokens(), "a a a", words.cut(Aligned.of(" a a a")))
    assert counting.asked == 1
    words.extend(Tokens(), "", words.cut(Aligned.of("x" * 60)))
    words.extend(Tokens(), "", words.cut(Aligned.of("x" * 60)))
    assert counting.asked == 3  # too long to be kept


def test_what_is_made_of_a_fast_tokenizer_is_fast_and_has_a_cache_of_its_own(reference, byte_level):
    tokenizer = reference(byte_level)
    assert tokenizer.words is FastWords
    before = tokenizer.encode("hello world")
    lowest = replace(tokenizer.model, merges={}, products=[])
    lowest_first = replace(tokenizer, model=lowest)
    assert lowest_first.words is FastWords
    assert len(lowest_first.encode("hello world").ids) == 11
    assert tokenizer.encode("hello world") == before


def test_what_both_refuse_is_refused_alike(reference, byte_level):
    byte_level["added_tokens"] = []
    byte_level["model"] = {"type": "WordLevel", "vocab": {"a": 0}, "unk_token": "?"}
    byte_level["pre_tokenizer"] = {"type": "Whitespace"}
    tokenizer = reference(byte_level)
    assert assert_same(tokenizer, ["a b", "\ud800"]) == 0
    batch: Encodings = replace(tokenizer, words=PlainWords).encode_batch(["a", "b"], ALONE)
    assert [isinstance(answer, Refusal) for answer in batch.observations()] == [False, True]
