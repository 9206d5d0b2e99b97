import pytest

from tokparity.corpora.generators.classes import category, char_class
from tokparity.corpora.generators.code_points import categories, code_points


@pytest.mark.parametrize("name", categories())
def test_a_category_holds_both_ends_of_its_ranges(name):
    for low, high in code_points(name).ranges:
        assert category(chr(low)) == category(chr(high)) == name


def test_surrogates_have_a_category_of_their_own():
    assert category("\ud800") == category("\udfff") == "Cs"
    assert category("\ud7ff") != "Cs"
    assert category("\ue000") == "Co"


@pytest.mark.parametrize(
    ("char", "told"),
    [
        pytest.param(" ", "space", id="space"),
        pytest.param("\xa0", "Zs+", id="other-space"),
        pytest.param("'", "apostrophe", id="apostrophe"),
        pytest.param("\u2019", "Pf+", id="curly-apostrophe"),
        pytest.param("5", "Nd", id="digit"),
        pytest.param("\u0665", "Nd+", id="other-digit"),
    ],
)
def test_classes(char, told):
    assert char_class(char) == told
