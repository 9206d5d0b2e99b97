"""Places between characters, as look-arounds."""

import pytest
import regex

from tokparity.reference_impl.regexes.nodes import Anchor
from tokparity.reference_impl.regexes.places import anchor


@pytest.mark.parametrize(
    ("place", "found"),
    [
        (Anchor("line start"), [0, 2]),
        (Anchor("line end"), [1, 3, 4]),
        (Anchor("text end or last line feed"), [3, 4]),
        (Anchor("text end"), [4]),
        (Anchor("word boundary", "[a-z]"), [0, 1, 2, 3]),
        (Anchor("no word boundary", "[a-z]"), [4]),
    ],
)
def test_where_a_place_is(place, found):
    assert [match.start() for match in regex.finditer(anchor(place), "a\nb\n")] == found
