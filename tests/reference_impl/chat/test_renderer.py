import threading
import time
from datetime import datetime

import pytest

from tokparity.corpora.chat_templates import chat_templates, marks
from tokparity.corpora.generators.conversations import conversation
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.errors import (
    BadConversation,
    BadTemplate,
    ChatError,
    TemplateFailed,
    TemplateLimit,
    TemplateRefused,
)
from tokparity.reference_impl.chat.renderer import Renderer
from tokparity.reference_impl.chat.template import ChatTemplate

HI = Conversation(({"role": "user", "content": "hé"},))
LOOP = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"


@pytest.fixture(scope="module")
def renderer():
    with Renderer(seconds=1, characters=1 << 20) as made:
        yield made


def test_it_renders_as_without_bounds(renderer):
    template = ChatTemplate("{{ bos_token }}{{ messages[0].content }}", {"bos_token": "<s>"})
    assert renderer.render(template, HI) == template.render(HI) == "<s>hé"
    at = datetime(2026, 2, 3)
    assert renderer.render(ChatTemplate("{{ strftime_now('%Y') }}"), HI, at) == "2026"


@pytest.mark.parametrize("name", chat_templates())
def test_published_formats_are_rendered_as_without_bounds(renderer, name):
    template = chat_templates()[name]
    for number in range(10):
        held = conversation(2, number, marks(template))
        assert answer(renderer, template, held) == answer(None, template, held)


def answer(renderer, template, held):
    at = datetime(2026, 2, 3)
    try:
        return renderer.render(template, held, at) if renderer else template.render(held, at)
    except ChatError as error:
        return type(error), error.args


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("{%", BadTemplate),
        ("{{ raise_exception('a\nb') }}", TemplateRefused),
        ("{{ a.b.c }}", TemplateFailed),
    ],
)
def test_errors_are_the_same(renderer, source, error):
    with pytest.raises(error) as here:
        ChatTemplate(source).render(HI)
    with pytest.raises(error) as there:
        renderer.render(ChatTemplate(source), HI)
    assert str(there.value) == str(here.value)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        pytest.param(LOOP, "more than 1 seconds of processor time", id="loop"),
        pytest.param("{{ 9**99999999 }}", "more than 1 seconds", id="one-long-call"),
        pytest.param("{{ 'a' * 10**12 }}", "MiB of memory", id="one-large-string"),
        pytest.param("{{ '%1000000000000d' % 1 }}", "MiB of memory", id="a-wide-number"),
        pytest.param(
            "{% set n = namespace(x='a') %}{% for _ in range(99) %}{% set n.x = n.x ~ n.x %}"
            "{% endfor %}",
            "was stopped",  # by memory or by time: a slow machine gets to the second first
            id="doubling",
        ),
        pytest.param(
            "{% for _ in range(99999) %}{{ 'a' * 10000 }}{% endfor %}",
            "more than 1048576 characters",
            id="a-long-text",
        ),
    ],
)
def test_what_asks_for_too_much_is_stopped(renderer, source, said):
    with pytest.raises(TemplateLimit) as caught:
        renderer.render(ChatTemplate(source), HI)
    assert said in str(caught.value)
    assert renderer.render(ChatTemplate("again"), HI) == "again"


def test_time_is_counted_for_each_template(renderer):
    busy = ChatTemplate(
        "{% for a in range(99999) %}{% for b in range(9) %}{% endfor %}{% endfor %}"
    )
    before = renderer._process
    started = time.monotonic()
    while time.monotonic() < started + 4:
        assert renderer.render(busy, HI) == ""
    assert renderer._process is before is not None


def test_messages_nested_too_deeply(renderer):
    deep = {}
    for _ in range(100_000):
        deep = {"a": deep}
    with pytest.raises(BadConversation, match="nested too deeply"):
        renderer.render(ChatTemplate("{{ messages }}"), Conversation((deep,)))
    while deep:  # an end to it without recursion
        deep = deep["a"]


def test_no_process_is_left():
    with Renderer() as made:
        made.render(ChatTemplate("a"), HI)
        process = made._process
    assert process.returncode is not None


SLOW = ChatTemplate(
    "{% for a in range(99999) %}{% for b in range(9) %}{% endfor %}{% endfor %}"
    "{{ messages|length }}"
)


@pytest.mark.parametrize("kills", [1, 2])
def test_a_process_that_is_killed_is_asked_once_more(kills):
    with Renderer() as renderer:
        killed = set()

        def kill():
            while len(killed) < kills:
                process = renderer._process
                if process is not None and process.pid not in killed:
                    killed.add(process.pid)
                    process.kill()
                time.sleep(0.01)

        killer = threading.Thread(target=kill)
        killer.start()
        if kills == 1:
            assert renderer.render(SLOW, Conversation(({},))) == "1"
        else:
            with pytest.raises(TemplateLimit, match="its process ended with SIGKILL"):
                renderer.render(SLOW, Conversation(({},)))
        killer.join()
