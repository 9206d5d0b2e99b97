"""A conversation as a page shows it: its turns, and what else its request holds."""

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Turn:
    """`content` is a text where the message has one; `rest` are its other fields, in JSON."""

    role: str
    content: str | None
    rest: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ConversationView:
    """`said` is what a request has besides messages, in JSON; of what is by default nothing."""

    turns: tuple[Turn, ...]
    options: tuple[tuple[str, str], ...]


def conversation_view(conversation: str) -> ConversationView:
    """What a `ChatCase` holds, whatever shape its messages have.

    >>> view = conversation_view('{"messages": [{"role": "user", "content": "hi"}], "tools": []}')
    >>> view.turns, view.options
    ((Turn(role='user', content='hi', rest=()),), (('tools', '[]'),))
    """
    fields = json.loads(conversation)
    options = [
        (name, _json(value))
        for name, value in fields.items()
        if name != "messages" and value not in (None, False, {})
    ]
    return ConversationView(tuple(map(_turn, fields["messages"])), tuple(options))


def _turn(message: Any) -> Turn:
    if not isinstance(message, dict):
        return Turn("", None, (("", _json(message)),))
    role, content = message.get("role"), message.get("content")
    plain = {"role": isinstance(role, str), "content": isinstance(content, str)}
    rest = [(name, _json(value)) for name, value in message.items() if not plain.get(name)]
    return Turn(
        role if isinstance(role, str) else "",
        content if isinstance(content, str) else None,
        tuple(rest),
    )


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
