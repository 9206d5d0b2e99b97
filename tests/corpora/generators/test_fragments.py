from dataclasses import replace

from tokparity.corpora.generators.fragments import FRAGMENTS
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng


def test_one_to_three_parts_of_words(material: Material) -> None:
    made = FRAGMENTS.bulk(Rng(1), replace(material, words=("abcdefghij", "KLM")), 5000)
    assert set("".join(made)) == set("abcdefghijKLM")
    assert {"abcdefgh", "bcd", "KLM", "M"} <= set(made)
    assert any("jK" in text for text in made)
    assert max(map(len, made)) <= 24


def test_thirty_thousand_distinct_ones(material: Material) -> None:
    assert len(set(FRAGMENTS.bulk(Rng(1), material, 50_000))) >= 30_000
