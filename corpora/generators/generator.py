"""`Generator`: a named way to make texts. What each one makes is in a file of its own."""

from collections.abc import Callable
from dataclasses import dataclass

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng


@dataclass(frozen=True, slots=True)
class Generator:
    """`make(rng, material)` is one text, without lone surrogates; all chance comes from `rng`."""

    name: str
    make: Callable[[Rng, Material], str]

    def bulk(self, rng: Rng, material: Material, count: int) -> list[str]:
        """As many texts as `count` calls of `make` would give, the same ones."""
        make = self.make
        return [make(rng, material) for _ in range(count)]
