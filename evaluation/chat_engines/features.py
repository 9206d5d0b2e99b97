"""`features`: what a conversation has beside plain turns: what a cause of divergence can be.

Of a conversation made small, what is left of these is why it differs. Of any other, they tell
which causes it may have.
"""

from collections.abc import Iterator
from typing import Any

from tokparity.reference_impl.chat.conversation import THOUGHTS, Conversation, Message

_ROLES = ("system", "developer", "assistant", "tool")
_PLAIN = ("role", "content", "tool_calls", *THOUGHTS)


def features(conversation: Conversation) -> frozenset[str]:
    """
    >>> sorted(features(Conversation(({"role": "tool", "content": None},), tools=({},))))
    ['content null', 'role tool', 'tool without function', 'tools']
    """
    return frozenset(_of(conversation))


def _of(conversation: Conversation) -> Iterator[str]:
    if conversation.add_generation_prompt:
        yield "generation prompt"
    if conversation.continued is not None:
        yield f"gone on with: {conversation.continued}"
    for name, listed in (("tools", conversation.tools), ("documents", conversation.documents)):
        if listed:
            yield name
    for tool in conversation.tools or ():
        if not isinstance(tool, dict) or "function" not in tool:
            yield "tool without function"
    for name in conversation.variables:
        yield f"variable {name}"
    for message in conversation.messages:
        if isinstance(message, dict):
            yield from _of_message(message)
        else:
            yield "message no object"
    yield from _of_values(conversation)


def _of_message(message: Message) -> Iterator[str]:
    role = message.get("role", "")
    if not isinstance(role, str):
        yield "role no text"
    elif role in _ROLES:
        yield f"role {role}"
    for name in message:
        if name not in _PLAIN:
            yield f"field {name}"
    if any(name in message for name in THOUGHTS):
        yield "thoughts"
    if "tool_calls" in message:
        yield "calls"
        for call in message["tool_calls"] if isinstance(message["tool_calls"], list) else ():
            yield from _of_call(call)
    yield from _of_content(message.get("content", ""))


def _of_call(call: Any) -> Iterator[str]:
    inner = call.get("function") if isinstance(call, dict) else None
    if not isinstance(inner, dict):
        yield "call without function"
    elif not isinstance(inner.get("arguments"), dict):
        yield "arguments no object"


def _of_content(content: Any) -> Iterator[str]:
    match content:
        case str():
            if content != content.strip():
                yield "white space at an end"
        case None:
            yield "content null"
        case list():
            yield "content in parts"
            for part in content:
                kind = part.get("type") if isinstance(part, dict) else None
                if kind != "text":
                    yield f"part {kind}"
        case _:
            yield "content no text"


def _of_values(value: Any) -> Iterator[str]:
    """What texts and numbers anywhere hold."""
    match value:
        case Conversation():
            yield from _of_values(value.to_json())
        case str():
            if "\0" in value:
                yield "NUL"
            if "<think>" in value or "</think>" in value:
                yield "thoughts in a text"
        case float():
            yield "a fraction"
        case dict():
            for inner in value.values():
                yield from _of_values(inner)
        case list():
            for inner in value:
                yield from _of_values(inner)
        case _:
            pass
