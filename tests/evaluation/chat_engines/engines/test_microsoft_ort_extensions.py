import pytest

from evaluation.chat_engines.engines.microsoft_ort_extensions import MicrosoftOrtExtensions
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.contract import ChatCase
from tokparity.reference_impl.formats import chat_template

TOKENS = {"bos_token": "<s>", "eos_token": "</s>"}
USER = {"role": "user", "content": "é"}


@pytest.fixture
def render(artefact):
    def rendered(source, tokens, **more):
        held = chat_template.to_json(Templates({"default": source}, tokens))
        adapter = MicrosoftOrtExtensions.load(artefact("t.json", held, "chat_template"))
        return adapter.chat(ChatCase(Conversation((USER,), **more).to_text())).text

    return rendered


@pytest.mark.parametrize(
    "tokens", [{"eos_token": "</s>"}, {"bos_token": "<s>", "eos_token": "</s>"}]
)
def test_the_tokens_of_the_template_are_those_given(render, tokens):
    text = render("{{ bos_token }}|{{ eos_token }}|{{ messages[0].content }}", tokens)
    assert text == f"{tokens.get('bos_token', '')}|{tokens.get('eos_token', '')}|é"


def test_tools_come_unwrapped_and_a_prompt_is_asked_for(render):
    tool = {"type": "function", "function": {"name": "f", "description": "", "parameters": {}}}
    source = "{% for t in tools %}{{ t.name }}{% endfor %}{{ add_generation_prompt }}"
    assert render(source, TOKENS, tools=(tool,), add_generation_prompt=True) == "fTrue"


@pytest.mark.parametrize(
    "more", [{"variables": {"x": 1}}, {"documents": ({"text": "d"},)}, {"continued": "content"}]
)
def test_what_a_request_has_no_field_for_is_unsupported(render, more):
    with pytest.raises(NotImplementedError):
        render("x", TOKENS, **more)
