"""Charsmaps made here are read by the library, and rewrite what they say."""

import json
from itertools import product

import pytest
from tokenizers import Tokenizer

from tokparity.corpora.generators.pipelines.charsmap import CHARSMAPS, charsmap
from tokparity.reference_impl.normalizers.charsmap import Charsmap

RULES = {"a": "b", "ab": "c", "\u00e9": "", "e\u0301": "\u00e9", "世": "world", "\r": " "}


def library(encoded):
    normalizer = {"type": "Precompiled", "precompiled_charsmap": encoded}
    model = {"type": "WordLevel", "vocab": {"u": 0}, "unk_token": "u"}
    document = {"version": "1.0", "added_tokens": [], "normalizer": normalizer, "model": model}
    absent = ("truncation", "padding", "pre_tokenizer", "post_processor", "decoder")
    return Tokenizer.from_str(json.dumps(document | dict.fromkeys(absent))).normalizer


@pytest.mark.parametrize(
    ("text", "normalized"),
    [("xay", "xby"), ("\u00e9", ""), ("e\u0301", "\u00e9"), ("世界", "world界"), ("z", "z")],
)
def test_the_library_rewrites_as_the_rules_say(text, normalized):
    assert library(charsmap(RULES)).normalize_str(text) == normalized


def test_the_shortest_rule_counts_in_the_reference():
    assert Charsmap.of(charsmap(RULES)).replacement("ab") == "b"


@pytest.mark.parametrize("encoded", CHARSMAPS)
def test_any_byte_may_be_looked_for(encoded):
    map_ = Charsmap.of(encoded)
    for first, second in product(range(0, 0x3000, 7), "a\u0301界"):
        map_.replacement(chr(first) + second)  # raises where a unit is out of bounds


def test_what_is_behind_one_character_is_no_rule_of_its_own():
    made = Charsmap.of(charsmap({"\u00e9": "e", "e\u0301": "\u00e9"}))
    assert made.replacement("\u0301") is None
    assert library(charsmap({"\u00e9": "e", "e\u0301": "x"})).normalize_str("\u0301") == "\u0301"
