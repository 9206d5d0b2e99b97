"""Every code point in every class, against the regex inside tiktoken."""

from functools import cache

import pytest
import regex

from tokparity.reference_impl.unicode.complement import complement
from tokparity.reference_impl.unicode.rust_classes import (
    SPACE,
    category,
    folded,
    orbit,
    word,
)
from tools.unicode_tables.make_rust_tables import (
    CATEGORIES,
    EVERY,
    rust_members,
)


@cache
def ours(members: str) -> str:
    return "".join(regex.findall(f"{members}+", EVERY, flags=regex.V1))


def rust(members: str) -> str:
    return rust_members(f"{members}+")


@pytest.mark.parametrize("name", [*CATEGORIES, "L", "LC", "M", "N", "P", "S", "Z", "C", "any"])
def test_general_categories(name: str) -> None:
    members = category(name)
    assert members is not None
    assert ours(members) == rust(rf"\p{{{name}}}")


@pytest.mark.parametrize(("members", "name"), [(word(), r"\w"), (SPACE, r"\s")])
def test_word_and_space(members: str, name: str) -> None:
    assert ours(members) == rust(name)
    assert ours(complement(members)) == rust(name.upper())


@pytest.mark.parametrize("members", ["[a-z]", r"\p{Lu}", r"\p{Ll}", r"\p{L}", "[ß-é]", "[ι]"])
def test_folded_sets(members: str) -> None:
    named = category(members[3:-1]) if members.startswith("\\") else members
    assert named is not None
    assert ours(folded(named)) == rust(f"(?i:{members})")


def test_nothing_is_in_the_negation_of_everything() -> None:
    assert ours(complement(r"[\s[^\s]]")) == ""


@pytest.mark.parametrize("char", "kKsßẞιͅΩİıﬅ-")
def test_orbits(char: str) -> None:
    assert orbit(char) == rust(f"(?i:{char})")


def test_unknown_category() -> None:
    assert category("Greek") is None
