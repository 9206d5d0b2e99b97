import pytest

from evaluation.chat_engines.engines.mitsuhiko_minijinja import (
    MitsuhikoMinijinja,
    TemplateException,
)
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.contract import ChatCase
from tokparity.reference_impl.formats import chat_template

USER = {"role": "user", "content": " a "}


@pytest.fixture
def render(artefact):
    def rendered(source, **more):
        held = chat_template.to_json(Templates({"default": source}, {"bos_token": "<s>"}))
        adapter = MitsuhikoMinijinja.load(artefact("t.json", held, "chat_template"))
        return adapter.chat(ChatCase(Conversation((USER,), **more).to_text())).text

    return rendered


@pytest.mark.parametrize(
    ("source", "text"),
    [
        pytest.param("{{ bos_token }}{{ messages[0].content.strip() }}", "<s>a", id="methods"),
        pytest.param("  {% if true %}\nx\n  {% endif %}\ny", "x\ny", id="blocks-trimmed"),
        pytest.param("{{ strftime_now('%Y-%m-%d') }}", "2026-02-03", id="the-time-it-is-told"),
        pytest.param("{{ tools is none }}", "True", id="no-tools"),
        pytest.param("{{ x }}", "1", id="a-variable"),
    ],
)
def test_it_is_set_up_as_servers_do(render, source, text):
    assert render(source, variables={"x": 1}) == text


def test_what_a_template_raises_is_told(render):
    with pytest.raises(TemplateException, match="no such role"):
        render("{{ raise_exception('no such role') }}")


def test_going_on_with_a_message_is_unsupported(render):
    with pytest.raises(NotImplementedError):
        render("x", continued="content")
