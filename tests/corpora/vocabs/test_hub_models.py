import json
from pathlib import Path

import pytest

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.hub_models import HubModel, HubRanks, hub_models, parse_models
from tokparity.corpora.vocabs.spec import HubSpec, parse_spec
from tokparity.reference_impl.contract import RankFacts
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


def test_models_of_2026_are_there_and_rank_files_have_their_pattern():
    models = hub_models()
    for repo in ("zai-org/GLM-5.2", "MiniMaxAI/MiniMax-M3", "deepseek-ai/DeepSeek-V4-Pro"):
        assert models[repo].ranks is None  # they publish a tokenizer.json
    for repo in ("moonshotai/Kimi-K2-Instruct", "moonshotai/Kimi-K3"):
        ranks = models[repo].ranks
        assert ranks is not None
        assert (ranks.reserved, "&&[^\\p{Han}]" in ranks.pattern) == (256, True)
    known = {manifest.model for manifest in catalogue.manifests()}
    assert {"llama2", "gpt2", "phi3", "whisper"} <= known & {one.model for one in models.values()}


def test_reserved_ids_are_called_as_the_config_says(tmp_path):
    (tmp_path / "r").write_bytes(b"YQ== 0\nYg== 1\n\n")
    names = {"2": {"content": "<a>"}, "4": {"content": "<b>"}, "9": {"content": "outside"}}
    (tmp_path / "c").write_text(json.dumps({"added_tokens_decoder": names}))
    ranks = HubRanks(".", 3, "<r{n}>", "s")
    facts = ranks.facts(tmp_path / "r", tmp_path / "c")
    assert facts == RankFacts(".", {"<a>": 2, "<r3>": 3, "<b>": 4}, "s")


@pytest.mark.parametrize(
    "decoder",
    [[], 1, {"a": {"content": "x"}}, {"2": {}}, {"2": {"content": 1}}, {"2": {"content": "<r3>"}}],
)
def test_a_config_that_names_them_badly(tmp_path, decoder):
    (tmp_path / "r").write_bytes(b"YQ== 0\nYg== 1\n")
    (tmp_path / "c").write_text(json.dumps({"added_tokens_decoder": decoder}))
    with pytest.raises(BadArtefact) as caught:
        HubRanks(".", 3, "<r{n}>", "s").facts(tmp_path / "r", tmp_path / "c")
    assert caught.value.field == "added_tokens_decoder"


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
        (ONE + 'ranks = "none"', "model[0].ranks"),
        (
            f'{ONE}[ranks.r]\npattern = "."\nreserved = 1\ntemplate = "x"\nsource = ""',
            "ranks.r.template",
        ),
        ("[", "TOML"),
    ],
)
def test_a_bad_field_is_named(text, field):
    with pytest.raises(BadArtefact) as caught:
        parse_models(Path("x"), text)
    assert (caught.value.path, caught.value.field) == (Path("x"), field)
