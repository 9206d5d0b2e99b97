"""Texts of many thousand characters."""

import pytest

from tokparity.corpora.generators.long_texts import (
    SHAPES,
    SIZES,
    a_long_text,
    long_text,
    long_text_of,
)
from tokparity.corpora.generators.rng import Rng

CELL = (0, "0" * 64, "reference~library")


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_a_shape(material, shape):
    text = long_text(Rng("a"), material, shape, 50_000)
    assert len(text) == 50_000
    assert text == long_text(Rng("a"), material, shape, 50_000)
    assert text != long_text(Rng("b"), material, shape, 50_000)
    text.encode()  # no lone surrogates


def test_one_word_is_one(material):
    shape = next(shape for shape in SHAPES if shape.name == "one word")
    assert long_text(Rng("a"), material, shape, 5_000).isalpha()


def test_nothing_is_between_words_without_spaces(material):
    shape = next(shape for shape in SHAPES if shape.name == "no spaces")
    assert " " not in long_text(Rng("a"), material, shape, 5_000)


def test_every_size_and_shape_has_its_turn(material, monkeypatch):
    monkeypatch.setattr(
        "tokparity.corpora.generators.long_texts.long_text", lambda *given: given[2:]
    )
    turns = [long_text_of(CELL, number, material) for number in range(24)]
    assert {size for _, size in turns} == set(SIZES)
    assert {shape.name for shape, _ in turns} == {shape.name for shape in SHAPES}
    assert turns == [long_text_of(CELL, number, material) for number in range(24)]
    others = [long_text_of((0, "1" * 64, CELL[2]), number, material) for number in range(24)]
    assert others != turns


def test_sizes_are_as_long_as_is_said():
    assert (min(SIZES), max(SIZES)) == (50_000, 500_000)


def test_a_check_gets_a_short_one(material):
    assert 1 << 16 < len(a_long_text(CELL, material)) < 100_000
