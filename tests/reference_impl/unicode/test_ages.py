"""Against the tables of Python's own `unicodedata`, of two versions."""

import unicodedata

import pytest

from tokparity.reference_impl.unicode.ages import UNASSIGNED, age, versions
from tokparity.reference_impl.unicode.ranges import LAST, SURROGATES

OLD = versions().index("3.2")


def test_what_python_keeps_of_an_old_version():
    for point in range(LAST + 1):
        char = chr(point)
        if point in SURROGATES or point & 0xFFFE == 0xFFFE or 0xFDD0 <= point <= 0xFDEF:
            continue  # no characters, and of an age all the same
        is_old = unicodedata.ucd_3_2_0.category(char) != "Cn"
        assert is_old == (age(char) <= OLD), hex(point)


@pytest.mark.parametrize(
    ("char", "version"),
    [("a", "1.1"), ("\u20bf", "10.0"), ("\U0001fae8", "15.0"), ("\U0009ffff", "2.0")],
)
def test_versions_of_characters(char, version):
    assert versions()[age(char)] == version


def test_what_is_newer_than_the_file():
    assert versions()[age("\u1c89")] == "newer", "of Unicode 16.0"
    assert versions()[age("\U0009fffd")] == UNASSIGNED
