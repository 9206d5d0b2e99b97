"""Digits of every script, number-like characters, and runs of them about the lengths that split."""

from tokparity.corpora.generators.code_points import code_points
from tokparity.corpora.generators.generator import Generator
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng

BETWEEN = ("", "", ".", ",", " ", "-", "٫", "٬", "_", "e", "x", "%", "€", "\u202f", "\u2009")


def run(rng: Rng) -> str:
    """1 to 10 digits: ASCII, of one other script, or letter and other numbers (Nl, No)."""
    length = rng.between(1, 10)
    kind = rng.random()
    if kind < 0.5:
        return "".join("0123456789"[rng.below(10)] for _ in range(length))
    if kind < 0.8:
        low, high = rng.choice(code_points("Nd").ranges)
        return "".join(chr(rng.between(low, high)) for _ in range(length))
    other = code_points("Nl" if rng.chance(0.4) else "No")
    return "".join(other.draw(rng) for _ in range(rng.between(1, 4)))


def make(rng: Rng, material: Material) -> str:
    """1 to 4 runs of digits with what stands between numbers between them."""
    parts = [rng.choice(("", "", "$", "a", " ", "-", "v", "第"))]
    for _ in range(rng.between(1, 4)):
        parts.append(run(rng))
        parts.append(rng.choice(BETWEEN))
    return "".join(parts)


DIGITS = Generator("digits", make)
