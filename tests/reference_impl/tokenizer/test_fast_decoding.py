"""Batches decoded by a table are those decoded one by one, on every vocabulary and on pipelines."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from tests.shared.vocabularies import vocabulary
from tokparity.corpora.generators.pipelines.pipeline import pipeline
from tokparity.corpora.vocabs import catalogue
from tokparity.reference_impl.batch import known_surfaces
from tokparity.reference_impl.batch.decode_plan import NoPlan
from tokparity.reference_impl.contract import DecodeOptions, Text
from tokparity.reference_impl.formats.tokenizer_json.reader import read_tokenizer
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.tokenizer import fast_decoding
from tokparity.reference_impl.tokenizer.decodings import OneByOne
from tokparity.reference_impl.tokenizer.fast import fast
from tokparity.reference_impl.tokenizer.refusals import REFUSING, refusal_of
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


def _alone(tokenizer, ids, options):
    try:
        return tokenizer.decode_again(ids, options)
    except REFUSING as error:
        return refusal_of(error)


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
        assert [_alone(quick, ids, options) for ids in batch] == expected
    return quick._decodings._tables


@pytest.mark.vocabulary
@pytest.mark.parametrize("name", NAMES)
def test_on_every_vocabulary(name, at_once):
    tokenizer = vocabulary(name)
    assert_same(tokenizer, sequences(tokenizer, random.Random(name), 700))


@pytest.mark.parametrize("kept", [0, 20, 1 << 16])
def test_without_a_table(kept, monkeypatch):
    monkeypatch.setattr(known_surfaces, "KEPT", kept)
    remembered = 0
    for number in range(80):
        document = pipeline(seed=1, number=number, count=1).document
        tokenizer = read_tokenizer(Node(Path("drawn"), "", document))
        if tokenizer.pieces():
            monkeypatch.setattr(fast_decoding, "_WORTH", 1 << 20)
            assert not assert_same(tokenizer, sequences(tokenizer, random.Random(number), 60))
            quick = fast(tokenizer)
            quick.decode_again(list(tokenizer.pieces())[:3])
            (known,) = quick._decodings._known.values()
            remembered += isinstance(known, known_surfaces.KnownSurfaces)
    assert remembered > 30


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


def test_nothing_of_the_vocabulary_is_read_for_one_sequence(monkeypatch):
    """Of a compiled file all pieces are read where all are asked for, or how many there are."""
    tokenizer = fast(Tokenizer(WordLevel({"?": 0, "a": 1}, "?")))
    monkeypatch.setattr(Tokenizer, "pieces", lambda _: pytest.fail("all pieces were asked for"))
    assert tokenizer.decode_again([1]) == Text("a")
    assert list(tokenizer.decode_batch([[1]]).observations()) == [Text("a")]
