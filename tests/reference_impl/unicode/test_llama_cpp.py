"""Every class and mapping, asked again of every code point."""

from importlib.metadata import version

import pytest

from tokparity.reference_impl.unicode import llama_cpp
from tokparity.reference_impl.unicode.ranges import LAST, members
from tools.unicode_tables import ask_llama_cpp

NAMES = (*ask_llama_cpp.CLASSES, "han")


@pytest.fixture(scope="module")
def asked():
    return ask_llama_cpp.classes()


def test_the_tables_are_of_the_version_that_is_installed():
    assert llama_cpp.made_from() == f"xllamacpp {version('xllamacpp')}"


@pytest.mark.parametrize("name", NAMES)
def test_members_of_a_class(asked, name):
    assert llama_cpp.every(name) == frozenset(map(chr, members(asked[name])))


@pytest.mark.parametrize("name", NAMES)
def test_a_class_ends_where_it_ends(asked, name):
    for first, last in asked[name]:
        assert llama_cpp.is_in(name, chr(first))
        assert llama_cpp.is_in(name, chr(last))
        assert not first or not llama_cpp.is_in(name, chr(first - 1))
        assert last == LAST or not llama_cpp.is_in(name, chr(last + 1))


def test_lower_case():
    lowered = ask_llama_cpp.lower_case()
    assert len(lowered) == 1433
    for point in range(LAST + 1):
        assert ord(llama_cpp.lower(chr(point))) == lowered.get(point, point)


def test_first_parts():
    points = list(range(LAST + 1))
    text = "".join(map(chr, points))
    assert list(map(ord, llama_cpp.nfd(text))) == ask_llama_cpp.nfd(points)


def test_first_parts_of_one_text():
    text = "e\u0301 \u1e69 \uac01 x"
    assert list(map(ord, llama_cpp.nfd(text))) == ask_llama_cpp.nfd(list(map(ord, text)))


@pytest.mark.parametrize(
    ("name", "test"),
    [
        ("letter", llama_cpp.is_letter),
        ("number", llama_cpp.is_number),
        ("punctuation", llama_cpp.is_punctuation),
        ("symbol", llama_cpp.is_symbol),
        ("mark", llama_cpp.is_mark),
        ("control", llama_cpp.is_control),
        ("whitespace", llama_cpp.is_whitespace),
        ("han", llama_cpp.is_han),
    ],
)
def test_each_test_asks_for_its_class(asked, name, test):
    first, _ = asked[name][-1]
    assert test(chr(first))
    assert not test(chr(first - 1))


def test_what_stands_for_a_character_says_its_class():
    seen = llama_cpp.collapsed("a1+\x85é½\u0301¿×\u4e00\U0001f600")
    assert seen == "a1+\x0bÒÑÔÓÕÒÕ"
    assert llama_cpp.collapsed_with_han("\u4e00\ufa6e") == "\xd6\xd7"
    assert llama_cpp.collapsed_with_joiners("\u200c\u017f") == "\xd8\xd9"
    assert llama_cpp.wide("é\u3000\U0001f600") == "é\x0b\U0001f600"
