import pytest

from tokparity.corpora.generators.case import CASE, ENDINGS
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng


@pytest.mark.parametrize(
    "part", ["\u017f", "\u212a", "\u2126", "ß", "ẞ", "İ", "ı", "ς", "Σ", "ﬆ", "ﬁ"]
)
def test_letters_whose_case_is_special(material: Material, part: str) -> None:
    assert part in "".join(CASE.bulk(Rng(1), material, 5000))


@pytest.mark.parametrize("apostrophe", "'’＇")
def test_every_contraction_with_every_apostrophe(material: Material, apostrophe: str) -> None:
    made = "\n".join(CASE.bulk(Rng(1), material, 20_000))
    assert [ending for ending in ENDINGS if apostrophe + ending not in made] == []
