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


def test_turns_of_one_length_are_found_once(tokenizer: Tokenizer, material: Material) -> None:
    targets = Targets.of(tokenizer, material)
    assert targets.of_length(0) is targets
    assert targets.of_length(64) is targets.of_length(64)
    assert targets.of_length(64).texts.length == 64
    assert targets.of_length(64).of_bytes().of_length(8).texts.length == 8
