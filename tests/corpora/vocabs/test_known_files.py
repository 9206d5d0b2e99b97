from pathlib import Path

import pytest

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.hub_models import hub_models
from tokparity.corpora.vocabs.known_files import known_files, parse_known
from tokparity.reference_impl.errors import BadArtefact

FACTS = """
[file.facts]
source = "s"
pattern = "."
"""
ONE = f"""[[file]]
sha256 = "{"ab" * 32}"
name = "b-ranks"
model = "b"
hub = "a/b"
family = "B"
format = "tiktoken"
algorithm = "BPE"
licence = "MIT"
origin = "c/d@1:e"
{FACTS}"""


def test_each_is_of_the_model_that_its_hub_entry_names():
    files = known_files()
    assert len(files) >= 20
    taken = {manifest.name for manifest in catalogue.manifests()}
    names = [known.name for known in files.values()]
    assert len(set(names)) == len(names)
    assert not taken & set(names)
    for known in files.values():
        if known.hub:
            assert hub_models()[known.hub].model == known.model


@pytest.mark.parametrize("model", ["llama2", "gpt2", "phi3", "whisper", "mpt", "mistral-v1"])
def test_models_of_the_catalogue_have_a_copy_that_is_compared_with_their_files(model):
    here = catalogue.manifests()
    (known,) = (known for known in known_files().values() if known.model == model)
    manifest = known.manifest(1, Path("x"), here)
    assert manifest.pairs == tuple(other.name for other in here if other.model == model) != ()
    assert (manifest.name, manifest.format, manifest.sha256) == (
        known.name,
        known.format,
        known.sha256,
    )


def test_glm_has_its_pattern_and_its_special_tokens_behind_the_ranks():
    (known,) = (known for known in known_files().values() if known.name == "glm-5.2-ranks")
    assert known.facts is not None
    ids = sorted(known.facts.specials.values())
    assert ids == list(range(154820, 154856))
    assert known.facts.specials["<|user|>"] == 154827


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (ONE.replace('"a/b"', '"b"'), "file[0].hub"),
        (ONE.replace(FACTS, ""), "file[0].facts"),
        (ONE.replace('format = "tiktoken"', 'format = "gguf"'), "file[0].facts"),
        (ONE.replace('name = "b-ranks"', ""), "file[0].name"),
        (ONE + ONE, "file[1].sha256"),
        ("more = 1\n" + ONE, "more"),
        ("[", "TOML"),
    ],
)
def test_a_bad_field_is_named(text, field):
    with pytest.raises(BadArtefact) as caught:
        parse_known(Path("x"), text)
    assert caught.value.field == field
