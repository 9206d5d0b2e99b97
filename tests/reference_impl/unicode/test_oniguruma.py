"""Membership of every class, and every fold, asked again from the library."""

import random

import pytest
import regex
from tokenizers import NormalizedString, Regex

from tokparity.reference_impl.regexes.oniguruma import compile_pattern
from tokparity.reference_impl.unicode.oniguruma import classes, folds, normal_name
from tools.unicode_tables.ask_oniguruma import (
    ALL,
    class_members,
    expression_members,
    uncased_answer,
)

GENERAL = (
    *("L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No"),
    *("P", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "S", "Sm", "Sc", "Sk", "So"),
    *("Z", "Zs", "Zl", "Zp", "C", "Cc", "Cf", "Co", "Cn"),
)
OTHERS = (
    *("han", "hangul", "hiragana", "katakana", "latin", "greek", "cyrillic", "arabic", "thai"),
    *("any", "alpha", "word", "space", "alnum", "punct", "graph", "print", "upper", "lower"),
    *("xdigit", "digit", "blank", "cntrl", "ascii"),
)
SAMPLE = random.Random("classes").sample(sorted(key for key in classes() if key.isalnum()), 12)


@pytest.fixture(scope="module")
def everything():
    return NormalizedString(ALL)


@pytest.mark.parametrize("name", list(dict.fromkeys([*GENERAL, *OTHERS, *SAMPLE])))
def test_members_of_a_property(everything, name):
    found = class_members(everything, f"[\\p{{{name}}}]")
    assert found is not None
    assert expression_members(classes()[normal_name(name)]) == found


@pytest.mark.parametrize("key", [key for key in classes() if key.startswith("[:")])
def test_members_of_a_posix_bracket(everything, key):
    assert expression_members(classes()[key]) == class_members(everything, f"[{key}]")


@pytest.mark.parametrize("element", [r"\w", r"\W", r"\s", r"\S", r"\d", r"\D", r"\h", r"\H", "."])
def test_members_of_an_escape(everything, element):
    translated = compile_pattern(element).compiled.pattern.removeprefix("(?V1)")
    assert expression_members(translated) == class_members(everything, element)


def test_properties_that_do_not_exist_are_unknown_to_both(everything):
    for name in ("nonsense", "lx", "age=99.0"):
        assert name not in classes()
        assert class_members(everything, f"[\\p{{{name}}}]") is None


def test_the_table_names_more_than_the_general_categories():
    assert len(classes()) > 800


def test_each_character_with_a_case_matches_what_it_matches_there():
    lines = sorted({*folds().single, *"".join(folds().several.values()), *folds().several})
    lines += [text.lower() for text in folds().several] + ["ﬁ", "fi", "ffx", "sß", "aa"]
    text = "\n\n".join(["", *lines, ""])
    asked = NormalizedString(text)
    assert len(lines) > 2900
    for char in random.Random("folds").sample(lines, 700) + list(folds().several):
        source = "^(?i:" + "".join(f"\\x{{{ord(one):x}}}" for one in char) + ")$"
        there = [piece.normalized for piece in asked.split(Regex(source), "isolated")]
        here = [text[start:end] for start, end in compile_pattern(source).spans(text)]
        assert here == [piece for piece in there if "\n" not in piece], ascii(char)


def test_no_other_character_has_a_case():
    assert uncased_answer("".join(folds().single) + "".join(folds().several.values())) == ""


def test_regex_is_the_version_the_differences_are_from():
    assert regex.__version__ == "2026.11.15"
