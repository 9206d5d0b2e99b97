"""The adapter for `llama_chat_apply_template`: llama.cpp's formats without Jinja.

A template is not run: words in it tell which of some fifty formats written in C++ is meant
(src/llama-chat.cpp b11549). A message is a role and a text; there is nothing else, no special
tokens and no variables. Not here: the Jinja engine of llama.cpp (`ggml_llama_server`).
"""

import ctypes
import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from evaluation.chat_engines.engines.templates import FORMATS, template_for, templates_of
from tokparity.oracles.adapters.ggml_llama_cpp import GgmlLlamaCpp, library
from tokparity.oracles.protocol import OracleSpec
from tokparity.reference_impl.chat.conversation import Conversation, Message
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.contract import Artefact, ChatCase, Format, Options, Rendered


class UnknownTemplate(Exception):
    """No word in the template is one that llama.cpp knows a format by."""


class ChatMessage(ctypes.Structure):
    """`struct llama_chat_message` of include/llama.h b11549."""

    _fields_ = (("role", ctypes.c_char_p), ("content", ctypes.c_char_p))


@cache
def _apply() -> Any:
    function = library().llama_chat_apply_template
    function.restype = ctypes.c_int32
    function.argtypes = (
        *(ctypes.c_char_p, ctypes.POINTER(ChatMessage), ctypes.c_size_t),
        *(ctypes.c_bool, ctypes.c_char_p, ctypes.c_int32),
    )
    return function


class GgmlLlamaChat:
    """The templates of an artefact. What a C string cannot hold is refused as `unsupported`."""

    def __init__(self, templates: Templates) -> None:
        self._templates = templates

    @classmethod
    def load(cls, artefact: Artefact) -> "GgmlLlamaChat":
        return cls(templates_of(artefact))

    @staticmethod
    def version() -> str:
        return GgmlLlamaCpp.version()

    @staticmethod
    def supports(format: Format, options: Options) -> bool:
        return format in FORMATS

    def chat(self, case: ChatCase) -> Rendered:
        conversation = Conversation.from_json(json.loads(case.conversation))
        beside = conversation.tools or conversation.documents or conversation.variables
        if beside or conversation.continued is not None:
            raise NotImplementedError("llama_chat_apply_template takes messages alone")
        pairs = [_pair(message) for message in conversation.messages]
        source = template_for(self._templates, conversation).source.encode()
        if b"\0" in source:
            raise NotImplementedError("a C string ends at NUL")
        text = apply_template(source, pairs, conversation.add_generation_prompt)
        return Rendered(text.decode("utf-8"))


def apply_template(source: bytes, pairs: Sequence[tuple[bytes, bytes]], prompt: bool) -> bytes:
    """The text of (role, content) pairs. Raises UnknownTemplate."""
    messages = (ChatMessage * len(pairs))(*(ChatMessage(*pair) for pair in pairs))
    size = 1024 + 2 * sum(len(role) + len(content) for role, content in pairs)
    while True:
        room = ctypes.create_string_buffer(size)
        length = _apply()(source, messages, len(pairs), prompt, room, size)
        if length < 0:
            raise UnknownTemplate("llama_chat_apply_template knows no such template")
        if length <= size:
            return room.raw[:length]
        size = length


def _pair(message: Message) -> tuple[bytes, bytes]:
    values = message.get("role"), message.get("content")
    if set(message) != {"role", "content"} or not all(isinstance(value, str) for value in values):
        raise NotImplementedError("a message is a role and a text")
    role, content = (str(value).encode("utf-8") for value in values)
    if b"\0" in role + content:
        raise NotImplementedError("a C string ends at NUL")
    return role, content


ORACLE = OracleSpec(
    module=__name__,
    adapter="GgmlLlamaChat",
    engine="llama.cpp formats",
    distribution="xllamacpp",
    formats=("chat_template", "tokenizer_config.json", "gguf"),
    decodes="text",
    reports_offsets=False,
    chats=True,
    library="llama_chat_apply_template",
)
