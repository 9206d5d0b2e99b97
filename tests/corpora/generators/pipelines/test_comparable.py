"""What is left out is what the library itself has no one answer for."""

import json
from collections import Counter

import pytest
from tokenizers import Tokenizer

from tokparity.corpora.generators.pipelines.comparable import (
    ANOTHER,
    NOTHING,
    PANICS,
    SAME_ID,
    comparable,
)
from tokparity.corpora.generators.pipelines.pipeline import pipeline

PLAIN = {"id": 9, "single_word": False, "lstrip": False, "rstrip": False, "special": False}
VOCAB = {"u": 0, "a": 1, "b": 2}
AWAY = {"type": "Replace", "pattern": {"String": "x"}, "content": ""}
START = {"type": "Replace", "pattern": {"Regex": "^"}, "content": "y"}
LOWER = {"type": "Lowercase"}


def tokens(*contents, normalized=True):
    return [PLAIN | {"content": content, "normalized": normalized} for content in contents]


def library(made, normalizer, vocab):
    absent = ("truncation", "padding", "pre_tokenizer", "post_processor", "decoder")
    document = dict.fromkeys(absent) | {"version": "1.0", "normalizer": normalizer}
    model = {"type": "WordLevel", "vocab": vocab, "unk_token": "u"}
    return Tokenizer.from_str(json.dumps(document | {"added_tokens": made, "model": model}))


def test_what_is_nothing_once_normalized():
    made = tokens("x", "c")
    assert comparable(made, AWAY, VOCAB) == ([made[1]], (NOTHING,))
    with pytest.raises(BaseException, match="bad split"):
        library(made, AWAY, VOCAB).encode("é")


def test_what_is_another_once_normalized():
    made = tokens("C", "c")
    assert comparable(made, LOWER, VOCAB) == ([made[0]], (ANOTHER,))
    found = {tuple(library(made, LOWER, VOCAB).encode("c").ids) for _ in range(40)}
    assert len(found) == 2


def test_what_gets_the_id_of_another():
    gap = {"u": 0, "a": 1, "b": 3}
    made = tokens("b", "c")
    assert comparable(made, None, gap) == ([made[0]], (SAME_ID,))
    assert library(made, None, gap).encode("c").ids == [3]
    assert library(made, None, gap).encode("b").tokens == ["b"]


def test_what_the_library_panics_on_when_it_loads():
    both = {"type": "Sequence", "normalizers": [START, LOWER]}
    made = tokens("c")
    kept, (reason,) = comparable(made, both, VOCAB)
    assert kept == []
    assert reason.startswith(PANICS)
    with pytest.raises(BaseException, match="out of bounds"):
        library(made, both, VOCAB)


def test_what_is_not_normalized_stays():
    made = tokens("x", "C", "c", normalized=False)
    assert comparable(made, {"type": "Sequence", "normalizers": [AWAY, LOWER]}, VOCAB) == (made, ())


def test_few_are_left_out():
    met = Counter(reason for number in range(600) for reason in pipeline(3, number, 1).excluded)
    kept = sum(len(pipeline(3, number, 1).document["added_tokens"]) for number in range(600))
    assert 0 < sum(met.values()) < 0.1 * kept
