from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from tokparity.corpora.generators.baselines import llama_cpp
from tokparity.corpora.generators.baselines.llama_cpp import (
    LATIN,
    LLAMA_CPP,
    SEPARATORS,
    SOURCES,
    SPACES,
)
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng

FEW = ("a", "\t", "'", "")
BY_NAME = {source.name: source for source in SOURCES}


@pytest.fixture
def few_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(llama_cpp.CHARACTERS) == 128
    monkeypatch.setattr(llama_cpp, "CHARACTERS", FEW)


def every(name: str, material: Material) -> Iterator[str]:
    source = BY_NAME[name]
    size = source.size(material)
    assert size is not None
    rng = Rng(0)
    return (source.text(material, index, rng) for index in range(size))


def drawn(name: str, material: Material, index: int = 1) -> str:
    assert BY_NAME[name].size(material) is None
    return BY_NAME[name].text(material, index, Rng(5))


@pytest.mark.usefixtures("few_characters")
def test_the_twelve_take_turns(material: Material) -> None:
    assert len(SOURCES) == len(BY_NAME) == 12
    lists = [source.size(material) for source in SOURCES]
    assert [size is not None for size in lists] == [True] * 7 + [False] * 5
    first = LLAMA_CPP.texts(1, material, 0, 12)
    assert all(
        text in every(s.name, material) for s, text in zip(SOURCES[:7], first[:7], strict=True)
    )
    assert min(map(len, first[7:11])) > 500


@pytest.mark.usefixtures("few_characters")
def test_two_characters_and_white_space(material: Material) -> None:
    found = set(every("white space", material))
    expected = set()
    for one, two, left, right in product(FEW, FEW, SPACES, SPACES):
        expected |= {left + one + two + right, left + one + right + two, one + left + two + right}
    assert found == expected


@pytest.mark.usefixtures("few_characters")
def test_apostrophes_between_characters(material: Material) -> None:
    found = set(every("apostrophes", material))
    expected = set()
    for one, two, left, right in product(FEW, FEW, SPACES, SPACES):
        mark = left + "'" + right
        expected |= {one + mark + two, one + two + mark + "z", "a" + mark + one + two}
    assert found == expected


def test_added_tokens_between_white_space(material: Material) -> None:
    few = replace(material, added=("<s>", "<x>"))
    found = list(every("added white space", few))
    assert len(found) == len(set(found)) == 2 * 8 * 8 * 4
    assert {"<s>", "a\r\n<x>\t\tz", "\n\n<s>z", "a<x> "} <= set(found)


def test_every_token_and_every_character_is_met(material: Material) -> None:
    assert sorted(every("vocabulary", material)) == sorted(material.surfaces)
    characters = list(every("unicodes", material))
    assert len(characters) > 100_000
    assert max(characters) < "\U00030000"
    assert "\ue000" not in characters
    assert {"a", "世", "\U0001f600"} <= set(characters)


@pytest.mark.parametrize(
    ("name", "length"),
    [
        pytest.param("added tokens", (500, 9000), id="added-tokens"),
        pytest.param("latin words", (1200, 2600), id="latin-words"),
        pytest.param("unicode words", (600, 1400), id="unicode-words"),
        pytest.param("vocabulary characters", (1024, 1024), id="characters"),
        pytest.param("vocabulary words", (900, 6000), id="words"),
    ],
)
def test_random_texts_are_long(name: str, length: tuple[int, int], material: Material) -> None:
    assert length[0] <= len(drawn(name, material)) <= length[1]


def test_random_texts_hold_what_they_are_made_of(material: Material) -> None:
    few = replace(material, surfaces=("ab", " c "), added=("<s>",))
    assert set(drawn("vocabulary characters", few)) == set("abc ")
    assert set(drawn("latin words", few)) <= set(LATIN) | set(" \n\r\t")
    rest = drawn("added tokens", few)
    for token in sorted(SEPARATORS, key=len, reverse=True):
        assert token in rest
        rest = rest.replace(token, "")
    assert rest == ""
    assert set(drawn("vocabulary words", few)) == set("abc \n\r\t")
    assert {drawn("vocabulary words", few, index) for index in range(0, 8, 2)} == {"ab", "c"}


def test_without_tokens_and_added_tokens_there_are_texts(material: Material) -> None:
    bare = replace(material, surfaces=(), added=())
    assert len(LLAMA_CPP.texts(1, bare, 0, 24)) == 24
