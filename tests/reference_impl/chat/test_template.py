import json
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tokparity.corpora import strategies
from tokparity.corpora.chat_templates import chat_templates, marks
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.errors import (
    BadConversation,
    BadTemplate,
    ChatError,
    TemplateFailed,
    TemplateLimit,
    TemplateRefused,
)
from tokparity.reference_impl.chat.template import ChatTemplate

CHATML = (
    "{% for m in messages %}{{ '<|im_start|>' + m.role + '\n' + m.content + '<|im_end|>\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
HI = {"role": "user", "content": "hi"}
OK = {"role": "assistant", "content": " ok \n"}


def rendered(source, *messages, special_tokens=None, **fields):
    return ChatTemplate(source, special_tokens or {}).render(Conversation(messages, **fields))


def test_a_conversation_is_one_text():
    text = rendered(CHATML, HI, add_generation_prompt=True)
    assert text == "<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n"


def test_special_tokens_are_named_and_a_variable_hides_one():
    source = "{{ bos_token }}|{{ eos_token }}"
    tokens = {"bos_token": "<s>", "eos_token": "</s>"}
    assert rendered(source, HI, special_tokens=tokens) == "<s>|</s>"
    assert rendered(source, HI, special_tokens=tokens, variables={"eos_token": "!"}) == "<s>|!"


def test_the_time_is_the_one_given():
    at = datetime(2026, 2, 3, 4, 5)
    template = ChatTemplate("{{ strftime_now('%d %b %Y') }}")
    assert template.render(Conversation((HI,)), at) == "03 Feb 2026"


@pytest.mark.parametrize(
    ("source", "text"),
    [
        pytest.param(CHATML, "<|im_start|>assistant\n ok \n", id="spaces-kept"),
        pytest.param(
            CHATML.replace("m.content", "m.content.strip()"),
            "<|im_start|>assistant\nok",
            id="a-template-that-strips",
        ),
    ],
)
def test_the_last_message_is_left_open(source, text):
    assert rendered(source, OK, continued="content") == text


def test_of_a_content_in_parts_the_last_text_is_left_open():
    parts = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}, {"type": "image"}]
    message = {"role": "assistant", "content": parts}
    source = "{% for p in messages[0].content %}{{ p.text }}{% endfor %}<end>"
    assert rendered(source, message, continued="content") == "ab"
    assert message["content"] is parts
    assert parts[1] == {"type": "text", "text": "b"}


@pytest.mark.parametrize(
    ("source", "message", "fields"),
    [
        pytest.param("", HI, {"continued": "content"}, id="not-read"),
        pytest.param(
            "{{ messages[0].role }} content", HI, {"continued": "content"}, id="not-shown"
        ),
        pytest.param(CHATML, {"role": "user"}, {"continued": "content"}, id="no-content"),
        pytest.param(CHATML, {"content": 3}, {"continued": "content"}, id="no-text"),
        pytest.param(CHATML, {"content": [3]}, {"continued": "content"}, id="a-part-of-no-shape"),
        pytest.param(
            CHATML, {"content": ["a"]}, {"continued": "content"}, id="a-part-without-text"
        ),
        pytest.param(CHATML, "hi", {}, id="no-message"),
        pytest.param(
            CHATML, HI, {"continued": "content", "add_generation_prompt": True}, id="both"
        ),
    ],
)
def test_what_is_no_conversation_for_it(source, message, fields):
    with pytest.raises(BadConversation):
        rendered(source, message, **fields)


@pytest.mark.parametrize(
    ("source", "error", "line", "said"),
    [
        pytest.param("a\n{% for %}", BadTemplate, 2, "Expected an expression", id="syntax"),
        pytest.param(
            "{% generation %}{% break %}{% endgeneration %}",
            BadTemplate,
            0,
            "'break' outside loop",
            id="python-syntax",
        ),
        pytest.param("\n{{ raise_exception('no!') }}", TemplateRefused, 2, "no!", id="refused"),
        pytest.param("\n\n{{ a.b.c }}", TemplateFailed, 3, "'a' is undefined", id="undefined"),
        pytest.param("{{ messages.clear() }}", TemplateFailed, 1, "SecurityError", id="sandbox"),
        pytest.param("{{ ''.__class__.mro() }}", TemplateFailed, 1, "SecurityError", id="python"),
        pytest.param("{{ namespace(_a=1) }}", TemplateFailed, 1, "SecurityError", id="namespace"),
        pytest.param(
            "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}",
            TemplateFailed,
            1,
            "RecursionError",
            id="recursion",
        ),
    ],
)
def test_an_error_names_its_line(source, error, line, said):
    with pytest.raises(error, match="chat template") as caught:
        rendered(source, HI)
    assert caught.value.line == line
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_bad_template_is_told_before_it_is_rendered():
    with pytest.raises(BadTemplate):
        ChatTemplate("{{").check()


def test_a_text_has_its_limit():
    template = ChatTemplate("{% for _ in range(99) %}1234567890{% endfor %}")
    assert len(template.render(Conversation((HI,)), most=990)) == 990
    with pytest.raises(TemplateLimit, match="more than 989 characters"):
        template.render(Conversation((HI,)), most=989)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_any_conversation_is_rendered_or_refused_in_words(data):
    """By each template of ours, twice the same; and as it is when it was written and read."""
    template = chat_templates()[data.draw(st.sampled_from(list(chat_templates())))]
    held = data.draw(strategies.conversations(marks(template)))
    said, back = [], Conversation.from_json(json.loads(held.to_text()))
    assert back == held
    for one in (held, held, back):
        try:
            said.append(("text", template.render(one, datetime(2026, 2, 3))))
        except ChatError as error:
            said.append(("refused", str(error)))
    assert said[0] == said[1] == said[2]
    assert all(len(words.splitlines()) == 1 for how, words in said if how == "refused")
