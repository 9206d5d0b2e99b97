"""Numbered random .model files: the same (seed, number) gives the same bytes."""

from dataclasses import dataclass

from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.generators.sentencepiece_models.edits import edited
from tokparity.corpora.generators.sentencepiece_models.recipe import MODEL_TYPES, ModelRecipe, drawn
from tokparity.corpora.generators.sentencepiece_models.texts import made_of
from tokparity.corpora.generators.sentencepiece_models.training import NotTrained, trained


@dataclass(frozen=True, slots=True)
class GeneratedModel:
    """A file, how it came to be, and texts in which its options have a say."""

    data: bytes
    recipe: ModelRecipe
    edits: tuple[str, ...]
    texts: tuple[str, ...]

    def __str__(self) -> str:
        options = ", ".join(f"{name}={value}" for name, value in self.recipe.options.items())
        return f"{options}; rules {self.recipe.rules}; edits {self.edits}"


def generated(seed: int, number: int, texts: int) -> GeneratedModel:
    """Types of model take turns; two of three are changed after their training.

    What the trainer refuses is drawn anew.
    """
    rng = Rng("sentencepiece", "model", seed, number)
    while True:
        recipe = drawn(rng, MODEL_TYPES[number // 3 % len(MODEL_TYPES)])
        try:
            data = trained(recipe)
        except NotTrained:
            continue
        edits: tuple[str, ...] = ()
        if number % 3:
            data, edits = edited(rng, data)
        return GeneratedModel(data, recipe, edits, made_of(rng, recipe, texts))
