"""Code points at the edges of ranges: of planes, of UTF-8 lengths, of every category's runs."""

from tokparity.corpora.generators.code_points import categories, code_points
from tokparity.corpora.generators.generator import Generator
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng

BORDERS = (
    *(0x00, 0x20, 0x7F, 0x80, 0xA0, 0xFF, 0x100, 0x7FF, 0x800, 0xFFF, 0x1000, 0xD7FF, 0xE000),
    *(0xF8FF, 0xFDD0, 0xFDEF, 0xFEFF, 0xFFF9, 0xFFFC, 0xFFFD, 0xFFFE, 0xFFFF, 0x10000),
    *(0x3FFFF, 0x40000, 0xE0000, 0xE0001, 0xE007F, 0xE0100, 0xF0000, 0xFFFFF, 0x100000, 0x10FFFF),
)


def edge(rng: Rng) -> str:
    """A border or its neighbour, or the first, last or next code point of a category's range."""
    if rng.chance(0.4):
        point = rng.choice(BORDERS) + rng.between(-1, 1)
    else:
        low, high = rng.choice(code_points(rng.choice(categories())).ranges)
        point = rng.choice((low, high, low - 1, high + 1))
    point = min(max(point, 0), 0x10FFFF)
    return chr(point) if not 0xD800 <= point <= 0xDFFF else "\ud7ff"


def make(rng: Rng, material: Material) -> str:
    """1 to 5 such code points, some with a letter, digit or space between."""
    parts = []
    for _ in range(rng.between(1, 5)):
        parts.append(edge(rng))
        parts.append(rng.choice(("", "", "a", " ", "1")))
    return "".join(parts)


EDGES = Generator("edges", make)
