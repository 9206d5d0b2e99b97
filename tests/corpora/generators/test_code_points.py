from collections import Counter
from functools import cache

import pytest
import regex

from tokparity.corpora.generators.code_points import (
    CodePoints,
    assigned,
    categories,
    code_points,
    combining_classes,
)
from tokparity.corpora.generators.rng import Rng


@cache
def every() -> str:
    return "".join(chr(point) for point in range(0x110000) if not 0xD800 <= point <= 0xDFFF)


def members(found: CodePoints) -> list[str]:
    return [chr(point) for low, high in found.ranges for point in range(low, high + 1)]


@pytest.mark.parametrize("name", ["Lu", "Lo", "Mn", "Nd", "Zs", "Cc", "Co", "Cn"])
def test_a_category_is_that_of_the_pinned_package(name: str) -> None:
    assert members(code_points(name)) == regex.findall(rf"\p{{gc={name}}}", every())
    assert list(code_points(name).characters()) == members(code_points(name))


@pytest.mark.parametrize("name", ["ccc=1", "ccc=220", "ccc=230", "ccc=240"])
def test_a_combining_class_is_that_of_the_pinned_package(name: str) -> None:
    assert members(code_points(name)) == regex.findall(rf"\p{{{name}}}", every())


def test_no_combining_class_is_left_out() -> None:
    marked = regex.findall(r"\P{ccc=0}", every())
    assert Counter(marked) == Counter(
        c for name in combining_classes() for c in members(code_points(name))
    )


def test_categories_cover_every_code_point_once() -> None:
    assert sum(len(code_points(name)) for name in categories()) == 0x110000 - 2048
    assert len(categories()) == 29


def test_assigned_are_those_with_a_category_of_their_own() -> None:
    assert members(assigned()) == regex.findall(r"[^\p{Cn}\p{Co}]", every())
    assert len(assigned()) > 150_000


def test_indexing_and_length_agree_with_the_ranges() -> None:
    found = code_points("Lt")
    assert [found[index] for index in range(len(found))] == members(found)
    for index in (-1, len(found)):
        with pytest.raises(IndexError):
            found[index]


def test_draws_come_from_all_ranges_and_nowhere_else() -> None:
    found, rng = code_points("Zs"), Rng("draw")
    assert {found.draw(rng) for _ in range(2000)} == set(members(found))


def test_an_unknown_class_is_an_error() -> None:
    with pytest.raises(KeyError):
        code_points("Xx")
