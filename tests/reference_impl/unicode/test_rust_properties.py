"""Properties by name, as tiktoken's regex looks them up."""

import random

import pytest
import regex

from evaluation.tables.dialects import CATEGORIES, PROPERTIES, SCRIPTS
from tokparity.reference_impl.unicode.rust_properties import property_set
from tools.unicode_tables.make_rust_tables import EVERY, rust_members

SAMPLE = "".join(random.Random(7).sample(EVERY, 4000)) + EVERY[:0x3100]


@pytest.mark.parametrize("name", [*SCRIPTS, *CATEGORIES, *PROPERTIES])
def test_a_property_has_the_members_that_the_library_has(name):
    members = property_set(name)
    assert members is not None
    found = "".join(regex.findall(members, SAMPLE, flags=regex.V1))
    assert found == rust_members(rf"\p{{{name}}}", SAMPLE)


@pytest.mark.parametrize(
    "name", ["Klingon", "Script=Lu", "gc=Han", "scx=Alphabetic", "Age=99", "Block=Thai", "\u00e9"]
)
def test_what_the_library_does_not_know(name):
    assert property_set(name) is None
    with pytest.raises(ValueError, match="error parsing pattern"):
        rust_members(rf"\p{{{name}}}", "a")


@pytest.mark.parametrize(
    ("name", "same"),
    [("han", "Hani"), ("Is_Greek", "greek"), ("Script_Extensions=Han", "scx:hani"),
     ("sc=Han", "Han"), ("General_Category=Lu", "Lu"), ("Word_Break=Katakana", "wb=ka"),
     ("age=V6_0", "Age=6.0")],
)  # fmt: skip
def test_names_that_are_one(name, same):
    assert property_set(name) == property_set(same) is not None
