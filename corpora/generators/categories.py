"""Random characters by general category: what split patterns and character classes decide on."""

from tokparity.corpora.generators.code_points import categories, code_points
from tokparity.corpora.generators.generator import Generator
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng

OFTEN = ("Lu", "Ll", "Lo", "Lm", "Mn", "Nd", "No", "Po", "Zs", "Sm", "So", "Cf")
GLUE = ("", "", "", "", " ", "a", "1", "'", "\n", ".")


def make(rng: Rng, material: Material) -> str:
    """1 to 8 characters of at most three categories, now and then with ASCII between them."""
    names = [
        rng.choice(OFTEN if rng.chance(0.7) else categories()) for _ in range(rng.between(1, 3))
    ]
    parts = []
    for _ in range(rng.between(1, 8)):
        parts.append(code_points(rng.choice(names)).draw(rng))
        parts.append(rng.choice(GLUE))
    return "".join(parts)


CATEGORIES = Generator("categories", make)
