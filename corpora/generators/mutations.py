"""Mutations of corpus texts: spliced, doubled, cut, inserted into, with case flipped."""

from tokparity.corpora.generators.code_points import code_points
from tokparity.corpora.generators.generator import Generator
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng

LONGEST = 120


def excerpt(rng: Rng, material: Material) -> str:
    """Up to 60 characters of one corpus text."""
    text = rng.choice(material.corpus)
    start = rng.below(len(text))
    return text[start : start + rng.between(1, 60)]


def mutate(rng: Rng, material: Material, text: str) -> str:
    """One change at one place."""
    at = rng.below(len(text) + 1)
    match rng.below(6):
        case 0:
            return text[:at] + excerpt(rng, material)[:20] + text[at:]
        case 1:
            part = text[at : at + rng.between(1, 8)]
            return text[:at] + part * 2 + text[at + len(part) :]
        case 2:
            return text[:at]
        case 3:
            return text[:at] + text[at + rng.between(1, 4) :]
        case 4:
            name = rng.choice(("Mn", "Zs", "Cf", "Po", "Nd", "Cc"))
            return text[:at] + code_points(name).draw(rng) + text[at:]
        case _:
            part = text[at : at + 6]
            flipped = part.swapcase() if part.isascii() else part[::-1]
            return text[:at] + flipped + text[at + 6 :]


def make(rng: Rng, material: Material) -> str:
    """An excerpt after 1 to 4 mutations, at most 120 characters."""
    text = excerpt(rng, material)
    for _ in range(rng.between(1, 4)):
        text = mutate(rng, material, text)
    return text[:LONGEST]


MUTATIONS = Generator("mutations", make)
