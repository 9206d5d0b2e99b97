"""A file of ages is read, and what the committed table says of it holds."""

from tokparity.reference_impl.unicode.ages import age, versions
from tools.unicode_tables.make_ages import points_by_version


def test_lines_of_characters_and_of_ranges():
    lines = ["# DerivedAge-4.0.txt", "", "0220 ; 3.2 # a letter", "0234..0236  ; 4.0 #   [3]"]
    points = points_by_version(lines)
    assert points == {"3.2": {0x220}, "4.0": {0x234, 0x235, 0x236}}
    for version, some in points.items():
        assert {versions()[age(chr(point))] for point in some} == {version}
