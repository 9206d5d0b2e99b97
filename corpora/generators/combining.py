"""Texts that normalization changes: marks in and out of order, compositions, compatibility forms.

Canonical ordering moves marks by combining class, so marks of different classes stand side by
side; jamo compose arithmetically, so they have parts of their own.
"""

from tokparity.corpora.generators.code_points import code_points, combining_classes
from tokparity.corpora.generators.generator import Generator
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng

BASES = "aeEnouszAKq1. क가αиא"


def hangul(rng: Rng) -> str:
    """Leading, vowel and trailing jamo, some left out, some old ones that do not compose."""
    parts = []
    if rng.chance(0.85):
        parts.append(chr(0x1100 + rng.below(0x16)))
    if rng.chance(0.85):
        parts.append(chr(0x1161 + rng.below(0x18)))
    if rng.chance(0.6):
        parts.append(chr(0x11A7 + rng.below(0x1E)))
    if rng.chance(0.2):
        parts.append(chr(0xAC00 + rng.below(11172)))
    return "".join(parts)


def marked(rng: Rng) -> str:
    """A base and up to five marks, mostly of different combining classes."""
    base = rng.choice(BASES) if rng.chance(0.6) else code_points("canonical").draw(rng)
    classes = combining_classes()
    marks = [
        code_points("ccc=230" if rng.chance(0.4) else rng.choice(classes)).draw(rng)
        for _ in range(rng.between(0, 5))
    ]
    return base + "".join(marks)


def make(rng: Rng, material: Material) -> str:
    """1 to 4 clusters, compatibility characters or syllables, side by side."""
    parts = []
    for _ in range(rng.between(1, 4)):
        match rng.below(8):
            case 0:
                parts.append(hangul(rng))
            case 1:
                parts.append(code_points("compatibility").draw(rng))
            case 2:
                parts.append(rng.choice(BASES) + code_points("composes").draw(rng))
            case _:
                parts.append(marked(rng))
        if rng.chance(0.2):
            parts.append(" ")
    return "".join(parts)


COMBINING = Generator("combining", make)
