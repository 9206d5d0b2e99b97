import pytest

from evaluation.chat_engines.engines.ggml_llama_chat import (
    GgmlLlamaChat,
    UnknownTemplate,
    apply_template,
)
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.contract import ChatCase

CHATML = b"<|im_start|>"


def chat(source, *messages, **more):
    adapter = GgmlLlamaChat(Templates({"default": source}))
    return adapter.chat(ChatCase(Conversation(messages, **more).to_text())).text


def test_a_word_tells_the_format():
    said = [(b"user", "é".encode())]
    assert apply_template(CHATML, said, False).decode() == "<|im_start|>user\né<|im_end|>\n"
    prompted = apply_template(b"<start_of_turn>", said, True).decode()
    assert prompted.endswith("<start_of_turn>model\n")


def test_a_template_without_such_a_word_is_refused():
    with pytest.raises(UnknownTemplate):
        apply_template(b"{{ messages }}", [(b"user", b"a")], False)


def test_a_text_longer_than_the_first_room_is_whole():
    text = apply_template(b"<|start_of_role|>", [(b"user", b"")] * 2000, False)
    assert text.count(b"user") == 2000


def test_no_message_is_the_empty_text():
    assert apply_template(CHATML, [], False) == b""


@pytest.mark.parametrize(
    ("message", "more"),
    [
        ({"role": "user"}, {}),
        ({"role": "user", "content": None}, {}),
        ({"role": "user", "content": [{"type": "text", "text": "a"}]}, {}),
        ({"role": "user", "content": "a", "name": "x"}, {}),
        ({"role": "user", "content": "a\0b"}, {}),
        ({"role": "user", "content": "a"}, {"tools": ({"name": "f"},)}),
        ({"role": "user", "content": "a"}, {"documents": ({"text": "d"},)}),
        ({"role": "user", "content": "a"}, {"variables": {"x": 1}}),
        ({"role": "assistant", "content": "a"}, {"continued": "content"}),
    ],
)
def test_what_the_function_has_no_place_for_is_unsupported(message, more):
    with pytest.raises(NotImplementedError):
        chat("<|im_start|>", message, **more)


def test_a_template_with_nul_is_unsupported():
    with pytest.raises(NotImplementedError):
        chat("<|im_start|>\0", {"role": "user", "content": "a"})
