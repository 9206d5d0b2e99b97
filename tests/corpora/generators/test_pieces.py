from dataclasses import replace

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.pieces import PIECES
from tokparity.corpora.generators.rng import Rng


def test_texts_are_surfaces_in_a_row(material: Material) -> None:
    few = replace(material, surfaces=("ab", "c"))
    made = PIECES.bulk(Rng(1), few, 2000)
    assert all(text.replace("ab", "").replace("c", "").strip(" ") == "" for text in made)
    assert {"ab", "c", "abab", "cab", "abc", "cc", "ab c"} <= set(made)


def test_every_surface_is_reached(material: Material) -> None:
    made = "".join(PIECES.bulk(Rng(1), material, 20_000))
    assert [surface for surface in material.surfaces if surface not in made] == []


def test_a_vocabulary_of_broken_pieces_only_still_gives_texts(material: Material) -> None:
    assert any(PIECES.bulk(Rng(1), replace(material, surfaces=()), 10))
