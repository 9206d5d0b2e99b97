"""1 to 3 fragments of corpus words: short, distinct and close to natural text.

The bulk of `bench`.
"""

from tokparity.corpora.generators.generator import Generator
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng


def make(rng: Rng, material: Material) -> str:
    """Parts of 1 to 3 words, each of 1 to 8 characters from a random place on."""
    random, words = rng.random, material.words
    parts = []
    for _ in range(1 + int(random() * 3)):
        word = words[int(random() * len(words))]
        start = int(random() * len(word))
        parts.append(word[start : start + 1 + int(random() * 8)])
    return "".join(parts)


FRAGMENTS = Generator("fragments", make)
