"""Chat templates as artefacts."""

import pytest

from tokparity.corpora.chat_templates import chat_templates
from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.harness.artefacts import templates as template_artefacts
from tokparity.harness.artefacts.model_files import NotFetchedAlong
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.artefacts.templates import NoSuchTemplate, own_templates
from tokparity.reference_impl.chat.template import ChatTemplate
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.formats.chat_template import templates


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("TOKPARITY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_each_of_ours_is_one_file_of_its_content(cache):
    found = own_templates()
    assert [one.name for one in found] == [f"template:{name}" for name in chat_templates()]
    for one, (name, template) in zip(found, chat_templates().items(), strict=True):
        held = templates(one)
        assert held.choose()[1] == template, name
    assert len(list((cache / "templates").iterdir())) == len(found)


def test_a_file_that_is_there_is_not_written_again(cache):
    first = resolve("template:qwen3")
    written = first.path.stat().st_mtime_ns
    assert resolve("template:qwen3") == first
    assert first.path.stat().st_mtime_ns == written


def test_an_unknown_name_is_told_with_those_that_there_are():
    with pytest.raises(NoSuchTemplate, match=r"^template:nobody: no model .* or: alpaca, "):
        resolve("template:nobody")


def test_a_config_without_a_vocabulary_is_a_template(tmp_path):
    path = tmp_path / "model" / "tokenizer_config.json"
    path.parent.mkdir()
    path.write_text('{"chat_template": "{{ messages }}"}')
    assert resolve(str(path)).format == "chat_template"


def test_a_jinja_file_has_the_tokens_of_the_files_beside_it(tmp_path):
    (tmp_path / "tokenizer_config.json").write_text('{"chat_template": "no", "bos_token": "<s>"}')
    (tmp_path / "mine.jinja").write_text("{{ bos_token }}é")
    found = resolve(str(tmp_path / "mine.jinja"))
    assert found.name == str(tmp_path / "mine.jinja")
    assert templates(found).choose()[1] == ChatTemplate("{{ bos_token }}é", {"bos_token": "<s>"})


def test_a_model_called_as_one_of_ours_has_a_name_of_its_own(monkeypatch):
    published = Templates({"default": "{{ messages }}"}, {})
    monkeypatch.setattr(template_artefacts, "chat_templates_of", lambda _: published)
    monkeypatch.setattr(catalogue, "artefact", lambda manifest, _: manifest)
    both = [it for it in catalogue.manifests(None) if it.name in ("qwen3", "minilm")]
    for manifest in both:
        [found] = template_artefacts.templates_of([manifest], Cache.default())
        assert found.name not in [one.name for one in own_templates()]
        assert resolve(found.name) == found
    assert resolve("template:qwen3").sha256 != resolve("template:qwen3-published").sha256


def test_what_is_missing_beside_a_vocabulary_is_noted(monkeypatch):
    def gone(artefact):
        raise NotFetchedAlong(artefact.name, "tokenizer_config.json")

    monkeypatch.setattr(template_artefacts, "chat_templates_of", gone)
    monkeypatch.setattr(catalogue, "artefact", lambda manifest, cache: manifest)
    missing = []
    some = catalogue.manifests(None)[:2]
    assert template_artefacts.templates_of(some, Cache.default(), missing) == []
    assert [one.vocabulary for one in missing] == [one.name for one in some]
