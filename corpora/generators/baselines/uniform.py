"""Uniform random characters: the search that knows nothing of text or tokenizer.

By turns over ASCII and over all of Unicode: over all of it alone, hardly a text would hold two
characters of one script.
"""

from tokparity.corpora.generators.baselines.arm import Arm, numbered
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng

LONGEST = 64
ASCII = 0x80
SCALAR_VALUES = 0x110000 - 0x800


def make(seed: int, material: Material, number: int) -> str:
    """1 to 64 characters, of U+0000 to U+007F for even numbers, of every scalar value for odd."""
    rng = Rng("uniform", seed, number)
    limit = SCALAR_VALUES if number % 2 else ASCII
    points = (rng.below(limit) for _ in range(rng.between(1, LONGEST)))
    return "".join(chr(point if point < 0xD800 else point + 0x800) for point in points)


def make_ids(seed: int, material: Material, number: int) -> tuple[int, ...]:
    """1 to 64 ids of the vocabulary, each as likely."""
    rng = Rng("uniform ids", seed, number)
    return tuple(rng.choice(material.ids) for _ in range(rng.between(1, LONGEST)))


UNIFORM = Arm(
    "uniform",
    f"1 to {LONGEST} characters, by turns of ASCII and of all of Unicode, each as likely; as many"
    " ids, each as likely",
    numbered(make),
    numbered(make_ids),
)
