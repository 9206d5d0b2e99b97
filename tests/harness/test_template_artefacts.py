"""Chat templates as artefacts."""

import pytest

from corpora.chat_templates import chat_templates
from harness.artefacts import resolve
from harness.template_artefacts import NoSuchTemplate, own_templates
from reference_impl.formats.chat_template import templates


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
