"""The words of known patterns, told without a search, are the pattern's matches."""

import random
from itertools import product

import pytest

from tokparity.corpora.vocabs import catalogue
from tokparity.reference_impl.batch.word_places import SHAPES, WordPlaces, kinds_of
from tokparity.reference_impl.regexes import oniguruma, rust

LETTERS = "as'1 .\t\n\rlA"
OTHERS = LETTERS + "veRÉſ½中\u0301\u2003\u0085\ufeff\0"


def dialect(pattern):
    """Possessive quantifiers stand in files of tiktoken alone."""
    return rust.compile_pattern if "++" in pattern else oniguruma.compile_pattern


def assert_same(pattern, texts):
    texts, compile_in = list(texts), dialect(pattern)
    places = WordPlaces.of(
        SHAPES[pattern], kinds_of(lambda kind, text: compile_in(kind).spans(text))
    )
    spans = compile_in(pattern).spans
    cut, counts = places.cut(texts)
    words = cut.texts()
    at = 0
    for text, count in zip(texts, counts.tolist(), strict=True):
        assert words[at : at + count] == [text[a:b] for a, b in spans(text)], ascii(text)
        at += count
    assert at == len(words)


@pytest.mark.parametrize("pattern", SHAPES)
def test_every_short_text(pattern):
    assert_same(
        pattern, ["".join(text) for size in range(5) for text in product(LETTERS, repeat=size)]
    )


@pytest.mark.parametrize("pattern", SHAPES)
def test_longer_texts(pattern):
    rng = random.Random(pattern)
    assert_same(pattern, ["".join(rng.choices(OTHERS, k=rng.randint(5, 14))) for _ in range(8000)])


@pytest.mark.parametrize("pattern", SHAPES)
def test_every_kind_of_character(pattern):
    """One of each that a class or a contraction may hold, and of the others a sample."""
    codes = [*range(0x3000), *range(0x3000, 0x110000, 97)]
    chars = [chr(code) for code in codes if not 0xD800 <= code < 0xE000]
    assert_same(pattern, [f"'{char}x 1{char}{char} {char}" for char in chars])


@pytest.mark.parametrize("pattern", SHAPES)
def test_no_texts_and_empty_ones(pattern):
    assert_same(pattern, [])
    assert_same(pattern, ["", "a", "", ""])


def test_the_patterns_are_those_of_files():
    """Nobody asks for a shape that no file has."""
    from tokparity.reference_impl.pre_tokenizers.byte_level import GPT2

    known = {facts.pattern for m in catalogue.manifests() if (facts := m.facts) is not None}
    assert GPT2.pattern in SHAPES
    assert {pattern for pattern in SHAPES if "++" in pattern} <= known
