"""What tells two texts apart, and what does not: on a tokenizer with something in every stage."""

import pytest

from tokparity.harness.guidance import rule_coverage
from tokparity.harness.guidance.rule_coverage import LONGEST_WORD, Exercised, bucket
from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.formats import load

BOTH = EncodeOptions()
PLAIN = EncodeOptions(parse_special=False)


@pytest.fixture
def exercised(every_stage, save):
    return Exercised(load(save(every_stage)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("xq", "zj", id="letters"),
        pytest.param("<a>7", "<s>7", id="added-tokens-of-one-kind"),
        pytest.param("<|end|> x", "<|end|> z", id="what-is-far-from-the-token"),
        pytest.param("o\u0300", "o\u0301", id="accents-composed"),
    ],
)
def test_the_same(exercised, one, other):
    assert exercised.features(one, BOTH) == exercised.features(other, BOTH)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("<|end|>", "<|left|>", id="flags"),
        pytest.param("<|end|>x", "<|end|> x", id="white-space-taken"),
        pytest.param("<|end|> ", "<|end|>\u3000", id="which-white-space-taken"),
        pytest.param("<a>x", "<a>7", id="what-is-beside"),
        pytest.param("a<a>", "<a>", id="what-is-before"),
        pytest.param("word", "xword", id="no-single-word"),
        pytest.param("e", "e\u0301", id="normalized"),
        pytest.param("e\u0301", "\u212b", id="normalized-into-another-class"),
        pytest.param("xx", "x1", id="word-shape"),
        pytest.param("x", "xxxxxxxxx", id="word-length"),
        pytest.param("hello", "hellq", id="merges"),
        pytest.param("x", "x" * (LONGEST_WORD + 1), id="a-very-long-word"),
    ],
)
def test_told_apart(exercised, one, other):
    assert exercised.features(one, BOTH) != exercised.features(other, BOTH)


def test_options_tell_apart(exercised):
    named = exercised.features("<a>", BOTH)
    assert exercised.features("<a>", PLAIN) != named
    turned_down = exercised.features("<a>", PLAIN) - exercised.features("<b>", PLAIN)
    assert turned_down, "a token that stands there and is not wanted is a feature"


def test_a_word_met_before_tells_the_same(exercised):
    first = exercised.features("hello world hello", BOTH)
    assert exercised.features("hello world hello", BOTH) == first


def test_a_text_that_is_refused_says_so(exercised):
    refused = exercised.features("a\ud800", BOTH)
    assert refused
    assert refused == exercised.features("xyz\ud800", BOTH)
    assert not refused & exercised.features("a", BOTH)


@pytest.mark.parametrize("number", range(1, 200))
def test_buckets_only_grow(number):
    assert bucket(number - 1) <= bucket(number) <= bucket(number - 1) + 1


def test_features_are_the_same_where_little_is_kept(exercised, monkeypatch):
    texts = ["ab cd", "cd ab ab", "<s>ab", "é ab", "ab cd"]
    expected = [exercised.features(text, BOTH) for text in texts]
    monkeypatch.setattr(rule_coverage, "WORDS_KEPT", 1)
    monkeypatch.setattr(rule_coverage, "NUMBERS_KEPT", 2)
    bounded = Exercised(exercised.tokenizer)
    assert [bounded.features(text, BOTH) for text in texts] == expected
    assert len(bounded._words) <= 1
    assert len(bounded._numbers) <= 2
