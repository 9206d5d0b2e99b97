"""Each part of what cases have in common as a reader says it."""

import pytest

from tokparity.reports.triage.parts import (
    as_if_words,
    plain_words_of,
    with_words,
    without_places,
)


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("without NFC", "had no NFC"),
        ("without the whole stage", "had nothing of this stage"),
        ("add_prefix_space is True, of every word", "said that add_prefix_space is True, of every"),
        ("Whitespace in the place of Metaspace", "had Whitespace in the place of Metaspace"),
    ],
)
def test_a_setting_that_the_file_seems_to_have(part, said):
    assert as_if_words(part).startswith(said)


@pytest.mark.parametrize("part", ["U+0020", "any text", "words like 'is never'", "ids: added"])
def test_what_is_in_a_text_is_no_setting(part):
    assert as_if_words(part) == ""


def test_words_stand_together_and_other_parts_where_they_were():
    parts = ["words like 'a'", "U+0020", "words like 'b'"]
    assert [*with_words(parts)] == ["words like 'a', b", "U+0020"]


def test_places_of_an_added_token_that_fails_anywhere_are_left_out():
    parts = ["added tokens at the start", "U+0020", "added tokens at the end"]
    assert without_places(parts) == ["added tokens at the start or the end", "U+0020"]
    assert without_places(parts, anywhere=True) == ["added tokens", "U+0020"]


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("ids: cut", "ids of pieces that end with the first byte of a character"),
        ("characters of Zs", "white space (Unicode category Zs)"),
        ("U+0041", "U+0041 (LATIN CAPITAL LETTER A)"),
        ("ids: U+003C", "ids of pieces that begin with U+003C (LESS-THAN SIGN)"),
        ("U+110000", "U+110000"),
        ("CJK ideographs beyond U+FFFF", "CJK ideographs beyond U+FFFF"),
        ("in brackets: []", "something in brackets, […], that is no added token"),
    ],
)
def test_characters_and_ids_are_named(part, said):
    assert plain_words_of(part) == said
