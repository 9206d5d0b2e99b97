"""`apply_chat_template` of this very version, given a tokenizer_config.json alone."""

import json

import pytest

from tokparity.oracles.worker.client import OracleWorker
from tokparity.oracles.worker.host import Handle
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.encoding import NOW
from tokparity.reference_impl.contract import Artefact, ChatCase, EncodeOptions, Refusal, Rendered


@pytest.fixture(scope="module")
def worker():
    with OracleWorker("huggingface_chat_template") as started:
        yield started


@pytest.fixture
def asked(worker, tmp_path):
    def ask(config, *held):
        path = tmp_path / "config.json"
        path.write_text(json.dumps(config))
        handle = worker.load(Artefact("x", "chat_template", path, "0" * 64))
        assert isinstance(handle, Handle), handle
        cases = [ChatCase(one.to_text()) for one in held]
        pending = worker.submit_cases(handle, cases, cases[0].options)
        return list(pending.result().observations())

    return ask


def says(text, **more):
    return Conversation(({"role": "user", "content": text},), **more)


def test_the_template_and_its_tokens(asked):
    config = {
        "chat_template": "{{ bos_token }}{{ messages[0].content }}{{ strftime_now('%d.%m.%Y') }}",
        "bos_token": {"content": "<s>", "__type": "AddedToken"},
        "tokenizer_class": "NoSuchTokenizer",
    }
    assert asked(config, says("é<")) == [Rendered(f"<s>é<{NOW:%d.%m.%Y}")]


def test_the_template_for_tools(asked):
    sources = [{"name": "default", "template": "d"}, {"name": "tool_use", "template": "t"}]
    with_tools = says("a", tools=({"type": "function", "function": {"name": "f"}},))
    found = asked({"chat_template": sources}, says("a"), with_tools)
    assert found == [Rendered("d"), Rendered("t")]


def test_what_the_template_refuses_is_a_refusal(asked):
    source = "{% if messages|length > 1 %}x{% else %}{{ raise_exception('no') }}{% endif %}"
    two = Conversation(({"role": "user", "content": "a"},) * 2)
    refused, text = asked({"chat_template": source}, says("a"), two)
    assert isinstance(refused, Refusal)
    assert "no" in refused.detail
    assert text == Rendered("x")


def test_it_encodes_nothing(worker, tmp_path):
    path = tmp_path / "config.json"
    path.write_text('{"chat_template": "x"}')
    handle = worker.load(Artefact("x", "chat_template", path, "0" * 64))
    (refused,) = worker.encode(handle, ["a"], EncodeOptions()).observations()
    assert refused.kind == "unsupported"


def test_a_missing_file_is_a_refusal(worker, tmp_path):
    gone = Artefact("x", "chat_template", tmp_path / "no", "0" * 64)
    assert isinstance(worker.load(gone), Refusal)
