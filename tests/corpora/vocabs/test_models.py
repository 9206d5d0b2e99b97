"""Models: every artefact in one, every two of one model compared."""

from dataclasses import replace

import pytest

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.inventory import Inventory, recorded
from tokparity.corpora.vocabs.models import CatalogueModel, distinct, models

COMPARED_WITH_ONE_ONLY = {"qwen35-gguf": "qwen2-gguf"}
"""Not a packaging of the model: it has another `pre` on purpose, over the tokens of that one."""


def test_artefacts_are_grouped() -> None:
    found = {model.name: model for model in models(catalogue.manifests())}
    assert [one.name for one in found["gpt2"].artefacts] == ["gpt2-gguf", "gpt2-ranks"]
    assert found["gpt2"].pairs == (("gpt2-gguf", "gpt2-ranks"),)
    assert found["mistral-v1"].family == "Mistral v1"


def test_artefacts_of_one_model_are_of_one_family() -> None:
    for model in models(catalogue.manifests()):
        assert {one.family for one in model.artefacts} == {model.family}, model.name


@pytest.mark.parametrize("model", models(catalogue.manifests()), ids=lambda model: model.name)
def test_every_two_artefacts_of_a_model_are_compared(model: CatalogueModel) -> None:
    missing = [pair for pair in model.unpaired if not COMPARED_WITH_ONE_ONLY.keys() & set(pair)]
    assert not missing
    for name, other in COMPARED_WITH_ONE_ONLY.items():
        if name in {one.name for one in model.artefacts}:
            assert [pair for pair in model.pairs if name in pair] == [(name, other)]


def test_a_pair_that_is_not_named_is_missed() -> None:
    (model,) = models(catalogue.find("gpt2-*"))
    alone = replace(model, artefacts=tuple(replace(one, pairs=()) for one in model.artefacts))
    assert alone.unpaired == (("gpt2-gguf", "gpt2-ranks"),)
    assert model.unpaired == ()


def held(words: str) -> Inventory:
    return Inventory("", "BPE", 1, 0, words, {})


def test_vocabularies_of_the_same_ordinary_tokens_are_one() -> None:
    chosen = models(catalogue.find("*"))[:3]
    names = [one.name for model in chosen for one in model.artefacts]
    assert distinct(chosen, {}) == 3
    assert distinct(chosen, {name: held("a") for name in names}) == 1
    assert distinct(chosen, {name: held(name) for name in names}) == 3


def test_how_many_there_are() -> None:
    known = models(catalogue.manifests())
    assert sum(len(model.artefacts) for model in known) >= 78
    assert len(known) >= 64
    assert distinct(known, recorded()) >= 54
