"""Batches decoded by a table are those decoded one by one, on every vocabulary and on pipelines."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from tests.shared.vocabularies import vocabulary
from tokparity.corpora.generators.pipelines.pipeline import pipeline
from tokparity.corpora.vocabs import catalogue
from tokparity.reference_impl.batch.decode_plan import NoPlan
from tokparity.reference_impl.contract import DecodeOptions, Text
from tokparity.reference_impl.formats.tokenizer_json.reader import read_tokenizer
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.tokenizer import fast_decoding
from tokparity.reference_impl.tokenizer.decodings import OneByOne
from tokparity.reference_impl.tokenizer.fast import fast
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

NAMES = [m.name for m in catalogue.find("*") if m.default and m.format != "chat_template"]


@pytest.fixture
def at_once(monkeypatch):
    monkeypatch.setattr(fast_decoding, "_WORTH", 0)


def sequences(tokenizer, generator, count):
    """Ids of bytes and of special tokens more often than others, and some that no token has."""
    pieces = tokenizer.pieces()
    ids = list(pieces)
    short = [at for at in ids if len(pieces[at]) <= 2 or pieces[at].startswith("<0x")] or ids
    special = [token.id for token in tokenizer.added_tokens] or ids
    wrong = [-1, max(ids) + 1, 2**31, 2**70]
    pools, weights = (ids, short, special, wrong), (10, 20, 5, 0.1)
    return [
        [generator.choice(generator.choices(pools, weights)[0]) for _ in range(length)]
        for length in generator.choices((0, 1, 2, 5, 40), k=count)
    ]


def assert_same(tokenizer, batch):
    plain, quick = replace(tokenizer, decodings=OneByOne), fast(tokenizer)
    for skip in (False, True):
        options = DecodeOptions(skip)
        expected = list(plain.decode_batch(batch, options).observations())
        for size in (1, 7, len(batch)):
            found = []
            for at in range(0, len(batch), size):
                found += quick.decode_batch(batch[at : at + size], options).observations()
            assert found == expected
    return quick._decodings._tables


@pytest.mark.vocabulary
@pytest.mark.parametrize("name", NAMES)
def test_on_every_vocabulary(name, at_once):
    tokenizer = vocabulary(name)
    assert_same(tokenizer, sequences(tokenizer, random.Random(name), 700))


def test_on_generated_pipelines(at_once):
    tables = []
    for number in range(120):
        document = pipeline(seed=0, number=number, count=1).document
        tokenizer = read_tokenizer(Node(Path("drawn"), "", document))
        if tokenizer.pieces():
            found = assert_same(tokenizer, sequences(tokenizer, random.Random(number), 60))
            tables.extend(found.values())
    assert sum(not isinstance(table, NoPlan) for table in tables) > 40


def test_a_table_is_made_when_it_is_worth_it():
    tokenizer = fast(Tokenizer(WordLevel({"?": 0, "a": 1, "b": 2}, "?")))
    tables = tokenizer._decodings._tables
    tokenizer.decode_batch([[1], [2]])
    assert not tables
    tokenizer.decode_batch([[1]], DecodeOptions(skip_special=True))
    assert not tables
    tokenizer.decode_batch([[1]])
    assert list(tables) == [DecodeOptions()]


def test_a_tokenizer_made_of_another_decodes_by_itself(at_once):
    tokenizer = fast(Tokenizer(WordLevel({"?": 0, "a": 1}, "?")))
    assert list(tokenizer.decode_batch([[1]]).observations()) == [Text("a")]
    other = replace(tokenizer, model=WordLevel({"?": 0, "b": 1}, "?"))
    assert list(other.decode_batch([[1]]).observations()) == [Text("b")]


def test_ids_far_apart_have_no_table(at_once):
    tokenizer = fast(Tokenizer(WordLevel({"?": 0, "a": 1_000_000_000}, "?")))
    assert list(tokenizer.decode_batch([[1_000_000_000]]).observations()) == [Text("a")]
    (reason,) = tokenizer._decodings._tables.values()
    assert reason == NoPlan("its ids are far apart")
