"""Against this Python's own tables: what a library written in Python gets from them."""

import random
import unicodedata
from functools import cache, partial

import pytest

from tests.shared.every_character import ALL
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.unicode.cpython import python_unicode, versions

HERE = unicodedata.unidata_version


@cache
def assigned():
    return [char for char in ALL if unicodedata.category(char) != "Cn"]


@cache
def telling():
    """Neither ideographs nor private use, but for some: what every context is tried with."""
    plain = [char for char in assigned() if unicodedata.category(char) in ("Co", "Lo", "So")]
    return sorted({*assigned()} - {*plain} | {*plain[:2000], *plain[::32]})


@pytest.fixture(scope="module")
def unicode():
    return python_unicode(HERE)


def test_there_are_tables_of_this_python():
    assert HERE in versions()


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("is_control", lambda char: unicodedata.category(char).startswith("C")),
        ("is_punctuation", lambda char: unicodedata.category(char).startswith("P")),
    ],
)
def test_questions_of_every_character(unicode, ours, theirs):
    asked = map(chr, range(0x110000)) if ours == "is_control" else assigned()
    assert [char for char in asked if getattr(unicode, ours)(char) != theirs(char)] == []


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("white_space", str.isspace),
        ("space_separators", lambda char: unicodedata.category(char) == "Zs"),
        ("nonspacing_marks", lambda char: unicodedata.category(char) == "Mn"),
    ],
)
def test_sets_of_characters(unicode, ours, theirs):
    assert getattr(unicode, ours) & set(assigned()) == set(filter(theirs, assigned()))


def parted(words, ours, theirs):
    """Words for which the two differ. All at once first: a space is no part of any context."""
    text = " ".join(words)
    if ours(text) == theirs(text):
        return []
    return [word for word in words if ours(word) != theirs(word)] or ["only together"]


@pytest.mark.parametrize("context", ["{}", "1{}Σa", "A{}Σ", "AΣ{}", "AΣ{}a", "AΣ{}Σ", "A{}Σ{}Σ"])
def test_lower_case_beside_every_character(unicode, context):
    words = [
        context.replace("{}", char)
        for char in (telling() if "a" in context.lower() else assigned())
    ]
    assert parted(words, lambda text: "".join(unicode.lower(text)), str.lower) == []


def test_many_sigmas_take_no_long_time(unicode):
    assert "".join(unicode.lower("Σ" * 50_000 + "'" * 50_000)) == (
        "σ" * 49_999 + "ς" + "'" * 50_000
    )


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("context", ["{}", "a{}\u0301"])
def test_normal_form_of_every_character(unicode, form, context):
    normalize = getattr(unicode, form.lower())
    words = [
        context.replace("{}", char)
        for char in (telling() if "a" in context.lower() else assigned())
    ]

    def ours(text):
        return normalize(Aligned.of(text)).text

    assert parted(words, ours, partial(unicodedata.normalize, form)) == []


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_normal_form_of_marks_in_any_order(unicode, form):
    marks = [char for char in assigned() if unicodedata.combining(char)]
    others = ["a", "e", "각", "ᄀ", "ᅡ", "ᆨ", "가", "が", "か", "\u0344", "\u0958", "\U0001d15e"]
    draw = random.Random(form)
    normalize = getattr(unicode, form.lower())
    for _ in range(20_000):
        text = "".join(draw.choice(marks if draw.random() < 0.6 else others) for _ in range(6))
        assert normalize(Aligned.of(text)).text == unicodedata.normalize(form, text)


def test_where_characters_came_from(unicode):
    assert unicode.nfc(Aligned.of("xe\u0301y")).origin == (0, 1, 3)
    assert unicode.nfd(Aligned.of("xéy")) == Aligned("xe\u0301y", (0, 1, 1, 2))


@pytest.mark.parametrize(
    ("char", "since"), [("\U0001e4eb", "15.0.0"), ("\u2ffc", "15.1.0"), ("\ua7c0", "14.0.0")]
)
def test_a_character_is_unassigned_before_its_version(char, since):
    numbers = [tuple(map(int, version.split("."))) for version in versions()]
    born = tuple(map(int, since.split(".")))
    known = [not python_unicode(version).is_control(char) for version in versions()]
    assert known == [number >= born for number in numbers]
    assert True in known


def test_an_unknown_version():
    with pytest.raises(KeyError):
        python_unicode("99.0.0")
