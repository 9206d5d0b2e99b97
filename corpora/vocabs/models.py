"""Models: the artefacts of the catalogue that are one model's vocabulary, packed in several ways.

A model's `tokenizer.json`, its `.model`, its GGUF and its rank file should tokenize alike, so
each is paired with each. Not here: which artefacts there are (`catalogue`), and what is in
them (`inventory`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from tokparity.corpora.vocabs.inventory import Inventory
from tokparity.corpora.vocabs.manifest import Manifest


@dataclass(frozen=True, slots=True)
class CatalogueModel:
    """One model: its artefacts by name, and the pairs of them that are compared."""

    name: str
    family: str
    artefacts: tuple[Manifest, ...]

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """(left, right) of every pair, as the manifests name them."""
        return tuple(
            (manifest.name, other) for manifest in self.artefacts for other in manifest.pairs
        )

    @property
    def unpaired(self) -> tuple[tuple[str, str], ...]:
        """Pairs of artefacts that no manifest names: of these a difference would go unseen."""
        named = {frozenset(pair) for pair in self.pairs}
        names = [manifest.name for manifest in self.artefacts]
        return tuple(pair for pair in combinations(names, 2) if frozenset(pair) not in named)


def models(manifests: Iterable[Manifest]) -> tuple[CatalogueModel, ...]:
    """The models of these artefacts, by name; the family is that of the first artefact."""
    grouped: dict[str, list[Manifest]] = {}
    for manifest in sorted(manifests, key=lambda manifest: manifest.name):
        grouped.setdefault(manifest.model, []).append(manifest)
    return tuple(
        CatalogueModel(name, artefacts[0].family, tuple(artefacts))
        for name, artefacts in sorted(grouped.items())
    )


def distinct(models: Iterable[CatalogueModel], inventories: Mapping[str, Inventory]) -> int:
    """How many vocabularies these models have between them.

    Two models have one where an artefact of each holds the same ordinary tokens; a model has one
    however it is packed. An artefact without an inventory is taken to be of its own.
    """
    parent: dict[str, str] = {}

    def root(key: str) -> str:
        while parent.setdefault(key, key) != key:
            key = parent[key]
        return key

    for model in models:
        for manifest in model.artefacts:
            inventory = inventories.get(manifest.name)
            if inventory is not None:
                parent[root(f"words {inventory.words}")] = root(f"model {model.name}")
            root(f"model {model.name}")
    return len({root(key) for key in list(parent)})
