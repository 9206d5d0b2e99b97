"""Pieces of the vocabulary in a row: every merge has its neighbours, and some should not merge."""

from tokparity.corpora.generators.generator import Generator
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng


def make(rng: Rng, material: Material) -> str:
    """The surfaces of 1 to 5 random pieces, joined with nothing or now and then a space."""
    surfaces = material.surfaces or material.words
    parts = []
    for _ in range(rng.between(1, 5)):
        parts.append(rng.choice(surfaces))
        if rng.chance(0.1):
            parts.append(" ")
    return "".join(parts)


PIECES = Generator("pieces", make)
