"""Long runs of one thing: what quadratic merges, recursive matchers and window sizes trip over."""

from tokparity.corpora.generators.code_points import code_points
from tokparity.corpora.generators.generator import Generator
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng

UNITS = (
    *"a A0 \n\t-=_*#.^\u0301世é",
    "ab",
    " a",
    "\r\n",
    "'s",
    "🙂",
    "👩‍🚀",
    "<|",
    "가",
    "\u1112\u1161",
)
LONGEST = 2000


def make(rng: Rng, material: Material) -> str:
    """A unit repeated to between 2 and 2,000 characters, short runs more often than long ones."""
    match rng.below(4):
        case 0:
            unit = code_points(rng.choice(("Lo", "Mn", "So", "Nd", "Zs"))).draw(rng)
        case 1 if material.surfaces:
            unit = rng.choice(material.surfaces)
        case _:
            unit = rng.choice(UNITS)
    length = int(2 * (LONGEST / 2) ** (rng.random() ** 2))
    text = (unit * (length // len(unit) + 1))[:LONGEST]
    return text + rng.choice(("", "", "b", " ", "\n"))


RUNS = Generator("runs", make)
