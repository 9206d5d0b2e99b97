"""Characters are told apart by the pinned table: their kind, and others of it."""

import pytest

from tokparity.harness.naming.character_classes import category, kind, relatives, strangers


@pytest.mark.parametrize(
    ("char", "name"),
    [("a", "Ll"), ("é", "Ll"), ("٣", "Nd"), ("中", "Lo"), ("\u0301", "Mn"), ("\U0010ffff", "Cn")],
)
def test_categories_are_those_of_the_table(char, name):
    assert category(char) == name


def test_white_space_is_one_kind():
    assert {kind(char) for char in " \t\n\u00a0\u2028"} == {"Zs"}
    assert kind("\x01") == "Cc"


@pytest.mark.parametrize("char", ["a", "Z", "5", "é", "٣", "中", " ", "\u00a0", ".", "\U0001f600"])
def test_relatives_are_others_of_the_same_kind(char):
    found = relatives(char, 5)
    assert len(set(found)) == 5
    assert char not in found
    assert {kind(other) for other in found} == {kind(char)}
    assert {other.isascii() for other in found} == {char.isascii()}


def test_a_character_that_stands_alone_has_relatives_far_off():
    assert len(relatives("\ufeff", 3)) == 3
    assert {category(char) for char in relatives("\ufeff", 3)} == {"Cf"}
    assert relatives("\ud800", 3) == ()


def test_strangers_are_of_other_kinds():
    assert kind("q") not in {kind(other) for other in strangers("q")}
    assert len(strangers("中")) == len(set(strangers("中"))) == 6
