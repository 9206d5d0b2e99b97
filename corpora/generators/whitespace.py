"""Runs of white space, of one kind or mixed, alone, around words and at both ends."""

from tokparity.corpora.generators.generator import Generator
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng

KINDS = (
    *" \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\x85\xa0\u1680",
    *(chr(point) for point in range(0x2000, 0x200B)),
    *"\u2028\u2029\u202f\u205f\u3000",
    *"\u180e\u200b\u200c\u200d\u2060\ufeff",  # look like white space, and are not
    "\r\n",
)
COMMON = (" ", " ", " ", "\n", "\n", "\t", "\r\n", "\xa0", "\u3000")


def run(rng: Rng) -> str:
    """A run of 1 to 9 of one kind, or of 2 to 6 mixed."""
    if rng.chance(0.6):
        kind = rng.choice(COMMON) if rng.chance(0.6) else rng.choice(KINDS)
        return kind * rng.between(1, 9)
    return "".join(
        rng.choice(COMMON) if rng.chance(0.6) else rng.choice(KINDS)
        for _ in range(rng.between(2, 6))
    )


def make(rng: Rng, material: Material) -> str:
    """Runs and words by turns, up to three of each."""
    parts = [run(rng)] if rng.chance(0.6) else []
    for _ in range(rng.between(0, 3)):
        parts.append(rng.choice(("a", "x1", ".", "word", "世", "'s", "é", "0")))
        parts.append(run(rng))
    if rng.chance(0.4) or not parts:
        parts.append(rng.choice(("a", "Z", "!", "9")))
    return "".join(parts)


WHITESPACE = Generator("whitespace", make)
