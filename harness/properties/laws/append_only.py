"""The law that a conversation only grows: n messages are the beginning of n + 1, as text and ids.

Where it holds, a server keeps what it computed for the turns before, and what a model was trained
on in one turn is what it sees in the next. The cause of a break is found by taking one thing at a
time out of the conversation, until it is gone.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from tokparity.harness.properties.laws.talk import Break, Outcome, Talk, first_turns, without_prompt
from tokparity.reference_impl.chat.conversation import THOUGHTS, Conversation, Message
from tokparity.reference_impl.streaming.incremental import in_common
from tokparity.reference_impl.streaming.thinking import END

LAW = "append-only"
SEAM = "a token goes over the end of it"
FARTHEST = 400
"""Characters that may have come, or gone …"""
ALIKE = 8
"""… where as many behind them are the same."""
Change = Callable[[Conversation], Conversation]


def append_only(talk: Talk, conversation: Conversation) -> Outcome:
    """The first break, of texts before ids; not asked where no two texts in a row are there."""
    counts = range(1, len(conversation.messages) + 1)
    texts = [talk.text(first_turns(conversation, count)) for count in counts]
    pairs = [
        (count, before, after)
        for count, (before, after) in enumerate(pairwise(texts), 1)
        if before is not None and after is not None
    ]
    for count, before, after in pairs:
        if not after.startswith(before):
            first = _first_changed(talk, conversation, count, before, after)
            cost = f"everything from there on is read anew with message {count}"
            return Break(LAW, first, _cause(talk, conversation, count), cost)
    for count, before, after in pairs:
        ids, more = talk.ids(before), talk.ids(after)
        if ids is not None and more is not None and more[: len(ids)] != ids:
            cost = f"its last token is another with message {count}"
            return Break(LAW, count - 1, SEAM, cost)
    return "holds" if pairs else "not asked"


def _both(talk: Talk, conversation: Conversation, count: int) -> tuple[str | None, str | None]:
    shorter, longer = first_turns(conversation, count), first_turns(conversation, count + 1)
    return talk.text(shorter), talk.text(longer)


def grows(talk: Talk, conversation: Conversation, count: int) -> bool:
    """Whether the text of so many messages is how that of one more begins; also where one of both
    is refused."""
    before, after = _both(talk, conversation, count)
    return before is None or after is None or after.startswith(before)


def _first_changed(
    talk: Talk, conversation: Conversation, count: int, before: str, after: str
) -> int:
    """The first message whose text is another one with the next."""
    common = in_common(before, after)
    for at in range(1, count):
        text = talk.text(without_prompt(first_turns(conversation, at)))
        if text is not None and in_common(text, before) > common:
            return at - 1
    return count - 1


def _cause(talk: Talk, conversation: Conversation, count: int) -> str:
    """The first of the changes without which the text grows; several together where one is not
    enough."""
    shown = replace(conversation, messages=conversation.messages[: count + 1])
    if _grows_without_prompt(talk, shown, count):
        return "the generation prompt is not how a reply begins"
    taken: list[str] = []
    together = shown
    for name, change in CHANGES:
        alone = change(shown)
        if alone != shown and grows(talk, alone, count):
            return name
    for name, change in CHANGES:
        changed = change(together)
        if changed != together:
            taken.append(name)
            together = changed
            if grows(talk, together, count):
                return " and ".join(taken)
    before, after = _both(talk, together, count)
    return exchanged(before or "", after or "")


def exchanged(before: str, after: str) -> str:
    """What of the shorter text is another in the longer, in whole tags.

    >>> exchanged("<|end|>yes<|return|>", "<|end|>yes<|end|><|start|>")
    "'<|return|>' ends the last message alone"
    >>> exchanged("a<think></think> b<|end|>", "a b<|end|>")
    "'<think></think>' is not there later"
    """
    at = in_common(before, after)
    opened = before.rfind("<", 0, at)
    if opened > before.rfind(">", 0, at):
        at = opened
    old, new = _tag(before[at:]), _tag(after[at:])
    if (old and before[at + len(old) :].isspace()) or at + len(old) == len(before):
        return f"{old.rstrip()!r} ends the last message alone"
    for size in range(1, FARTHEST):
        if _go_on_alike(before[at + size :], after[at:]):
            return f"{before[at : at + size]!r} is not there later"
        if _go_on_alike(before[at:], after[at + size :]):
            return f"{after[at : at + size]!r} comes into it later"
    return f"{old!r} becomes {new!r} later"


def _go_on_alike(left: str, right: str) -> bool:
    return len(left) >= ALIKE and left[:ALIKE] == right[:ALIKE]


def _tag(text: str) -> str:
    """The tag that a text begins with, or a few characters of it."""
    end = text.find(">") + 1 if text.startswith("<") else 0
    return text[: end or ALIKE]


def _grows_without_prompt(talk: Talk, shown: Conversation, count: int) -> bool:
    before = talk.text(without_prompt(first_turns(shown, count)))
    after = talk.text(without_prompt(shown))
    prompted = first_turns(shown, count).add_generation_prompt
    return prompted and before is not None and after is not None and after.startswith(before)


def _each_message(change: Callable[[Message], dict[str, Any]]) -> Change:
    return lambda shown: replace(shown, messages=tuple(map(change, shown.messages)))


def _without_thoughts(message: Message) -> dict[str, Any]:
    kept = {name: value for name, value in message.items() if name not in THOUGHTS}
    content = kept.get("content")
    if isinstance(content, str) and END in content:
        kept["content"] = content.rpartition(END)[2].lstrip("\n")
    return kept


def _stripped(message: Message) -> dict[str, Any]:
    content = message.get("content")
    return {**message, "content": content.strip()} if isinstance(content, str) else dict(message)


def _without(*names: str) -> Callable[[Message], dict[str, Any]]:
    return lambda message: {name: value for name, value in message.items() if name not in names}


def _said_by_user(shown: Conversation, role: str) -> Conversation:
    """A user says what one of this role did."""

    def said(message: Message) -> dict[str, Any]:
        return {**message, "role": "user"} if message.get("role") == role else dict(message)

    return _each_message(said)(shown)


CHANGES: Sequence[tuple[str, Change]] = (
    ("thoughts of earlier replies are taken out", _each_message(_without_thoughts)),
    ("tools stand beside the last message", lambda shown: replace(shown, tools=None)),
    ("documents stand beside the last message", lambda shown: replace(shown, documents=None)),
    ("white space around a message goes later", _each_message(_stripped)),
    ("calls of tools are written otherwise later", _each_message(_without("tool_calls"))),
    ("the system message stands elsewhere later", lambda shown: _said_by_user(shown, "system")),
    ("answers of tools are written together", lambda shown: _said_by_user(shown, "tool")),
)
"""What a break may come from, each with the conversation that does not have it."""
