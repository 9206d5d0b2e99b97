"""All kinds of a pipeline."""

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.targets.plan import Targets
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def test_kinds_have_distinct_names_and_sound_targets(
    tokenizer: Tokenizer, material: Material
) -> None:
    targets = Targets.of(tokenizer, material)
    kinds = targets.texts.kinds
    names = [kind.name for kind in kinds]
    assert len(set(names)) == len(names) >= 12
    for kind in kinds:
        for at in {0, kind.size // 2, kind.size - 1}:
            kind.target(at).encode()  # raises where there is a lone surrogate
    named = [kind.name for kind in targets.ids.kinds]
    assert len(set(named)) == len(named) >= 6
