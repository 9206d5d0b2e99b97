"""Conversations through a whole cell: rendered, compared, and made small."""

import json

import pytest

from harness.artefacts import resolve
from harness.cells import chat_cell
from harness.chat_side import ChatSide
from harness.sides import CaseBatch, EncodeBatch
from reference_impl.chat.conversation import Conversation
from reference_impl.chat.errors import TemplateLimit
from reference_impl.chat.rendered import Chat
from reference_impl.chat.templates import Templates
from reference_impl.chat_template import ChatTemplate
from reference_impl.contract import ChatCase, EncodeOptions, Refusal, Rendered

HELLO = ChatCase(Conversation(({"role": "user", "content": "hi"},)).to_text())


def side(source, render=ChatTemplate.render):
    return ChatSide("reference", Chat(Templates({"default": source}), render))


def answers(held, *cases):
    batch = CaseBatch(cases, cases[0].options)
    return list(held.submit(batch).result().observations())


def test_a_text_an_error_of_the_template_and_one_of_its_limits():
    assert answers(side("{{ messages[0].content }}"), HELLO) == [Rendered("hi")]
    (refused,) = answers(side("{{ raise_exception('no') }}"), HELLO)
    assert refused == Refusal("error", "the chat template refuses: line 1: no")

    def ended(*_):
        raise TemplateLimit("it takes long")

    (refused,) = answers(side("", ended), HELLO)
    assert refused.kind == "unsupported"


def test_a_text_is_not_encoded():
    asked = EncodeBatch(("a",), EncodeOptions())
    (refused,) = side("x").submit(asked).result().observations()
    assert refused.kind == "unsupported"


STRIPS = ("strips", lambda text: text.strip())
ESCAPES = ("escapes", lambda text: text.replace("<", "&lt;"))


@pytest.mark.parametrize(("name", "does", "smallest"), [(*STRIPS, " "), (*ESCAPES, "<")])
def test_a_planted_defect_is_found_and_made_small(slot, monkeypatch, name, does, smallest):
    def planted(template, held, now):
        return does(ChatTemplate.render(template, held, now))

    monkeypatch.setattr(slot.renderer, "render", planted)
    plain = resolve("template:alpaca")
    runner = slot.runner(chat_cell(plain, name), 0)
    result = runner.run(0, 256, 64)
    counts = result.counts["chat"]
    assert (counts.compared, counts.diverged > 0) == (64, True)
    (found,) = result.found
    assert found.signature.key == (
        "v1/fidelity/chat/reference~huggingface_chat_template/chat_template/text"
    )
    assert found.sighting.field == "text"
    held = Conversation.from_json(json.loads(found.sighting.case.conversation))
    assert len(held.messages) == 1
    assert held.messages[0].get("content", "") in ("", smallest)


def test_the_reference_agrees(slot):
    runner = slot.runner(chat_cell(resolve("template:mistral-v7"), "mistral"), 0)
    counts = runner.run(0, 512, 64).counts["chat"]
    assert (counts.compared, counts.diverged) == (128, 0)
    assert counts.agreed > 40
