"""Two versions of Unicode tables are told by which characters part."""

import unicodedata

import pytest

from tokparity.harness.bugs.remainder import bare
from tokparity.harness.bugs.unicode_age import first_apart
from tokparity.reference_impl.unicode.ages import age, versions


def newer_than(version):
    first, unassigned = versions().index(version), len(versions()) - 1
    return lambda text: any(first < age(char) < unassigned for char in text)


@pytest.mark.parametrize("version", ["3.2", "6.0", "12.1"])
def test_what_is_newer_than_a_librarys_tables(version):
    apart = first_apart(bare("a\U0001e290"), newer_than(version))
    assert apart.words == f"characters newer than Unicode {version}"


@pytest.mark.parametrize(
    "fails",
    [
        pytest.param(lambda text: "\U0001e290" in text, id="one-character"),
        pytest.param(lambda text: not text.isascii(), id="of-all-versions"),
        pytest.param(lambda text: any(ord(char) > 0xFFFF for char in text), id="of-a-plane"),
    ],
)
def test_what_other_characters_show_as_well_is_a_bug(fails):
    assert first_apart(bare("a\U0001e290"), fails) is None


def test_what_is_done_to_all_that_tables_do_not_have():
    """To what no version assigns too."""
    apart = first_apart(bare("a\U0001e290"), lambda text: any(age(char) > 20 for char in text))
    assert apart.unassigned
    assert apart.words.endswith(" does not have")
    assert apart.first > 20


def test_what_old_characters_show_is_a_bug():
    assert first_apart(bare("\u00e9"), lambda text: not text.isascii()) is None


def test_marks_that_are_put_in_order_are_asked_beside_each_other():
    """Most marks have no combining class: that these stay tells nothing of the tables."""
    is_newer = newer_than("9.0")

    def fails(text):
        return any(unicodedata.combining(char) and is_newer(char) for char in text)

    apart = first_apart(bare("\u1dfa\u0652"), fails)
    assert apart.words == "characters newer than Unicode 9.0"


def test_characters_of_a_version_that_a_normal_form_rewrites():
    """The name of an era is the only one of Unicode 12.1; digits of 13.0 are rewritten, too."""
    newer = newer_than("11.0")

    def departs(text):
        return any(newer(char) and unicodedata.normalize("NFKC", char) != char for char in text)

    apart = first_apart(bare("\u32ff"), departs)
    assert apart is not None
    assert versions()[apart.first - 1] in ("11.0", "12.0")
    assert first_apart(bare("\u32ff"), lambda text: "\u32ff" in text) is None


def test_a_mark_that_is_newer_than_pythons_tables():
    """One side puts it in order; marks of its version that are known to be of no class stay."""
    is_newer, new = newer_than("12.0"), "\u1aeb"
    assert not unicodedata.combining(new)

    def fails(text):
        return any((unicodedata.combining(c) or c == new) and is_newer(c) for c in text)

    apart = first_apart(bare(f"{new}\u0301"), fails)
    assert not apart.unassigned
    assert versions().index("12.0") < apart.first <= versions().index("14.0")


def test_letters_of_one_block_are_newer_though_others_of_their_time_are_not():
    """Of the versions behind 15.0 the table tells none apart: one side has some of them."""
    first, last = 0x323B0, 0x33479

    def fails(text):
        return any(first <= ord(char) <= last for char in text)

    apart = first_apart(bare("\U000329c0'a"), fails)
    assert apart.words == "characters newer than Unicode 15.0"


@pytest.mark.parametrize(
    ("others", "words"),
    [("", f"characters newer than Unicode {versions()[-3]}"), ("\u0378", None)],
)
def test_one_character_that_is_newer_than_all_tables_is_enough(others, words):
    """Few of its time are known. If unassigned ones fail too, its time is no reason."""
    apart = first_apart(bare("\u1aeb\u0301"), lambda text: bool({*text} & {"\u1aeb", *others}))
    assert (apart and apart.words) == words
