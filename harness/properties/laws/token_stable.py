"""The law that a reply keeps its ids: what was generated is what the next turn reads.

Of each reply with a text: what the template writes behind the prompt is that text, letter by
letter, then a stop token; and no token goes over its beginning, or over its end. A model generates
ids, and a server that renders the conversation anew reads others where this does not hold.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tokparity.harness.properties.laws.talk import (
    Break,
    Outcome,
    Talk,
    first_turns,
    is_reply,
    short,
    without_prompt,
)
from tokparity.reference_impl.chat.conversation import THOUGHTS, Conversation

LAW = "token-stable"
COST = "the reply has other ids in the next turn than the model generated"


def token_stable(talk: Talk, conversation: Conversation) -> Outcome:
    """The first break; not asked where no reply stands behind its prompt."""
    asked = False
    for at in range(1, len(conversation.messages)):
        turn = replace(conversation, messages=conversation.messages[: at + 1])
        if not is_reply(turn, at):
            continue
        prompt, whole = talk.text(first_turns(turn, at)), talk.text(without_prompt(turn))
        if prompt is None or whole is None or not whole.startswith(prompt):
            continue  # refused, or a break of the other law
        asked = True
        if cause := next(_causes(talk, turn, prompt, whole), None):
            return Break(LAW, at, cause, COST)
    return "holds" if asked else "not asked"


def _causes(talk: Talk, turn: Conversation, prompt: str, whole: str) -> Iterator[str]:
    if _sorts_arguments(talk, turn, whole):
        yield "keys of a tool's arguments are sorted"
    message, reply = turn.messages[-1], whole[len(prompt) :]
    content = message.get("content")
    plain = not message.get("tool_calls") and not any(message.get(name) for name in THOUGHTS)
    if not isinstance(content, str) or not content or not plain:
        return  # in what form the model gave it, the template alone knows
    begins = reply.find(content)
    if begins < 0:
        bare = content.strip()
        if bare and bare in reply:
            yield "white space around the reply is taken away"
        elif bare:
            yield "the reply is written otherwise"
        return
    if reply[:begins] not in _GENERATED:
        yield f"{short(reply[:begins])} stands before the reply, which the model did not generate"
        return
    end = reply[begins + len(content) :]
    stops = [piece for piece in (talk.stops.pieces or {}).values() if piece]
    if stops and not end.startswith(tuple(stops)):
        yield f"a reply ends with {short(end)}, which is no stop token"
    offsets = talk.offsets(whole)
    for place, where in (len(prompt), "beginning"), (len(whole) - len(end), "end"):
        if any(first < place < last for first, last in offsets):
            yield f"a token goes over the {where} of the reply"


_GENERATED = ("", " ")
"""A model whose words begin with a space generates one, and who reads its reply takes it away."""


def _sorts_arguments(talk: Talk, turn: Conversation, whole: str) -> bool:
    """Whether the order of the keys in which a tool is called makes no difference."""
    calls = turn.messages[-1].get("tool_calls")
    if not isinstance(calls, list):
        return False
    turned = [_turned(call) for call in calls]
    if [_keys(call) for call in turned] == [_keys(call) for call in calls]:
        return False
    last = {**turn.messages[-1], "tool_calls": turned}
    other = replace(turn, messages=(*turn.messages[:-1], last))
    if talk.text(without_prompt(other)) != whole:
        return False
    nothing = {**last, "tool_calls": [_with_arguments(call, {}) for call in calls]}
    said = replace(turn, messages=(*turn.messages[:-1], nothing))
    return talk.text(without_prompt(said)) != whole  # else no argument is written at all


def _arguments(call: Any) -> Any:
    inner = call.get("function", call) if isinstance(call, dict) else None
    return inner.get("arguments") if isinstance(inner, dict) else None


def _keys(call: Any) -> list[str]:
    arguments = _arguments(call)
    return list(arguments) if isinstance(arguments, dict) else []


def _turned(call: Any) -> Any:
    arguments = _arguments(call)
    if not isinstance(arguments, dict):
        return call
    return _with_arguments(call, dict(reversed(arguments.items())))


def _with_arguments(call: Any, arguments: dict[str, Any]) -> Any:
    if not isinstance(_arguments(call), dict):
        return call
    if "function" in call:
        return {**call, "function": {**call["function"], "arguments": arguments}}
    return {**call, "arguments": arguments}
