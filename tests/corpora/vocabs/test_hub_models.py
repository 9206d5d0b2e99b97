from pathlib import Path

import pytest

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.hub_models import HubModel, hub_models, parse_models
from tokparity.corpora.vocabs.spec import HubSpec, parse_spec
from tokparity.reference_impl.errors import BadArtefact

ONE = """[[model]]
repo = "a/b"
family = "B"
algorithm = "BPE"
licence = "MIT"
"""


def test_at_least_forty_well_known_ones():
    models = hub_models()
    assert len(models) >= 40
    families = {model.family.lower() for model in models.values()}
    known = "bloom yi olmo phi-4 glm-4 granite smollm2 nllb mt5 deberta camembert xlm-r t5 mixtral"
    assert set(known.split()) <= families
    for model in models.values():
        assert parse_spec(str(model.spec)) == model.spec == HubSpec(model.repo)
        assert all((model.family, model.algorithm, model.licence))


def test_none_is_in_what_is_verified():
    for pattern in ("*", "default"):
        assert not any(one.client == "hub" for one in catalogue.find(pattern))


def test_fields():
    expected = HubModel("a/b", "B", "BPE", "MIT", gated=True)
    assert parse_models(Path("x"), ONE + "gated = true\n") == {"a/b": expected}


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (ONE.replace('"a/b"', '"b"'), "model[0].repo"),
        (ONE.replace('licence = "MIT"', ""), "model[0].licence"),
        (ONE + "sha256 = 1", "model[0].sha256"),
        (ONE + ONE, "model[1].repo"),
        ("more = 1\n" + ONE, "more"),
        ("", "model"),
        ("[", "TOML"),
    ],
)
def test_a_bad_field_is_named(text, field):
    with pytest.raises(BadArtefact) as caught:
        parse_models(Path("x"), text)
    assert (caught.value.path, caught.value.field) == (Path("x"), field)
